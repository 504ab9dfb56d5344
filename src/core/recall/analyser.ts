import { stemmer } from 'stemmer';
import { baseForm } from './irregularForms';
import { isStopWord } from './stopWords';

/**
 * What a term stands for. `word`: the stem of a word. `identifier`: a path, name, version or number as written, in
 * lower case. `part`: the stem of a word inside an identifier. `character` and `bigram`: pieces of a run in a script
 * that writes no spaces between words.
 */
export type TermKind = 'word' | 'identifier' | 'part' | 'character' | 'bigram';

/** One searchable unit. Two texts match where they share a term's `text`. */
export interface Term {
  readonly text: string;
  readonly kind: TermKind;
  /** The word says nothing by itself ("the", "did"): worth little in a query. */
  readonly stop: boolean;
}

/** The terms of a text in order, repeated as often as they occur: the same ones for an index and for a query. */
export function analyse(text: string): Term[] {
  return new Analyser().analyse(text);
}

/**
 * Makes terms and remembers what it made of each spelling, so that bulk indexing analyses a spelling once.
 *
 * Words are found by their characters, not by `Intl.Segmenter`: that one takes milliseconds per kilobyte, and its
 * dictionaries differ between versions of the runtime, so that an index written by one would not be found by another.
 */
export class Analyser {
  private readonly known = new Map<string, readonly Term[]>();

  analyse(text: string): Term[] {
    const terms: Term[] = [];
    for (const chunk of text.match(chunkPattern) ?? []) {
      let made = this.known.get(chunk);
      if (made === undefined) {
        made = termsOf(chunk);
        if (this.known.size >= rememberedSpellings) this.known.clear();
        if (chunk.length <= longestTermUnits) this.known.set(chunk, made);
      }
      for (const term of made) terms.push(term);
    }
    return terms;
  }
}

/** Spellings remembered before starting afresh: a large vocabulary, a few megabytes. */
const rememberedSpellings = 50_000;

/** Longer runs are cut here before they are compared: a SHA-256 in hexadecimal still fits, base64 does not fill the index. */
const longestTermUnits = 64;

/** Longer chunks are indexed by their parts alone: nobody searches for a whole data URI. */
const longestIdentifierUnits = 200;

/**
 * Words with what joins them to one identifier: `src/app.ts:12`, `foo::bar`, `user@host`, `1.2.3`, `1,500`, `don't`,
 * and a `c++` or `c#`. Everything outside ASCII counts as a word here and is told apart in {@link termsOf}.
 */
const chunkPattern =
  /[A-Za-z0-9_$\u0080-\uffff]+(?:(?:[-./\\:@#+~'\u2019]{1,2}|,(?=\d{3}(?!\d)))[A-Za-z0-9_$\u0080-\uffff]+)*(?:\+\+|#(?![A-Za-z0-9]))?/g;

function termsOf(chunk: string): Term[] {
  if (/^[A-Za-z]?[a-z]+$/.test(chunk)) return [wordTerm(chunk.toLowerCase(), 'word')];
  if (!isAscii(chunk)) return mixedTerms(chunk);
  return asciiTerms(chunk);
}

function asciiTerms(chunk: string): Term[] {
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(chunk) ? chunk.replaceAll(',', '') : chunk;
  const possessive = plain.replace(/'s$/i, '');
  if (/^[A-Za-z]+$/.test(possessive) && !isCamelCase(possessive)) return [wordTerm(possessive.toLowerCase(), 'word')];
  if (/^[A-Za-z]+'[A-Za-z]+$/.test(possessive)) return [wordTerm(possessive.replace("'", '').toLowerCase(), 'word')];
  return identifierTerms(possessive.replaceAll("'", '_'));
}

/** The identifier as a whole, each component that is an identifier itself, and the words they are made of. */
function identifierTerms(chunk: string): Term[] {
  const terms: Term[] = [];
  const whole = chunk.toLowerCase();
  if (whole.length <= longestIdentifierUnits) terms.push(identifierTerm(whole));
  for (const component of chunk.split(/[/\\:@#]+/)) {
    if (component === '') continue;
    const parts = partsOf(component);
    const lower = component.toLowerCase();
    if (component !== chunk && parts.length > 1 && lower.length <= longestIdentifierUnits)
      terms.push(identifierTerm(lower));
    for (const part of parts) if (part !== whole) terms.push(wordTerm(part, 'part'));
  }
  return terms;
}

/** The words of one component, in lower case: snake_case, kebab-case, camelCase, `utf8`. */
function partsOf(component: string): string[] {
  return component.split(/[^A-Za-z0-9]+/).flatMap((piece) => {
    if (piece === '') return [];
    if (isHexadecimalLike(piece)) return [piece.toLowerCase()];
    return (piece.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase());
  });
}

/** Letters and digits that change more than twice carry no words: a commit, a digest, a random name. */
function isHexadecimalLike(piece: string): boolean {
  return (piece.match(/[A-Za-z]+|\d+/g) ?? []).length > 3;
}

function isCamelCase(word: string): boolean {
  return /[a-z][A-Z]|[A-Z]{2,}[a-z]/.test(word);
}

/** Text outside ASCII: runs of scripts without spaces, and what stands between them. */
function mixedTerms(chunk: string): Term[] {
  const terms: Term[] = [];
  const text = chunk.normalize('NFKC').replaceAll('\u2019', "'");
  let done = 0;
  for (const run of text.matchAll(unspacedRun)) {
    terms.push(...spacedTerms(text.slice(done, run.index)), ...unspacedTerms(run[0]));
    done = run.index + run[0].length;
  }
  return [...terms, ...spacedTerms(text.slice(done))];
}

/** A run of letters that are written without spaces between words, or of pictographs. */
const unspacedRun =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}\p{Extended_Pictographic}\u30fc\u3005\u3007][\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}\p{Extended_Pictographic}\u30fc\u3005\u3007\p{M}]*/gu;

function unspacedTerms(run: string): Term[] {
  const characters = Array.from(run);
  const terms: Term[] = [];
  characters.forEach((character, index) => {
    terms.push({ text: character, kind: 'character', stop: false });
    const next = characters[index + 1];
    if (next !== undefined) terms.push({ text: character + next, kind: 'bigram', stop: false });
  });
  return terms;
}

/** Words of alphabets, identifiers among them. Accents of Latin letters do not count, so `café` and `cafe` meet. */
function spacedTerms(text: string): Term[] {
  const folded = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  if (isAscii(folded)) return Array.from(folded.matchAll(chunkPattern)).flatMap(([chunk]) => termsOf(chunk));
  return Array.from(folded.matchAll(/[\p{L}\p{N}\p{M}]+/gu)).flatMap(([word]) =>
    isAscii(word) ? termsOf(word) : wordTerm(word.toLowerCase(), 'word'),
  );
}

function wordTerm(lower: string, kind: 'word' | 'part'): Term {
  return { text: cut(/^[a-z]+$/.test(lower) ? stemmer(baseForm(lower)) : lower), kind, stop: isStopWord(lower) };
}

/** A camelCase name typed in lower case looks like a word, so both get the word's stem. */
function identifierTerm(lower: string): Term {
  return { ...wordTerm(lower, 'part'), kind: 'identifier', stop: false };
}

/** Cuts between code points. */
function cut(text: string): string {
  if (text.length <= longestTermUnits) return text;
  return text.slice(0, longestTermUnits).replace(/[\ud800-\udbff]$/, '');
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
