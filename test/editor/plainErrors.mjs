/** Imported first by a command: what ends it is told in the error's own sentence, without a stack. */
process.on('uncaughtException', (error) => {
  console.error(`\n${error.message}`);
  process.exit(1);
});
