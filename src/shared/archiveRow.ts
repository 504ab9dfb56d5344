import type { Passage, PassageState, StoredMessage } from '../core/archive/store';
import type { MessageId, Role } from '../core/conversation/message';
import { textOf } from '../core/conversation/message';
import { keepStart } from '../core/conversation/unicode';

/** An archived message as a row of the list. */
export interface ArchiveRow {
  readonly id: MessageId;
  readonly turn: number;
  readonly role: Role;
  /** Milliseconds since the epoch at which it was said, or archived where that is not known. */
  readonly time: number;
  /** Beginning of its text on one line; empty where it has none. */
  readonly preview: string;
  /** `undefined` where the branch of the chat is not known. */
  readonly state: PassageState | undefined;
}

/** A passage found by a search. */
export interface HitRow {
  readonly id: MessageId;
  readonly citation: string;
  readonly turn: number;
  readonly role: Role;
  readonly time: number | undefined;
  readonly text: string;
  readonly state: PassageState | undefined;
}

/** Where a message stands relative to the chat's last request; `undefined` where that is not known. */
export type StateOf = (id: MessageId) => PassageState | undefined;

/** What people read for a state. */
export const stateLabels: Readonly<Record<PassageState, string>> = {
  evicted: 'archived',
  live: 'in the request',
  undone: 'other branch',
};

export const roleLabels: Readonly<Record<Role, string>> = {
  system: 'Instructions',
  user: 'You',
  assistant: 'Assistant',
  tool: 'Tool',
};

/** Longer than any side bar shows on one line. */
const previewUnits = 200;

export function archiveRow(message: StoredMessage, stateOf: StateOf): ArchiveRow {
  // Cut before white space is joined: a tool result may be a megabyte long.
  const start = textOf(message).slice(0, 4 * previewUnits);
  return {
    id: message.id,
    turn: message.turn,
    role: message.role,
    time: message.time ?? message.archivedAt,
    preview: keepStart(start.replace(/\s+/g, ' ').trim(), previewUnits).toWellFormed(),
    state: stateOf(message.id),
  };
}

export function hitRow(passage: Passage, stateOf: StateOf): HitRow {
  const { messageId, citation, turn, role, time, text } = passage;
  return { id: messageId, citation, turn, role, time, text, state: stateOf(messageId) };
}

/** Tells states by a request's branch and by what is still verbatim in it. */
export function statesBy(
  scope: { readonly branch: readonly MessageId[]; readonly live: readonly MessageId[] } | undefined,
): StateOf {
  if (scope === undefined) return () => undefined;
  const branch = new Set(scope.branch);
  const live = new Set(scope.live);
  return (id) => (live.has(id) ? 'live' : branch.has(id) ? 'evicted' : 'undone');
}
