import type { PassageState, SearchRequest, SearchResult, Passage } from '../core/archive/store';
import { citationOf } from '../core/archive/citation';
import type { MessageId } from '../core/conversation/message';
import type { Analyser } from '../core/recall/analyser';
import { rank } from '../core/recall/rank';
import { searchQuery } from '../core/recall/searchQuery';
import type { ArchivedMessage } from './codec';
import type { ConversationDatabase } from './conversationDatabase';

/**
 * The best passages for a query. Messages of other branches take no part, unless asked for; those still in the request
 * help to find their neighbours but are not served. Reads on until enough are found or {@link mostCandidates} were read.
 */
export function searchDatabase(db: ConversationDatabase, request: SearchRequest, analyser: Analyser): SearchResult {
  const query = searchQuery(request.query, analyser);
  const collection = db.collection();
  const stateOf = (id: MessageId): PassageState => {
    if (!request.branch.has(id)) return 'undone';
    return request.live.has(id) ? 'live' : 'evicted';
  };
  const found = db.matches(query.terms.map(({ text }) => text));
  const isSearched = (id: MessageId) => request.includeAll === true || request.branch.has(id);
  const matches = found.matches.filter(({ message }) => isSearched(collection.messageId(message)));
  const ranked = rank(query, { ...found, matches }, collection);
  const hits: Passage[] = [];
  let searched = 0;
  for (const { match, score } of ranked) {
    if (hits.length >= request.limit || searched >= mostCandidates) break;
    searched += 1;
    const state = stateOf(collection.messageId(match.message));
    if (state === 'live' && request.includeAll !== true) continue;
    const passage = db.passage(match.passage);
    if (passage) hits.push(hitOf(passage.message, passage.text, state, score));
  }
  return { hits, searched };
}

/** Passages looked at before giving up. */
const mostCandidates = 256;

function hitOf(message: ArchivedMessage, text: string, state: PassageState, score: number): Passage {
  const { id, turn, ordinal, role, time } = message;
  return {
    messageId: id,
    citation: archivedCitation(message, state !== 'undone'),
    turn,
    ordinal,
    role,
    ...(time !== undefined && { time }),
    text,
    state,
    score,
  };
}

/** On another branch the number alone would name this branch's own message, so the head of the id goes with it. */
function archivedCitation(message: ArchivedMessage, onBranch: boolean): string {
  const citation = citationOf(message, message.ordinal - message.turnOffset);
  return onBranch ? citation : `${citation}@${message.id.slice(0, 8)}`;
}
