import type { ParseArgsOptionsConfig } from 'node:util';

/** Where a command reads from and writes to; the process's own streams, or a test's. */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Results, and with `--json` exactly one document. */
  out(text: string): void;
  /** Messages to people. */
  err(text: string): void;
}

/** The values of a command's options, as `parseArgs` gives them. */
export type OptionValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** An option as it is parsed and as `--help` tells of it. */
export interface CommandOption {
  readonly type: 'string' | 'boolean';
  /** What stands for the value in the help text. */
  readonly value?: string;
  /** One sentence. */
  readonly help: string;
}

/** One command of the command line. */
export interface Command {
  readonly name: string;
  /** One sentence for the list of commands. */
  readonly summary: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Resolves to the exit code. Faults of the input are thrown, as {@link UsageError} or an error with one sentence. */
  run(values: OptionValues, terminal: Terminal): Promise<ExitCode>;
}

/** 0: done. 1: the answer is "no". 2: could not do it. */
export type ExitCode = 0 | 1 | 2;

/** The command line asks for something that does not exist. `message` is one sentence. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** A command's options as `parseArgs` takes them. */
export function parseConfig(options: Command['options']): ParseArgsOptionsConfig {
  return Object.fromEntries(Object.entries(options).map(([name, { type }]) => [name, { type }]));
}
