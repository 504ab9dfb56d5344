import type { Analyser, Term, TermKind } from './analyser';
import { isRecollectionWord } from './stopWords';
import { trait } from './traits';

/** A term to look for and how much it is worth beside its rarity. */
export interface QueryTerm {
  readonly text: string;
  readonly kind: TermKind;
  readonly weight: number;
}

/** A question or a request as search understands it. */
export interface SearchQuery {
  /** Each term once. Empty where the text names nothing: punctuation alone. */
  readonly terms: readonly QueryTerm[];
  /** Traits (see `traits.ts`) of passages that fit the kind of question: "when", "how many", a new request. */
  readonly fittingTraits: number;
  /** It asks for the assistant's words: "what did you suggest". */
  readonly asksForAnswers: boolean;
}

/**
 * What to look for. Stop words are left out unless they are quoted or nothing else is there; in a run without spaces
 * the bigrams speak for their characters.
 */
export function searchQuery(text: string, analyser: Analyser): SearchQuery {
  const fittingTraits =
    (asksWhen.test(text) ? trait.time : 0) |
    (asksHowMany.test(text) ? trait.number : 0) |
    (speaksOfThePast.test(text) ? 0 : trait.rule);
  return { terms: queryTerms(text, analyser), fittingTraits, asksForAnswers: asksForAnswers.test(text) };
}

const asksWhen = /\bwhen\b|\bwhat (?:date|day|month|year|time)\b|\bhow long\b/i;
const asksHowMany = /\bhow (?:many|much|old|long|often)\b|\b(?:number|amount|percentage)\b/i;
/** Without such a word the text asks for something to be done, and the rules laid down for that apply. */
const speaksOfThePast =
  /\b(?:did|was|were|had|have|has|ever|earlier|before|previously|ago|mentioned|said|told|discussed|history|so far)\b/i;
const asksForAnswers =
  /\b(?:did|have|had|were) you\b|\byou (?:recommended|suggested|said|told|gave|mentioned|wrote|proposed|advised|provided|explained)\b|\byour (?:suggestion|recommendation|advice|answer|explanation|code|solution)s?\b/i;

function queryTerms(text: string, analyser: Analyser): QueryTerm[] {
  const quoted = new Set(quotedPieces(text).flatMap((piece) => analyser.analyse(piece).map((term) => term.text)));
  const about = new Set(recollections(text).flatMap((word) => analyser.analyse(word).map((term) => term.text)));
  const all = analyser.analyse(text);
  const telling = all.filter((term) => !term.stop || quoted.has(term.text));
  const terms = new Map<string, QueryTerm>();
  for (const term of withoutCoveredCharacters(telling.length > 0 ? telling : all)) {
    if (terms.has(term.text)) continue;
    const chosen = quoted.has(term.text) ? quotedWeight : about.has(term.text) ? recollectionWeight : 1;
    terms.set(term.text, { text: term.text, kind: term.kind, weight: kindWeights[term.kind] * chosen });
  }
  return Array.from(terms.values());
}

/** A single character of a run without spaces is found everywhere; as a query of its own it still works. */
const kindWeights: Readonly<Record<TermKind, number>> = { word: 1, identifier: 1, part: 1, bigram: 1, character: 0.5 };

/** Quoted words were chosen with care. */
const quotedWeight = 1.5;

/** Words about the conversation are rare in it, so their rarity must not decide. */
const recollectionWeight = 0.5;

function quotedPieces(text: string): string[] {
  return Array.from(text.matchAll(/"([^"]{1,200})"|“([^”]{1,200})”|`([^`]{1,200})`/g), (match) =>
    match[0].slice(1, -1),
  );
}

function recollections(text: string): string[] {
  return (text.toLowerCase().match(/[a-z]+/g) ?? []).filter(isRecollectionWord);
}

/** Drops the single characters of runs that also gave bigrams. */
function withoutCoveredCharacters(terms: readonly Term[]): Term[] {
  const covered = new Set(terms.flatMap((term) => (term.kind === 'bigram' ? Array.from(term.text) : [])));
  return terms.filter((term) => term.kind !== 'character' || !covered.has(term.text));
}
