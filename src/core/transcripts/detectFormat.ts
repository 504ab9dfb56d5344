import { isBeam } from './beam';
import { isObject } from './json';
import type { JsonObject } from './json';
import type { TranscriptFormat } from './transcript';

/**
 * Tells what a text is from the shape of its first values: one JSON document by its fields, JSON Lines by the first
 * lines that are objects. `undefined` where it is neither or of a shape nobody writes.
 *
 * @param fileName breaks the tie for a file of a single line, which is both; and makes a broken `.jsonl` lines
 */
export function detectFormat(text: string, fileName?: string): TranscriptFormat | undefined {
  const linesExpected = fileName !== undefined && /\.(?:jsonl|ndjson)(?:\.gz)?$/i.test(fileName);
  const document = linesExpected ? undefined : parsed(text);
  return (document === undefined ? undefined : formatOfDocument(document)) ?? formatOfLines(text);
}

function formatOfDocument(document: unknown): TranscriptFormat | undefined {
  if (isBeam(document)) return 'beam';
  if (Array.isArray(document)) return 'messages';
  if (!isObject(document)) return undefined;
  if (Array.isArray(document['messages'])) return 'messages';
  if (Array.isArray(document['requests'])) return 'vscode';
  if (Array.isArray(document['history'])) return 'swe-agent';
  return undefined;
}

/** Logs begin with rows that say little (snapshots, settings); so many are looked at before giving up. */
const linesLookedAt = 50;

function formatOfLines(text: string): TranscriptFormat | undefined {
  if (/^\s*\[/.test(text)) return undefined;
  let format: TranscriptFormat | undefined;
  let objects = 0;
  let others = 0;
  let start = 0;
  for (let line = 0; line < linesLookedAt && start < text.length && !format; line += 1) {
    const end = text.indexOf('\n', start);
    const source = text.slice(start, end === -1 ? undefined : end);
    start = end === -1 ? text.length : end + 1;
    if (source.trim() === '') continue;
    const value = parsed(source);
    if (isObject(value)) {
      objects += 1;
      format = formatOfRow(value);
    } else {
      others += 1;
    }
  }
  // A broken document that was printed over many lines may have one that is an object by itself.
  return objects >= others ? format : undefined;
}

const codexRows = new Set(['session_meta', 'response_item', 'turn_context', 'event_msg', 'compacted']);
const claudeCodeRows = new Set(['user', 'assistant', 'system', 'progress']);

function formatOfRow(row: JsonObject): TranscriptFormat | undefined {
  const { type, kind } = row;
  if (kind === 0 && isObject(row['v'])) return 'vscode';
  if (typeof type === 'string') {
    if (codexRows.has(type) && 'payload' in row) return 'codex';
    if (claudeCodeRows.has(type) && ('uuid' in row || 'sessionId' in row)) return 'claude-code';
    if (type === 'session' || (type === 'message' && isObject(row['message']))) return 'pi';
    if (type === 'message' && 'role' in row && Array.isArray(row['content'])) return 'codex';
  }
  return typeof row['role'] === 'string' ? 'jsonl' : undefined;
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}
