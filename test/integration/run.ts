/** Bundles the integration tests and runs them in the extension host of whichever real editor this machine has or can get. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { findDesktopEditor } from '../editor/install/desktop.mjs';

const OUT = resolve('dist-test/integration');

async function main(): Promise<void> {
  rmSync(OUT, { recursive: true, force: true });
  const tests = readdirSync('test/integration').filter((name) => name.endsWith('.test.ts'));
  await build({
    entryPoints: ['index.ts', ...tests].map((name) => join('test/integration', name)),
    outdir: OUT,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    sourcemap: 'inline',
    external: ['vscode', 'mocha'],
  });

  const scratch = mkdtempSync(join(tmpdir(), 'throughline-integration-'));
  try {
    await runTests({
      vscodeExecutablePath: (await findDesktopEditor()) ?? resolve('test/editor/launch.mjs'),
      extensionDevelopmentPath: resolve('.'),
      extensionTestsPath: join(OUT, 'index.js'),
      launchArgs: [scratch, `--user-data-dir=${scratch}`, '--disable-extensions'],
      extensionTestsEnv: { THROUGHLINE_REPORTER: resolve('test/editor/countingReporter.cjs') },
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(String(error));
  process.exitCode = 1;
});
