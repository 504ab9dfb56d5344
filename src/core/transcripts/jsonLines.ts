import type { JsonObject } from './json';
import { isObject } from './json';
import type { TranscriptProblem } from './transcript';
import { TranscriptError } from './transcript';

/** One object of a JSON Lines file. `line` counts from 1. */
export interface JsonLine {
  readonly line: number;
  readonly value: JsonObject;
}

export interface JsonLines {
  readonly rows: readonly JsonLine[];
  /** Lines that hold no JSON object, in order; a log that was cut off while being written ends in one. */
  readonly problems: readonly TranscriptProblem[];
}

/** Reads one JSON object a line; blank lines do not count. Throws where not a single line holds one. */
export function readJsonLines(text: string): JsonLines {
  const rows: JsonLine[] = [];
  const problems: TranscriptProblem[] = [];
  text.split('\n').forEach((source, index) => {
    if (source.trim() === '') return;
    const value = parseLine(source);
    if (isObject(value)) rows.push({ line: index + 1, value });
    else problems.push({ place: `line ${index + 1}`, reason: 'this line is not a JSON object' });
  });
  const [first] = problems;
  if (rows.length === 0) throw new TranscriptError(first?.reason ?? 'the file is empty', first?.place);
  return { rows, problems };
}

function parseLine(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}
