import type { Command } from './command';

/** The list of commands. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'Usage: throughline <command> [options]',
    '',
    'Fits long conversations into a model’s window and searches what left it.',
    '',
    'Commands:',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'throughline <command> --help tells of its options.',
    'Exit codes: 0 done, 1 the answer is "no" (the request is irreducible), 2 could not do it.',
    '',
  ].join('\n');
}

/** One command with its options. */
export function commandHelp({ name, summary, options }: Command): string {
  const rows = Object.entries({ ...options, help: { value: undefined, help: 'Show this text.' } }).map(
    ([option, { value, help }]) => [`--${option}${value === undefined ? '' : ` ${value}`}`, help] as const,
  );
  const width = Math.max(...rows.map(([usage]) => usage.length));
  return [
    `Usage: throughline ${name} [options]`,
    '',
    summary,
    '',
    'Options:',
    ...rows.map(([usage, help]) => `  ${usage.padEnd(width)}  ${help}`),
    '',
  ].join('\n');
}
