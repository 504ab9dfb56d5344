import type { ConversationId } from '../../core/archive/store';
import type { AttachmentPart, ImagePart, Message, MessageId } from '../../core/conversation/message';
import { isAttachedPart, isMessage, isRecord } from './messageShape';
import { isSentRequest, type SentRequest } from './sentRequest';

/**
 * What rides in the result of a turn of ours: everything the next turn needs that the editor's history does not hold.
 * Small: bodies stay in the archive, by id.
 */
export interface TurnMetadata {
  readonly version: 1;
  /** `command`: a slash command, no part of the conversation. `sample`: stands for the sample conversation. */
  readonly kind: 'turn' | 'command' | 'sample';
  readonly conversation: ConversationId;
  /** What the user attached, without contents: part of the message's identity, and a file may have changed since. */
  readonly attached?: readonly (AttachmentPart | ImagePart)[];
  readonly rounds?: TurnRounds;
  /** The request this turn sent last, or measured. */
  readonly sent?: SentRequest;
}

/** The tool rounds of a turn: in the archive, or here with capped bodies where nothing could be recorded. */
export type TurnRounds = {
  /** UTF-16 units of the streamed text that belong to the rounds; the answer starts behind them. */
  readonly answerStart: number;
} & (
  | { readonly kind: 'stored'; readonly ids: readonly MessageId[] }
  | { readonly kind: 'inline'; readonly messages: readonly Message[] }
);

const key = 'throughline';

/** The form in which it goes into `ChatResult.metadata`. */
export function asResultMetadata(metadata: TurnMetadata): Record<string, unknown> {
  return { [key]: metadata };
}

/** Reads it back. `undefined` for a turn that was cancelled, is of another version or holds something else. */
export function readTurnMetadata(resultMetadata: unknown): TurnMetadata | undefined {
  const value = isRecord(resultMetadata) ? resultMetadata[key] : undefined;
  if (!isRecord(value) || value['version'] !== 1 || !isConversationId(value['conversation'])) return undefined;
  const kind = value['kind'];
  if (kind !== 'turn' && kind !== 'command' && kind !== 'sample') return undefined;
  const attached = value['attached'];
  const rounds = value['rounds'];
  const sent = value['sent'];
  return {
    version: 1,
    kind,
    conversation: value['conversation'],
    ...(Array.isArray(attached) && attached.every(isAttachedPart) && { attached }),
    ...(isTurnRounds(rounds) && { rounds }),
    ...(isSentRequest(sent) && { sent }),
  };
}

function isTurnRounds(value: unknown): value is TurnRounds {
  if (!isRecord(value) || !Number.isInteger(value['answerStart']) || Number(value['answerStart']) < 0) return false;
  if (value['kind'] === 'stored') return isArrayOf(value['ids'], (id) => typeof id === 'string');
  return value['kind'] === 'inline' && isArrayOf(value['messages'], isMessage);
}

function isArrayOf(value: unknown, holds: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(holds);
}

/** It becomes part of a file name: nothing else than what we make is taken. */
function isConversationId(value: unknown): value is ConversationId {
  return typeof value === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(value);
}
