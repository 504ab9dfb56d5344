/**
 * Runs the benchmarks: `npm run bench -- [--only <part>] [--data <folder>] [--out <file>]`.
 *
 * Each part prints its table for people and returns its rows; all rows go to one JSON file. Times are compared within
 * one run and never asserted: machines are noisy.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, hostname } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';

/** Returns rows for the JSON file; `undefined` where the data it needs is absent. Loaded only when it is run. */
interface BenchPart {
  readonly name: string;
  readonly run: (dataDir: string) => Promise<readonly object[] | undefined>;
}

/** A new benchmark is a file of its own and a line here. */
const parts: readonly BenchPart[] = [
  { name: 'tokens', run: async (dataDir) => (await import('./tokens')).run(dataDir) },
  { name: 'retrieval', run: async (dataDir) => (await import('./retrieval')).run(dataDir) },
  { name: 'fit', run: async () => shown(await (await import('./fit')).run()) },
  { name: 'carried', run: async (dataDir) => shown((await import('./carried')).run(dataDir)) },
];

function shown<Row extends object>(rows: readonly Row[] | undefined): readonly Row[] | undefined {
  if (rows) console.table(rows);
  return rows;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      data: { type: 'string', default: '../shared/data' },
      out: { type: 'string', default: 'test-results/bench.json' },
    },
  });
  const chosen = parts.filter(({ name }) => values.only === undefined || name === values.only);
  if (chosen.length === 0) {
    console.error(`There is no part "${values.only}"; the parts are ${parts.map(({ name }) => name).join(', ')}.`);
    process.exitCode = 1;
    return;
  }
  const machine = `${hostname()}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`;
  console.log(machine);
  const results: Record<string, readonly object[]> = {};
  for (const { name, run } of chosen) {
    console.log(`\n== ${name}`);
    const rows = await run(values.data);
    if (rows) results[name] = rows;
    else console.log(`The data is not in ${values.data}: skipped.`);
  }
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(values.out, `${JSON.stringify({ machine, results }, undefined, 2)}\n`);
  console.log(`\nWritten to ${values.out}.`);
}

void main();
