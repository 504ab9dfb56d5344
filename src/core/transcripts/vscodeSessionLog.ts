import { isObject } from './json';
import type { JsonObject } from './json';
import type { JsonLines } from './jsonLines';
import type { TranscriptProblem } from './transcript';
import { TranscriptError } from './transcript';

/** What a line of the log does; from VS Code's `objectMutationLog.ts`. */
const operations = { initial: 0, set: 1, push: 2, delete: 3 } as const;

/** The session a log ends with. */
export interface ReplayedSession {
  readonly session: JsonObject;
  readonly problems: readonly TranscriptProblem[];
}

/**
 * Replays the operation log VS Code keeps of a chat session (`chatSessions/<id>.jsonl`). A line that cannot be applied
 * is reported and skipped, so that a log cut off in the middle of a write still gives what came before.
 */
export function replaySessionLog({ rows, problems: broken }: JsonLines): ReplayedSession {
  const problems = [...broken];
  let session: unknown;
  for (const { line, value } of rows) {
    const { kind, k: path, v } = value;
    if (kind === operations.initial) {
      session = v;
    } else if (!Array.isArray(path) || !apply(session, path, value)) {
      problems.push({ place: `line ${line}`, reason: 'this change does not fit the session before it' });
    }
  }
  if (!isObject(session)) throw new TranscriptError('the log never holds a whole session');
  return { session, problems };
}

/** Applies one change in place: the session was parsed from the log and belongs to nobody else. */
function apply(session: unknown, path: readonly unknown[], { kind, v, i }: JsonObject): boolean {
  const key = path.at(-1);
  const holder = path.slice(0, -1).reduce(memberOf, session);
  if (!isContainer(holder) || !isSafeKey(key)) return false;
  switch (kind) {
    case operations.set:
      holder[key] = v;
      return true;
    case operations.delete:
      holder[key] = undefined;
      return true;
    case operations.push: {
      const list = memberOf(holder, key) ?? [];
      if (!Array.isArray(list)) return false;
      if (typeof i === 'number') list.length = Math.min(list.length, Math.max(0, i));
      if (Array.isArray(v)) list.push(...(v as unknown[]));
      holder[key] = list;
      return true;
    }
    default:
      return false;
  }
}

type Container = Record<string | number, unknown>;

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function memberOf(holder: unknown, key: unknown): unknown {
  return isContainer(holder) && isSafeKey(key) && Object.hasOwn(holder, key) ? holder[key] : undefined;
}

/** `__proto__` would reach what every object shares. */
function isSafeKey(key: unknown): key is string | number {
  return (
    (typeof key === 'string' && key !== '__proto__') || (typeof key === 'number' && Number.isInteger(key) && key >= 0)
  );
}
