import { parseArgs } from 'node:util';
import { parseConfig, UsageError } from './command';
import type { Command, ExitCode, OptionValues, Terminal } from './command';
import { compact } from './compact';
import { count } from './count';
import { commandHelp, overview } from './help';
import { replay } from './replay';
import { search } from './search';

/** In the order `--help` lists them. */
const commands: readonly Command[] = [compact, replay, search, count];

/**
 * Runs one command and resolves to its exit code. Whatever goes wrong is one line on standard error: a fault of the
 * input must not look like a fault of the program.
 */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await run(args, terminal);
  } catch (error) {
    terminal.err(`throughline: ${oneLine(error)}\n`);
    return 2;
  }
}

async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    terminal.out(overview(commands));
    return 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) {
    throw new UsageError(`there is no command "${name}"; there are ${commands.map((known) => known.name).join(', ')}`);
  }
  const values = parseOptions(command, rest);
  if (values['help'] === true) {
    terminal.out(commandHelp(command));
    return 0;
  }
  return command.run(values, terminal);
}

function parseOptions(command: Command, args: readonly string[]): OptionValues {
  const options = { ...parseConfig(command.options), help: { type: 'boolean', short: 'h' } as const };
  try {
    return parseArgs({ args: joinNegativeNumbers(args), options, strict: true }).values;
  } catch (error) {
    // Node's message goes on to explain its parser; its first sentence says what is wrong.
    const [first = ''] = oneLine(error).split(/\.\s/, 1);
    throw new UsageError(`${first.replace(/\.$/, '')}; see throughline ${command.name} --help`);
  }
}

/** `--window -5` is a wrong number, not a missing one. */
function joinNegativeNumbers(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const previous = joined.at(-1);
    if (/^-[\d.]/.test(arg) && previous !== undefined && /^--[^=]+$/.test(previous)) {
      joined[joined.length - 1] = `${previous}=${arg}`;
    } else {
      joined.push(arg);
    }
  }
  return joined;
}

function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\s*\n\s*/g, ' ').trim();
}
