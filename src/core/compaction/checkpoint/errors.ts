import { code } from './defang';
import type { Entry } from './entry';
import { onlyShowsFile } from './files';
import type { Transcript } from './transcript';

export interface SeenError {
  readonly line: string;
  readonly turn: number;
  readonly ordinal: number;
  readonly citation: string;
}

/**
 * Errors seen in tool results and in what people pasted: the line that names each, newest first. Lines that differ in
 * numbers only are one error; the newest is shown.
 */
export function errorsSeen({ calls, requests, citations }: Transcript): SeenError[] {
  const seen = new Map<string, SeenError>();
  const add = (line: string, place: Omit<SeenError, 'line'>) => {
    const key = line.replace(/\d+/g, '#');
    seen.delete(key);
    seen.set(key, { line, ...place });
  };
  const places = [
    ...calls.flatMap(({ name, args, result, ordinal, turn, citation }) =>
      // A file that was read is full of the word "error" without any having happened.
      result && (result.isError || !onlyShowsFile({ name, args }))
        ? [{ text: result.text, failed: result.isError, ordinal, turn, citation }]
        : [],
    ),
    ...requests.map(({ message: { id, ordinal, turn }, text }) => ({
      text,
      failed: false,
      ordinal,
      turn,
      citation: citations.get(id) ?? `#${turn}`,
    })),
  ].toSorted((a, b) => a.ordinal - b.ordinal);
  for (const { text, failed, ...place } of places) {
    const line = errorLine(text, failed);
    if (line !== undefined) add(line, place);
  }
  return [...seen.values()].reverse();
}

export function errorEntries(transcript: Transcript): Entry[] {
  return errorsSeen(transcript).map(({ line, citation, ordinal }) => ({
    text: `- ${code(line, errorUnits)} ${citation}`,
    ordinal,
  }));
}

const errorUnits = 200;

/** Errors stand at the beginning or the end of an output. Scanning a megabyte of log for more would cost too much. */
const scannedUnits = 4_000;

function errorLine(text: string, failed: boolean): string | undefined {
  const scanned =
    text.length <= 2 * scannedUnits ? text : `${text.slice(0, scannedUnits)}\n${text.slice(-scannedUnits)}`;
  const lines = scanned
    .replace(/<\/?[\w-]+>/g, '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !numberedLine.test(line));
  // The strongest form wins, not the first: a trace opens with "Traceback" and names the error below.
  for (const line of lines) {
    const at = line.search(namedError);
    // A pasted error stands somewhere in a long line; what counts begins with its name.
    if (at >= 0) return line.length <= errorUnits ? line : line.slice(at);
  }
  return failed ? lines.find((line) => !/^exit code:? \d+$/i.test(line)) : undefined;
}

/** A line of a listing, `12→…`, `12: …` or `12\t…`: somebody's source, not an event. */
const numberedLine = /^\d+(?:→|\t|:\s)/;

/** `TypeError: x`, `error TS2345: …`, `error[E0308]: …`, `** (CompileError) …`, `fatal: …`, `panic: …`, `ENOENT: …`. */
const namedError =
  /\b[A-Z][A-Za-z]*(?:Error|Exception)\b\)?: \S|^(?:\S+[:(]\d+\S* )?error(?: ?\[?[A-Z]{1,5}\d{2,5}\]?)?: \S|^fatal: \S|^panic: \S|^thread '.*' panicked|\bE[A-Z]{3,}: \S|^npm (?:ERR!|error) \S|^FAILED \S|^\*\* \(/;
