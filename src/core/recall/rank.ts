import type { Role } from '../conversation/message';
import { inverseFrequency, saturation } from './bm25';
import type { SearchQuery } from './searchQuery';
import { trait } from './traits';

/** What ranking knows about a message. */
export interface RankedMessage {
  readonly role: Role;
  /** Position in the transcript. */
  readonly ordinal: number;
  /** Names the message before it on its branch; -1 where there is none. */
  readonly previous: number;
}

/** A passage that holds at least one of the query's terms. */
export interface PassageMatch {
  /** Any number that names it. */
  readonly passage: number;
  /** Names its message. */
  readonly message: number;
  /** Terms in the passage. */
  readonly length: number;
  /** See `traits.ts`. */
  readonly traits: number;
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
  readonly meanLength: number;
  /** Mean number of terms in all passages of a message, by role; 0 where there is none. */
  readonly meanMessageLength: Readonly<Record<Role, number>>;
  message(name: number): RankedMessage;
}

/**
 * Orders the matching passages, best first.
 *
 * BM25 over passages leads. To it comes what stands around the message: an answer is found by its question, a fact by
 * the talk it was part of. Roles that write at length are discounted, since they say every word sooner or later, while
 * a person's short message holds the fact. The best passage of each message comes first, further ones of the same
 * message after all of these. Ties are read from both ends: of many revisions of one thing, the newest and the oldest
 * lead.
 */
export function rank(
  query: SearchQuery,
  matches: readonly PassageMatch[],
  collection: RankedCollection,
): RankedPassage[] {
  const weights = termWeights(query, matches, collection.passages);
  const own = matches.map((match) => ownScore(match, weights, query, collection.meanLength));
  const messages = bestOfMessages(matches, own);
  const around = scoresAround(messages, weights, collection);
  const roles = roleWeights(query, collection.meanMessageLength);
  const ranked = matches.map((match, index): Scored => {
    const mine = own[index] ?? 0;
    const score = (mine + (around.get(match.message) ?? 0)) * roles[collection.message(match.message).role];
    return { match, own: mine, score };
  });
  ranked.sort((a, b) => b.score - a.score || b.match.passage - a.match.passage);
  return tiesFromBothEnds(bestOfEachMessageFirst(ranked), collection).map(({ match, score }) => ({ match, score }));
}

interface Scored extends RankedPassage {
  /** Without the neighbourhood and the role. */
  readonly own: number;
}

/** Passages shorter than this count as long as this: a greeting is not to the point because it is short. */
const shortestLength = 40;

/** Below 1, rare words lead less: a question paraphrases, so its rarest word is often not in the answer. */
const rarityExponent = 0.85;

/** How much is added where all of the question is there, falling off fast where half of it is. */
const coverageShare = 0.5;

/** What the surroundings of a message count beside its own words. */
const contextShare = 0.4;
/** Within them: the message before (the question), and the one after. Two steps away count half. */
const previousShare = 2;
const nextShare = 1;

/** What the direct neighbours' own scores add. */
const neighbourShare = 0.1;

/** A passage with a date for "when", or with a number for "how many". */
const answerShare = 0.2;

/** A rule the person laid down applies to whatever is asked next, and shares few words with it. */
const ruleShare = 1;

/** A role is discounted by the square root of how much longer it writes than the person, down to a half. */
const longestDiscount = 2;
/** Down to two thirds where the query asks for the assistant's words. */
const longestDiscountForAnswers = 1.5;

function termWeights(query: SearchQuery, matches: readonly PassageMatch[], passages: number): number[] {
  return query.terms.map(({ weight }, term) => {
    const holding = matches.reduce((sum, { counts }) => sum + ((counts[term] ?? 0) > 0 ? 1 : 0), 0);
    return holding === 0 ? 0 : weight * inverseFrequency(passages, holding) ** rarityExponent;
  });
}

function ownScore(match: PassageMatch, weights: readonly number[], query: SearchQuery, meanLength: number): number {
  const relativeLength = Math.max(match.length, shortestLength) / Math.max(meanLength, shortestLength);
  const fitting = match.traits & query.fittingTraits;
  return (
    termScore(match.counts, weights, relativeLength) *
    (fitting & (trait.time | trait.number) ? 1 + answerShare : 1) *
    (fitting & trait.rule ? 1 + ruleShare : 1)
  );
}

function termScore(counts: ArrayLike<number>, weights: readonly number[], relativeLength: number): number {
  let score = 0;
  let covered = 0;
  let all = 0;
  for (let term = 0; term < weights.length; term += 1) {
    const weight = weights[term] ?? 0;
    const count = counts[term] ?? 0;
    all += weight;
    if (count === 0) continue;
    score += weight * saturation(count, relativeLength);
    covered += weight;
  }
  return all === 0 ? 0 : score * (1 + coverageShare * (covered / all) ** 2);
}

/** A message by its best passage; of each term, the most mentions in one passage. */
interface MatchedMessage {
  score: number;
  readonly counts: number[];
}

function bestOfMessages(matches: readonly PassageMatch[], own: readonly number[]): Map<number, MatchedMessage> {
  const messages = new Map<number, MatchedMessage>();
  matches.forEach(({ message, counts }, index) => {
    const score = own[index] ?? 0;
    const known = messages.get(message);
    if (!known) {
      messages.set(message, { score, counts: Array.from(counts) });
      return;
    }
    known.score = Math.max(known.score, score);
    for (let term = 0; term < known.counts.length; term += 1)
      known.counts[term] = Math.max(known.counts[term] ?? 0, counts[term] ?? 0);
  });
  return messages;
}

/** What the two messages before and after a message add to it. Only matching ones have anything to add. */
function scoresAround(
  messages: ReadonlyMap<number, MatchedMessage>,
  weights: readonly number[],
  collection: RankedCollection,
): Map<number, number> {
  const context = new Map(Array.from(messages, ([name, { counts }]) => [name, [...counts]]));
  const neighbours = new Map<number, number>();
  const lend = (from: number, to: number, share: number) => {
    const lent = messages.get(from)?.counts;
    const borrower = context.get(to);
    if (!lent || !borrower) return;
    for (let term = 0; term < lent.length; term += 1)
      borrower[term] = (borrower[term] ?? 0) + share * (lent[term] ?? 0);
  };
  for (const [name, { score }] of messages) {
    const { previous } = collection.message(name);
    if (previous < 0) continue;
    const beforePrevious = collection.message(previous).previous;
    lend(previous, name, previousShare);
    lend(name, previous, nextShare);
    lend(beforePrevious, name, previousShare / 2);
    lend(name, beforePrevious, nextShare / 2);
    neighbours.set(name, (neighbours.get(name) ?? 0) + (messages.get(previous)?.score ?? 0));
    neighbours.set(previous, (neighbours.get(previous) ?? 0) + score);
  }
  return new Map(
    Array.from(context, ([name, counts]) => [
      name,
      contextShare * termScore(counts, weights, 1) + neighbourShare * (neighbours.get(name) ?? 0),
    ]),
  );
}

function roleWeights(query: SearchQuery, meanMessageLength: Readonly<Record<Role, number>>): Record<Role, number> {
  const most = query.asksForAnswers ? longestDiscountForAnswers : longestDiscount;
  const weight = (role: Role) => {
    const ratio = meanMessageLength.user === 0 ? 1 : meanMessageLength[role] / meanMessageLength.user;
    return 1 / Math.min(most, Math.max(1, Math.sqrt(ratio)));
  };
  return { user: 1, assistant: weight('assistant'), tool: weight('tool'), system: 1 };
}

function bestOfEachMessageFirst(ranked: readonly Scored[]): Scored[] {
  const seen = new Set<number>();
  const further: Scored[] = [];
  const first = ranked.filter((passage) => {
    if (!seen.has(passage.match.message)) return seen.add(passage.match.message);
    further.push(passage);
    return false;
  });
  return [...first, ...further];
}

/** Own scores closer than this share count as equal. */
const tieShare = 0.001;
/** However equal their own words, passages whose surroundings differ by more than this are no tie. */
const widestTieShare = 0.3;

function tiesFromBothEnds(ranked: readonly Scored[], collection: RankedCollection): Scored[] {
  const result: Scored[] = [];
  const ordinal = ({ match }: Scored) => collection.message(match.message).ordinal;
  for (let lead = ranked[0]; lead; lead = ranked[result.length]) {
    const { own, score } = lead;
    let end = result.length + 1;
    for (let next = ranked[end]; next && isTie(own, score, next); next = ranked[end]) end += 1;
    const tied = ranked.slice(result.length, end).sort((a, b) => ordinal(b) - ordinal(a));
    for (let newest = 0, oldest = tied.length - 1; newest <= oldest; newest += 1, oldest -= 1) {
      result.push(...tied.slice(newest, newest + 1));
      if (oldest > newest) result.push(...tied.slice(oldest, oldest + 1));
    }
  }
  return result;
}

function isTie(own: number, score: number, next: Scored): boolean {
  return Math.abs(own - next.own) <= own * tieShare && next.score >= score * (1 - widestTieShare);
}
