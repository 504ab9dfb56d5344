import { citationsOf, parseCitation, type CitationTarget } from '../core/archive/citation';
import type { ArchiveStore, StoredMessage } from '../core/archive/store';
import { textOf } from '../core/conversation/message';
import { keepStart } from '../core/conversation/unicode';
import { renderQuote } from '../core/recall/renderPassages';
import type { TokenCounter } from '../core/tokens/counter';
import type { EngineRead, ReadResult } from './api';

/** A page holds about this many tokens where the caller names no limit: a fifth of the smallest window in use. */
const defaultPageTokens = 1500;

/**
 * Fewer characters than this a page never aims at, so that reading goes on whatever the limit: more than the longest
 * grapheme a cut keeps whole, or a page that begins with one would be empty.
 */
const smallestPageUnits = 300;

/** How many messages are read from the store at a time while looking for a citation. */
const listPage = 500;

/**
 * The verbatim source behind a citation, in pages: the cited message, and as many before and after it as asked for.
 * A cursor is the number of characters of the whole answer that were already read.
 */
export async function readPage(store: ArchiveStore, counter: TokenCounter, request: EngineRead): Promise<ReadResult> {
  const target = parseCitation(request.citation);
  if (!target)
    return missing(
      `"${request.citation}" is not a citation: give one as search_conversation shows it, for example #12 or #12.3.`,
    );
  const messages = await messagesOf(store, request);
  const index = findCited(messages, target);
  if (index === -1)
    return missing(
      `${request.citation} is not in the archive of this conversation: it may still be in the chat above, or on a branch that was edited away.`,
    );

  const chosen = messages.slice(Math.max(0, index - (request.before ?? 0)), index + 1 + (request.after ?? 0));
  const citations = citationsOf(messages);
  const whole = chosen
    .map((message) =>
      renderQuote({ ...message, citation: citations.get(message.id) ?? `#${message.turn}` }, textOf(message)),
    )
    .join('\n\n');
  const start = Number(request.cursor ?? 0);
  if (!Number.isSafeInteger(start) || start < 0 || start >= whole.length)
    return missing(`"${request.cursor}" is not a cursor of this page: leave it out to read from the beginning.`);

  const text = pageFrom(whole.slice(start), counter, request.maxTokens ?? defaultPageTokens);
  const next = start + text.length;
  return {
    kind: 'page',
    text,
    messages: chosen.map(({ id }) => id),
    ...(next < whole.length && { nextCursor: String(next) }),
  };
}

function missing(reason: string): ReadResult {
  return { kind: 'missing', reason };
}

/** The archived messages of the branch by ordinal; of every branch where none is given. */
async function messagesOf(store: ArchiveStore, { conversation, branch }: EngineRead): Promise<StoredMessage[]> {
  if (branch) return store.read(conversation, branch);
  const all: StoredMessage[] = [];
  for (let offset = 0; ; offset += listPage) {
    const page = await store.list(conversation, { offset, limit: listPage });
    all.push(...page);
    if (page.length < listPage) return all;
  }
}

function findCited(messages: readonly StoredMessage[], { turn, offset, idPrefix }: CitationTarget): number {
  const ofTurn = messages.filter((message) => message.turn === turn);
  const first = ofTurn.reduce((lowest, { ordinal }) => Math.min(lowest, ordinal), Number.POSITIVE_INFINITY);
  return messages.findIndex(
    (message) =>
      message.turn === turn &&
      message.ordinal === first + offset &&
      (idPrefix === undefined || message.id.startsWith(idPrefix)),
  );
}

function pageFrom(text: string, counter: TokenCounter, maxTokens: number): string {
  let units = text.length;
  for (;;) {
    const page = keepStart(text, units);
    const tokens = counter.countText(page);
    if (tokens <= maxTokens || units <= smallestPageUnits) return page;
    units = Math.max(smallestPageUnits, Math.floor((units * maxTokens) / tokens));
  }
}
