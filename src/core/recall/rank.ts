import type { Role } from '../conversation/message';
import { inverseFrequency, saturation } from './bm25';

/** What ranking knows about a message: its neighbours are what it answers and what answers it. */
export interface RankedMessage {
  readonly role: Role;
  /** Position in the transcript. */
  readonly ordinal: number;
  /** Index of the message before it on its branch; -1 where there is none. */
  readonly previous: number;
}

/** A passage that holds at least one of the query's terms. */
export interface PassageMatch {
  /** Index of the passage; any number that names it. */
  readonly passage: number;
  /** Index of its message. */
  readonly message: number;
  /** Terms in the passage. */
  readonly length: number;
  /** How often each term of the query occurs in it, in the query's order. */
  readonly counts: ArrayLike<number>;
}

export interface RankedPassage {
  readonly match: PassageMatch;
  readonly score: number;
}

/** What is searched, beside the matches themselves. */
export interface RankedCollection {
  readonly passages: number;
  /** Mean number of terms in a passage. */
  readonly averageLength: number;
  message(index: number): RankedMessage;
}

/**
 * Orders the matching passages, best first.
 *
 * BM25 over passages gives each message the score of its best one; a message also earns a share of what its neighbours
 * score, so that an answer is found by its question. What a person wrote counts more than what a model or a tool did.
 * The best passage of each message comes first, further ones of the same message after all of these. Ties are read
 * from both ends: of many revisions of one thing, the newest and the oldest lead.
 */
export function rank(
  weights: readonly number[],
  matches: readonly PassageMatch[],
  collection: RankedCollection,
): RankedPassage[] {
  const scored = scorePassages(weights, matches, collection);
  const best = new Map<number, number>();
  for (const { match, score } of scored) best.set(match.message, Math.max(best.get(match.message) ?? 0, score));
  const next = new Map<number, number>();
  for (const [message, score] of best) {
    const { previous } = collection.message(message);
    if (previous >= 0) next.set(previous, Math.max(next.get(previous) ?? 0, score));
  }
  const ranked = scored.map(({ match, score }) => {
    const { role, previous } = collection.message(match.message);
    const neighbours = (best.get(previous) ?? 0) + (next.get(match.message) ?? 0);
    return { match, score: (score + neighbourShare * neighbours) * roleWeights[role] };
  });
  ranked.sort((a, b) => b.score - a.score);
  return tiesFromBothEnds(bestOfEachMessageFirst(ranked), collection);
}

/** A neighbour's share: enough to find an answer by its question, too little to outrank what was asked for. */
const neighbourShare = 0.2;

/** A person's short message holds the fact; the long answer to it holds every word. */
const roleWeights: Readonly<Record<Role, number>> = { user: 2, assistant: 1, tool: 1, system: 1 };

/** Scores closer than this share count as equal. */
const tieShare = 0.001;

function scorePassages(
  weights: readonly number[],
  matches: readonly PassageMatch[],
  collection: RankedCollection,
): RankedPassage[] {
  const termWeights = weights.map((weight, term) => {
    const holding = matches.reduce((sum, { counts }) => sum + ((counts[term] ?? 0) > 0 ? 1 : 0), 0);
    return weight * inverseFrequency(collection.passages, holding);
  });
  return matches.map((match) => {
    let score = 0;
    termWeights.forEach((weight, term) => {
      const count = match.counts[term] ?? 0;
      if (count > 0) score += weight * saturation(count, match.length, collection.averageLength);
    });
    return { match, score };
  });
}

function bestOfEachMessageFirst(ranked: readonly RankedPassage[]): RankedPassage[] {
  const seen = new Set<number>();
  const further: RankedPassage[] = [];
  const first = ranked.filter((passage) => {
    if (!seen.has(passage.match.message)) return seen.add(passage.match.message);
    further.push(passage);
    return false;
  });
  return [...first, ...further];
}

function tiesFromBothEnds(ranked: readonly RankedPassage[], collection: RankedCollection): RankedPassage[] {
  const result: RankedPassage[] = [];
  const ordinal = ({ match }: RankedPassage) => collection.message(match.message).ordinal;
  for (let start = 0; start < ranked.length;) {
    const lead = ranked[start]?.score ?? 0;
    let end = start + 1;
    while (end < ranked.length && Math.abs(lead - (ranked[end]?.score ?? 0)) <= lead * tieShare) end += 1;
    const tied = ranked.slice(start, end).sort((a, b) => ordinal(b) - ordinal(a));
    for (let newest = 0, oldest = tied.length - 1; newest <= oldest; newest += 1, oldest -= 1) {
      result.push(...tied.slice(newest, newest + 1));
      if (oldest > newest) result.push(...tied.slice(oldest, oldest + 1));
    }
    start = end;
  }
  return result;
}
