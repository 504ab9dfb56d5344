import type { Analyser, Term, TermKind } from './analyser';

/** A term to look for and how much it is worth beside its rarity. */
export interface QueryTerm {
  readonly text: string;
  readonly kind: TermKind;
  readonly weight: number;
}

/**
 * What to look for, each term once. Stop words are left out unless they are quoted or nothing else is there; in a run
 * without spaces the bigrams speak for their characters. Empty where the text names nothing: punctuation alone.
 */
export function queryTerms(text: string, analyser: Analyser): QueryTerm[] {
  const quoted = new Set(quotedPieces(text).flatMap((piece) => analyser.analyse(piece).map((term) => term.text)));
  const all = analyser.analyse(text);
  const telling = all.filter((term) => !term.stop || quoted.has(term.text));
  const terms = new Map<string, QueryTerm>();
  for (const term of withoutCoveredCharacters(telling.length > 0 ? telling : all)) {
    if (terms.has(term.text)) continue;
    const weight = kindWeights[term.kind] * (quoted.has(term.text) ? quotedWeight : 1);
    terms.set(term.text, { text: term.text, kind: term.kind, weight });
  }
  return Array.from(terms.values());
}

/** An identifier as a whole is what was meant; its parts find the place where it was spelled otherwise. */
const kindWeights: Readonly<Record<TermKind, number>> = {
  word: 1,
  identifier: 1,
  part: 0.5,
  bigram: 1,
  character: 0.5,
};

/** Quoted words were chosen with care. */
const quotedWeight = 1.5;

function quotedPieces(text: string): string[] {
  return Array.from(text.matchAll(/"([^"]{1,200})"|“([^”]{1,200})”|`([^`]{1,200})`/g), (match) =>
    match[0].slice(1, -1),
  );
}

/** Drops the single characters of runs that also gave bigrams. */
function withoutCoveredCharacters(terms: readonly Term[]): Term[] {
  const covered = new Set(terms.flatMap((term) => (term.kind === 'bigram' ? Array.from(term.text) : [])));
  return terms.filter((term) => term.kind !== 'character' || !covered.has(term.text));
}
