import { spawn } from 'node:child_process';

/**
 * Runs a command to its end and resolves to what it printed. Rejects with one line: the command and the last thing it said.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptionsWithoutStdio} [options]
 * @returns {Promise<string>}
 */
export function execute(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (errors += data));
    const fail = (/** @type {string} */ why) =>
      reject(new Error(`'${[command, ...args].join(' ')}' failed${options.cwd ? ` in ${options.cwd}` : ''}: ${why}`));
    child.on('error', (error) => fail(error.message));
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else fail(lastLine(errors) || lastLine(output) || `exit code ${code}`);
    });
  });
}

/** @param {string} text */
function lastLine(text) {
  const lines = text.split('\n').filter((line) => line.trim() && !line.includes('complete log of this run'));
  return lines.at(-1)?.trim() ?? '';
}
