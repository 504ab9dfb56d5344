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

/** What the index found for a query. */
export interface FoundMatches {
  /** Of each term of the query, how many passages of the collection hold it. */
  readonly holding: readonly number[];
  readonly matches: readonly PassageMatch[];
}

/** A passage with its score; higher is better, comparable within one search only. */
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
  { matches, holding }: FoundMatches,
  collection: RankedCollection,
): RankedPassage[] {
  const weights = termWeights(query, holding, collection.passages);
  const roles = roleWeights(query, collection.meanMessageLength);
  const roleOf = ({ message }: PassageMatch) => roles[collection.message(message).role];
  const scored = matches.map((match): Scored => {
    const own = ownScore(match, weights, query, collection.meanLength);
    return { match, own, score: own * roleOf(match) };
  });
  const around = new Surroundings(scored, weights, collection);
  const ranked = leading(scored).map(({ match, own }): Scored => {
    return { match, own, score: (own + around.scoreOf(match.message)) * roleOf(match) };
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

function termWeights(query: SearchQuery, holding: readonly number[], passages: number): number[] {
  return query.terms.map(({ weight }, term) => {
    const count = holding[term] ?? 0;
    return count === 0 ? 0 : weight * inverseFrequency(passages, count) ** rarityExponent;
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

/** Surroundings lift a passage, but none from further down than this. */
const mostRanked = 500;

function leading(scored: readonly Scored[]): readonly Scored[] {
  if (scored.length <= mostRanked) return scored;
  const last = Float64Array.from(scored, ({ score }) => -score).sort()[mostRanked - 1] ?? 0;
  return scored.filter(({ score }) => score >= -last);
}

/** What stands around a message: the two messages before it and the two after, as far as they match. */
class Surroundings {
  private readonly passages = new Map<number, Scored[]>();
  private readonly next = new Map<number, number>();

  constructor(
    scored: readonly Scored[],
    private readonly weights: readonly number[],
    private readonly collection: RankedCollection,
  ) {
    for (const passage of scored) {
      const name = passage.match.message;
      const known = this.passages.get(name);
      if (known) known.push(passage);
      else this.passages.set(name, [passage]);
    }
    for (const name of this.passages.keys()) {
      const { previous } = collection.message(name);
      this.next.set(previous, name);
      // A message between two that match need not match itself.
      if (previous >= 0 && !this.passages.has(previous)) this.next.set(collection.message(previous).previous, previous);
    }
  }

  scoreOf(name: number): number {
    const previous = this.collection.message(name).previous;
    const beforePrevious = previous < 0 ? -1 : this.collection.message(previous).previous;
    const next = this.next.get(name) ?? -1;
    const counts = new Float64Array(this.weights.length);
    this.add(counts, name, 1);
    this.add(counts, previous, previousShare);
    this.add(counts, beforePrevious, previousShare / 2);
    this.add(counts, next, nextShare);
    this.add(counts, this.next.get(next) ?? -1, nextShare / 2);
    const context = termScore(counts, this.weights, 1);
    return contextShare * context + neighbourShare * (this.best(previous) + this.best(next));
  }

  /** Adds a message's mentions: of each term, the most in one passage. */
  private add(counts: Float64Array, name: number, share: number): void {
    const passages = this.passages.get(name) ?? [];
    for (let term = 0; term < counts.length; term += 1) {
      let most = 0;
      for (const { match } of passages) most = Math.max(most, match.counts[term] ?? 0);
      counts[term] = (counts[term] ?? 0) + share * most;
    }
  }

  private best(name: number): number {
    return Math.max(0, ...(this.passages.get(name) ?? []).map(({ own }) => own));
  }
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
