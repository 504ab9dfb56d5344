import type { Branch, Message } from './message';
import type { Repair, Repaired } from './repair';
import { toWellFormed, toWellFormedJson } from './unicode';

/**
 * Replaces lone surrogates by U+FFFD in every string of every message: texts, names, call ids, arguments, references.
 * One is enough for an endpoint to refuse the request, and it stays in the history for good.
 */
export function sanitiseUnicode(branch: Branch): Repaired {
  const repairs: Repair[] = [];
  const sanitised = branch.map((message) => {
    const parts = sanitiseAll(message.parts);
    if (parts === message.parts) return message;
    repairs.push({
      messageId: message.id,
      kind: 'loneSurrogate',
      detail: `A ${message.role} message held half a character (a lone surrogate), which was replaced by U+FFFD.`,
    });
    return { ...message, parts };
  });
  return { branch: repairs.length === 0 ? branch : sanitised, repairs };
}

/** One sentence for each string that an endpoint would refuse; empty for messages fit to be sent. */
export function unicodeViolations(messages: readonly Message[]): string[] {
  return messages.flatMap((message, at) =>
    [...stringsIn(message.parts)]
      .filter(({ value }) => !value.isWellFormed())
      .map(({ key }) => `Message ${at} (${message.role}): "${key}" holds a lone surrogate.`),
  );
}

function sanitiseAll<Item>(items: readonly Item[]): readonly Item[] {
  const sanitised = items.map((item) => (isRecord(item) ? sanitiseRecord(item) : item));
  return sanitised.some((item, index) => item !== items[index]) ? sanitised : items;
}

/** Walks whatever fields a part has, so that a field added later is not forgotten. */
function sanitiseRecord<Item extends object>(record: Item): Item {
  const entries: [string, unknown][] = Object.entries(record);
  const changed = entries.flatMap(([key, value]) => {
    const sanitised = sanitiseField(key, value);
    return sanitised === value ? [] : [[key, sanitised] as const];
  });
  return changed.length === 0 ? record : { ...record, ...Object.fromEntries(changed) };
}

function sanitiseField(key: string, value: unknown): unknown {
  if (typeof value === 'string') return key === 'argumentsJson' ? toWellFormedJson(value) : toWellFormed(value);
  return Array.isArray(value) ? sanitiseAll<unknown>(value) : value;
}

/** Every string in a value, and under which key; arguments also as whoever parses them will see them. */
function* stringsIn(value: unknown, key = ''): Generator<{ key: string; value: string }> {
  if (typeof value === 'string') {
    yield { key, value };
    if (key === 'argumentsJson') yield* stringsIn(parsed(value), 'arguments');
  } else if (isRecord(value)) {
    for (const [name, field] of Object.entries(value)) {
      yield { key: name, value: name };
      yield* stringsIn(field, Array.isArray(value) ? key : name);
    }
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
