import { TranscriptError } from './transcript';

/** A parsed JSON object, before anything is known about its fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value itself where it is an object, else an empty one: for reading optional fields of optional fields. */
export function objectAt(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function arrayAt(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function stringAt(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Milliseconds since the epoch from an ISO date or a number of milliseconds; `undefined` for anything else. */
export function timeAt(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : value;
  return typeof time === 'number' && Number.isFinite(time) ? time : undefined;
}

/** Parses one JSON document. Throws a {@link TranscriptError} that names the line of the first mistake. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TranscriptError('this is not valid JSON', `line ${lineAt(text, jsonErrorOffset(text))}`);
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

const jsonToken =
  /[ \t\r\n]*(?:([{}[\],:])|("[^"\\]*(?:\\[^][^"\\]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

/**
 * Where the text stops being JSON. `JSON.parse` knows but does not always say, and how it says so differs between
 * engines; this is walked only after it has failed.
 */
function jsonErrorOffset(text: string): number {
  const open: string[] = [];
  let expected: 'value' | 'item' | 'key' | 'colon' | 'next' = 'value';
  let offset = 0;
  for (;;) {
    jsonToken.lastIndex = offset;
    const match = jsonToken.exec(text);
    if (!match) break;
    const [, mark, string] = match;
    const closes = mark === ']' || mark === '}' ? (mark === ']' ? '[' : '{') : undefined;
    if (closes !== undefined) {
      if (open.pop() !== closes || expected === 'colon' || expected === 'value') break;
      expected = 'next';
    } else if (expected === 'next') {
      if (mark !== ',' || open.length === 0) break;
      expected = open.at(-1) === '{' ? 'key' : 'value';
    } else if (expected === 'colon') {
      if (mark !== ':') break;
      expected = 'value';
    } else if (expected === 'key') {
      if (string === undefined) break;
      expected = 'colon';
    } else if (mark === '[' || mark === '{') {
      open.push(mark);
      expected = mark === '[' ? 'item' : 'key';
    } else if (mark !== undefined) {
      break;
    } else {
      expected = 'next';
    }
    offset = jsonToken.lastIndex;
  }
  const blank = /^\s*/.exec(text.slice(offset))?.[0].length ?? 0;
  return Math.min(offset + blank, text.trimEnd().length);
}
