import type { ConversationId } from '../../core/archive/store';
import { parseCitation } from '../../core/archive/citation';
import { renderPassages } from '../../core/recall/renderPassages';
import type { Engine, ModelIdentity, SearchScope } from '../../engine/api';
import { toolNames } from '../ids';
import { defaultPassages, mostPassages } from './retrievalTools';

/** Whose archive a retrieval call reads, and how much its answer may take. */
export interface RetrievalTarget {
  readonly conversation: ConversationId;
  readonly scope?: SearchScope;
  readonly model?: ModelIdentity;
  /** Tokens left in the request; absent where the caller did not say. */
  readonly room?: number;
}

/** Less room than this holds no passage worth reading. */
const leastRoomTokens = 64;

/** Tokens a page or a result takes when nobody says how much room there is. */
const defaultRoomTokens = 4_096;

/** The text of a `search_conversation` result. Never rejects but for cancellation: a fault is a sentence too. */
export async function answerSearch(
  engine: Engine,
  target: RetrievalTarget | undefined,
  input: unknown,
  signal?: AbortSignal,
): Promise<string> {
  const query = stringUnder(input, 'query')?.trim() ?? '';
  if (query === '') return 'The query is empty. Call again with the names, numbers or words that would stand in it.';
  if (!target) return nothingRecorded;
  if (target.room !== undefined && target.room < leastRoomTokens) return noRoom;
  const { hits, searched } = await engine.search(
    {
      conversation: target.conversation,
      query,
      limit: clamp(integerUnder(input, 'top_k') ?? defaultPassages, 1, mostPassages),
      ...(target.scope && { scope: target.scope }),
      ...(target.model && { model: target.model }),
      maxTokens: target.room ?? defaultRoomTokens,
    },
    signal,
  );
  if (hits.length > 0) return renderPassages(hits);
  if (searched === 0)
    return `No archived passage matches “${query}”. What was said recently is still in view above; for older turns try other words.`;
  return `No archived passage matches “${query}”. Try other words: an exact name, number, path or error text.`;
}

/** The text of a `read_conversation` result. */
export async function answerRead(
  engine: Engine,
  target: RetrievalTarget | undefined,
  input: unknown,
  signal?: AbortSignal,
): Promise<string> {
  const citation = stringUnder(input, 'citation')?.trim() ?? '';
  if (!parseCitation(citation)) {
    return `“${citation}” is not a citation. Citations look like #12 or #12.3; ${toolNames.search} returns them.`;
  }
  if (!target) return nothingRecorded;
  if (target.room !== undefined && target.room < leastRoomTokens) return noRoom;
  const before = integerUnder(input, 'before');
  const after = integerUnder(input, 'after');
  const cursor = stringUnder(input, 'cursor');
  const result = await engine.read(
    {
      conversation: target.conversation,
      citation,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
      ...(cursor !== undefined && cursor !== '' && { cursor }),
      ...(target.scope && { branch: target.scope.branch }),
      ...(target.model && { model: target.model }),
      maxTokens: target.room ?? defaultRoomTokens,
    },
    signal,
  );
  if (result.kind === 'missing') return result.reason;
  if (result.nextCursor === undefined) return result.text;
  return `${result.text}\n\n(More follows: call ${toolNames.read} again with cursor "${result.nextCursor}".)`;
}

const nothingRecorded =
  'No conversation has been archived in this window yet, so there is nothing to search. Everything said so far is in view.';

const noRoom =
  'There is no room left in this request for passages. Answer with what is in view, or ask the user to start a new turn.';

function stringUnder(input: unknown, key: string): string | undefined {
  const value = valueUnder(input, key);
  return typeof value === 'string' ? value : undefined;
}

function integerUnder(input: unknown, key: string): number | undefined {
  const value = valueUnder(input, key);
  return typeof value === 'number' && Number.isFinite(value) ? Math.trunc(value) : undefined;
}

function valueUnder(input: unknown, key: string): unknown {
  return typeof input === 'object' && input !== null ? (input as Record<string, unknown>)[key] : undefined;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
