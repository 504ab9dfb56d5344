/** Runs the compiler over every folder that has a tsconfig.json of its own, two at a time; exits 1 if any has an error. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const projects = [...readdirSync('src').map((name) => join('src', name)), 'test'].filter((folder) =>
  existsSync(join(folder, 'tsconfig.json')),
);

/**
 * Exit code of `tsc` over one folder; its messages go straight to the terminal.
 * @param {string} project
 */
function check(project) {
  return new Promise((resolve) => {
    const tsc = spawn(process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', project], {
      stdio: 'inherit',
    });
    tsc.on('close', resolve);
  });
}

let failed = false;
async function worker() {
  for (let project = projects.shift(); project; project = projects.shift())
    failed = (await check(project)) !== 0 || failed;
}
await Promise.all([worker(), worker()]);
process.exitCode = failed ? 1 : 0;
