/**
 * `npm test`: every check there is, one after the other, and as the last line how many tests passed and failed.
 * `--only unit|integration|browser` runs that stage alone (after the build, where it needs one).
 */
import './plainErrors.mjs';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findNode, withNode } from './install/node.mjs';
import { installWebEditor } from './install.mjs';
import { installDependencies, ROOT } from './project.mjs';
import { supervised } from './supervised.mjs';

const MOCHA = [join('node_modules', 'mocha', 'bin', 'mocha.js'), '--reporter', 'test/editor/countingReporter.cjs'];

/**
 * A stage runs one command from the project's folder. `tests`: it counts tests, and counting none is a failure.
 * `editor`: it needs the real editor.
 * @typedef {{ name: string, args: string[], tests?: boolean, editor?: boolean }} Stage
 */

/** @type {Stage[]} */
const STAGES = [
  { name: 'types', args: ['test/support/checkTypes.mjs'] },
  { name: 'lint', args: ['node_modules/eslint/bin/eslint.js', '.'] },
  { name: 'format', args: ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'] },
  { name: 'build', args: ['esbuild.mjs'] },
  { name: 'unit', args: MOCHA, tests: true },
  { name: 'integration', args: ['--import', 'tsx', 'test/integration/run.ts'], tests: true, editor: true },
  { name: 'browser', args: [...MOCHA, '--config', 'test/browser/.mocharc.json'], tests: true, editor: true },
];

/**
 * Runs a stage and tells what it counted; a stage that fails in any way but through its tests counts as one failure.
 * @param {Stage} stage
 * @param {NodeJS.ProcessEnv} env
 * @param {string} countsFile
 */
async function runStage({ name, args, tests }, env, countsFile) {
  console.log(`\n── ${name} ──`);
  const code = await supervised('node', args, { cwd: ROOT, env: { ...env, THROUGHLINE_TEST_COUNTS: countsFile } })
    .ended;
  const lines = existsSync(countsFile) ? (await readFile(countsFile, 'utf8')).trim().split('\n') : [];
  const counts = sum(lines.map((line) => JSON.parse(line)));
  await rm(countsFile, { force: true });
  const ranNone = tests && counts.passed + counts.failed === 0;
  if (ranNone || (code !== 0 && counts.failed === 0)) {
    console.log(`${name} failed${ranNone ? ': it ran no test' : ''} (exit code ${code})`);
    counts.failed += 1;
  }
  return counts;
}

/** @param {{ passed: number, failed: number, skipped: number }[]} counts */
function sum(counts) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of counts) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
const known = STAGES.filter((stage) => stage.tests).map((stage) => stage.name);
if (only && !known.includes(only)) throw new Error(`--only takes one of ${known.join(', ')}, not '${only}'.`);
const stages = STAGES.filter(({ name }) => !only || name === only || (name === 'build' && only !== 'unit'));

await installDependencies();
const node = await findNode();
const scratch = await mkdtemp(join(tmpdir(), 'throughline-test-'));
try {
  const results = [];
  for (const stage of stages) {
    // Before the stage, so that its time limits are about tests.
    if (stage.editor) await installWebEditor();
    results.push(await runStage(stage, withNode(node), join(scratch, 'counts')));
  }
  const { passed, failed, skipped } = sum(results);
  console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed ? 1 : 0;
} finally {
  await rm(scratch, { recursive: true, force: true });
}
