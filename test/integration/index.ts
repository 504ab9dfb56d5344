import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';

/**
 * Prints with the mark that test/editor/launch.mjs asks for, because its editor logs to the same place. The editor does
 * not let anybody replace console.log itself, so what a test prints shows only when the run fails.
 */
Mocha.reporters.Base.consoleLog = (...args: unknown[]) => {
  console.log((process.env['THROUGHLINE_OUTPUT_MARK'] ?? '') + format(...args));
};

/** Called in the extension host by the editor; runs every integration test, rejects when one fails. */
export async function run(): Promise<void> {
  const reporter = process.env['THROUGHLINE_REPORTER'];
  const mocha = new Mocha({ timeout: 60_000, color: true, ...(reporter ? { reporter } : {}) });
  for (const file of readdirSync(__dirname)) if (file.endsWith('.test.js')) mocha.addFile(resolve(__dirname, file));
  const failures = await new Promise<number>((done) => mocha.run(done));
  if (failures) throw new Error(`${String(failures)} integration tests failed`);
}
