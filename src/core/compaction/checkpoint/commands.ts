import { code } from './defang';
import type { Entry } from './entry';
import { shellScript } from './files';
import type { CallRecord, Transcript } from './transcript';

export interface CommandRun {
  readonly command: string;
  readonly outcome: 'ok' | 'failed' | 'no result';
  /** Exit code, where the result tells. */
  readonly exitCode?: number;
  /** The line of the output that says most: the last one. */
  readonly lastLine: string;
  readonly turn: number;
  readonly ordinal: number;
  readonly citation: string;
}

/** Commands that calls ran in a shell, with their outcome; the last run of each, newest first. */
export function commandRuns(transcript: Transcript): CommandRun[] {
  const runs = new Map<string, CommandRun>();
  for (const call of transcript.calls) {
    const command = commandOf(call);
    if (command === undefined) continue;
    runs.delete(command);
    runs.set(command, runOf(call, command));
  }
  return [...runs.values()].reverse();
}

/** What changes or checks something first; a command that only looks is worth its place only when there is room. */
export function commandEntries(transcript: Transcript): Entry[] {
  const runs = commandRuns(transcript);
  const onlyLooks = ({ command }: CommandRun) => lookingOnly.test(command);
  return [...runs.filter((run) => !onlyLooks(run)), ...runs.filter(onlyLooks)].map((run) => ({
    text: `- ${code(run.command, commandUnits)} → ${outcomeText(run)} ${run.citation}`,
    ordinal: run.ordinal,
  }));
}

const commandUnits = 160;
const lastLineUnits = 120;
const lookingOnly =
  /^\s*(?:cd [^;&|]+(?:&&|;)\s*)?(?:ls|cat|head|tail|sed -n|nl|less|pwd|echo|find|rg|grep|which|wc|tree|git (?:status|log|diff|show|branch))\b/;

function outcomeText({ outcome, exitCode, lastLine }: CommandRun): string {
  const status = exitCode === undefined || exitCode === 0 ? outcome : `${outcome} (exit ${exitCode})`;
  return lastLine === '' ? status : `${status}: ${code(lastLine, lastLineUnits)}`;
}

function commandOf(call: CallRecord): string | undefined {
  if (typeof call.args !== 'object' || call.args === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(call.args));
  // An editor tool's `command` is a verb beside a path, not something a shell runs.
  if (fields.has('path') || fields.has('file_path')) return undefined;
  const command = shellScript(fields.get('command') ?? fields.get('cmd') ?? fields.get('script'))?.trim();
  return command === '' ? undefined : command;
}

function runOf({ result, turn, ordinal, citation }: CallRecord, command: string): CommandRun {
  if (!result) return { command, outcome: 'no result', lastLine: '', turn, ordinal, citation };
  const { output, exitCode } = outputOf(result.text);
  const outcome = result.isError || (exitCode !== undefined && exitCode !== 0) ? 'failed' : 'ok';
  return {
    command,
    outcome,
    ...(exitCode !== undefined && { exitCode }),
    lastLine: lastLineOf(output),
    turn,
    ordinal,
    citation,
  };
}

/** Output and exit code, out of `{"output":…,"metadata":{"exit_code":…}}` or of text with a line that names the code. */
function outputOf(text: string): { output: string; exitCode?: number } {
  const json = text.startsWith('{') ? /^\{"output":"([\s\S]*)","metadata":\{"exit_code":(-?\d+)/.exec(text) : null;
  if (json)
    return { output: (json[1] ?? '').replaceAll('\\n', '\n').replaceAll('\\"', '"'), exitCode: Number(json[2]) };
  // Tools name the code at the very start or end, never in the middle of a long output.
  const edges = text.slice(0, 400) + '\n' + text.slice(-400);
  const code = /\bexit(?:ed)?(?: with)?(?: (?:code|status))?[: ]+(-?\d{1,3})\b/i.exec(edges)?.[1];
  return { output: text, ...(code !== undefined && { exitCode: Number(code) }) };
}

function lastLineOf(output: string): string {
  const lines = output
    .slice(-2_000)
    .split('\n')
    .map((line) => line.trim());
  return lines.findLast((line) => line !== '' && !/^<\/?[\w-]+>$/.test(line)) ?? '';
}
