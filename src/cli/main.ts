import { runCommandLine } from './commandLine';

/** A reader that has seen enough (`| head`) closes the pipe; that is no fault. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

void runCommandLine(process.argv.slice(2), {
  stdin: process.stdin,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
}).then((code) => {
  // Not `process.exit`: it would cut off output that a slow pipe has not taken yet.
  process.exitCode = code;
});
