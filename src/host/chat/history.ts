import type { ConversationId } from '../../core/archive/store';
import {
  text,
  type AttachmentPart,
  type ImagePart,
  type Message,
  type MessageId,
} from '../../core/conversation/message';
import { participantId, slashCommands } from '../ids';
import type { SentRequest } from './sentRequest';
import { readTurnMetadata, type TurnMetadata, type TurnRounds } from './turnMetadata';

/** A request as the editor's history tells it: `ChatRequestTurn`, or a plain object of that shape. */
export interface HistoryRequest {
  readonly prompt: string;
  readonly participant: string;
  readonly command?: string | undefined;
  readonly references: readonly unknown[];
}

/** `ChatResponseTurn`, or a plain object of that shape. */
export interface HistoryResponse {
  readonly response: readonly unknown[];
  readonly result: { readonly metadata?: unknown };
  readonly participant: string;
  readonly command?: string | undefined;
}

/** Where history gets what the editor does not keep. */
export interface HistorySources {
  /** Recorded messages by id; unknown ones are left out. May reject: the turn then comes back as its text only. */
  fetch(conversation: ConversationId, ids: readonly MessageId[]): Promise<readonly (Message & { id: MessageId })[]>;
  sample(): Promise<readonly Message[]>;
  /** References of an earlier turn as parts; with contents where these cannot have changed. */
  attached(references: readonly unknown[]): (AttachmentPart | ImagePart)[];
}

/** What the editor's history holds of a conversation of ours. */
export interface History {
  /** Absent on the first turn of a chat. */
  readonly conversation?: ConversationId;
  /** The sample conversation was loaded into this chat. */
  readonly hasSample: boolean;
  /** Finished turns, oldest first, without instructions. */
  readonly messages: readonly Message[];
  /** Numbers of the newest request of this chat; absent where none was sent yet. */
  readonly sent?: SentRequest;
}

/**
 * Rebuilds the messages that were sent from the editor's chat history and our metadata, so that each gets the identity
 * it had. Turns our slash commands answered are no part of the conversation; the sample's turn stands for many.
 */
export async function readHistory(
  turns: readonly (HistoryRequest | HistoryResponse)[],
  sources: HistorySources,
): Promise<History> {
  const exchanges = exchangesOf(turns);
  const recorded = await fetchRounds(exchanges, sources);
  const messages: Message[] = [];
  for (const exchange of exchanges) messages.push(...(await messagesOf(exchange, recorded, sources)));

  const newestFirst = exchanges.toReversed().flatMap(({ metadata }) => (metadata ? [metadata] : []));
  const conversation = newestFirst[0]?.conversation;
  const sent = newestFirst.find((metadata) => metadata.sent)?.sent;
  const hasSample = exchanges.some(({ metadata }) => metadata?.kind === 'sample');
  return { messages, hasSample, ...(conversation !== undefined && { conversation }), ...(sent && { sent }) };
}

/** The message a user's turn is, today and whenever it is read again. */
export function userTurn(prompt: string, attached: readonly (AttachmentPart | ImagePart)[]): Message {
  return { role: 'user', parts: [text(prompt), ...attached] };
}

interface Exchange {
  readonly request: HistoryRequest;
  readonly response?: HistoryResponse;
  readonly metadata?: TurnMetadata;
}

function exchangesOf(turns: readonly (HistoryRequest | HistoryResponse)[]): Exchange[] {
  const exchanges: Exchange[] = [];
  turns.forEach((turn, index) => {
    if (!('prompt' in turn) || turn.participant !== participantId) return;
    const next = turns[index + 1];
    if (!next || 'prompt' in next) {
      exchanges.push({ request: turn });
      return;
    }
    const metadata = readTurnMetadata(next.result.metadata);
    exchanges.push({ request: turn, response: next, ...(metadata && { metadata }) });
  });
  return exchanges;
}

type Recorded = ReadonlyMap<MessageId, Message>;

/** All recorded rounds of the chat at once: one call per conversation, and a chat is nearly always one. */
async function fetchRounds(exchanges: readonly Exchange[], sources: HistorySources): Promise<Recorded> {
  const wanted = new Map<ConversationId, MessageId[]>();
  for (const { metadata } of exchanges) {
    if (metadata?.rounds?.kind !== 'stored') continue;
    wanted.set(metadata.conversation, [...(wanted.get(metadata.conversation) ?? []), ...metadata.rounds.ids]);
  }
  const fetched = await Promise.all(
    [...wanted].map(([conversation, ids]) => sources.fetch(conversation, ids).catch(() => [])),
  );
  return new Map(fetched.flat().map((message) => [message.id, withoutStorage(message)]));
}

function withoutStorage({ role, parts, synthetic, time }: Message): Message {
  return { role, parts, ...(synthetic !== undefined && { synthetic }), ...(time !== undefined && { time }) };
}

const ownCommands = new Set<string>(Object.values(slashCommands));

async function messagesOf(exchange: Exchange, recorded: Recorded, sources: HistorySources): Promise<Message[]> {
  const { request, response, metadata } = exchange;
  if (metadata?.kind === 'sample') return [...(await sources.sample())];
  if (metadata?.kind === 'command') return [];
  // A slash command that was cancelled left no metadata.
  if (request.command !== undefined && ownCommands.has(request.command)) return [];

  const again = sources.attached(request.references);
  const messages = [userTurn(request.prompt, metadata?.attached?.map((part) => withContents(part, again)) ?? again)];
  const shown = response ? shownText(response) : '';
  const rounds = metadata?.rounds && messagesOfStoredRounds(metadata.rounds, recorded);
  messages.push(...(rounds ?? []));
  const answer = rounds && metadata.rounds ? shown.slice(metadata.rounds.answerStart) : shown;
  if (answer.trim() !== '') messages.push({ role: 'assistant', parts: [text(answer)] });
  return messages;
}

/** What was attached, with the contents that its reference still holds: metadata holds none. */
function withContents(
  part: AttachmentPart | ImagePart,
  again: readonly (AttachmentPart | ImagePart)[],
): AttachmentPart | ImagePart {
  if (part.kind !== 'attachment' || part.text !== undefined) return part;
  const found = again.find((one) => one.kind === 'attachment' && one.reference === part.reference);
  return found ?? part;
}

/** `undefined` where not every message is there: half a round would be a call without its result. */
function messagesOfStoredRounds(rounds: TurnRounds, recorded: Recorded): Message[] | undefined {
  if (rounds.kind === 'inline') return [...rounds.messages];
  const messages = rounds.ids.flatMap((id) => recorded.get(id) ?? []);
  return messages.length === rounds.ids.length ? messages : undefined;
}

/** The streamed Markdown; buttons, progress and file trees are not part of the conversation. */
function shownText(response: HistoryResponse): string {
  return response.response.map(markdownOf).join('');
}

function markdownOf(part: unknown): string {
  if (typeof part !== 'object' || part === null || !('value' in part)) return '';
  const { value } = part;
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || !('value' in value)) return '';
  return typeof value.value === 'string' ? value.value : '';
}
