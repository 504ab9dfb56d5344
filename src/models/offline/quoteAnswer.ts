import { analyse } from '../../core/recall/analyser';
import { quotableSentences, type Quotable, type OfflineMessage } from './quotable';

/** A recalled passage was chosen for this question already; what merely stands in view was not. */
const recalledWeight = 1.5;

/** An answer often does not repeat its question: a sentence inherits this much from the one before it. */
const neighbourShare = 0.4;

/** Quotes worth less than this share of the best one answer something else. */
const worthwhileShare = 0.6;

/** A question rarely answers one, but people also state a fact and ask about it in one sentence. */
const questionWeight = 0.7;

const mostQuotes = 3;

const introduction = 'I am the offline model: I only quote what stands in this request, I do not think.';

/**
 * The offline model's answer to the last user message: the sentences of the request that share the most and the rarest
 * terms with it, word for word, with their place. Deterministic.
 */
export function quoteAnswer(messages: readonly OfflineMessage[]): string {
  const { question, sentences } = quotableSentences(messages);
  const quotes = bestQuotes(question, sentences);
  if (quotes.length === 0) {
    return `${introduction}\n\nNothing here answers “${question.trim()}”. Choose another model for a real answer, or ask with words that were used before.`;
  }
  const quoted = quotes.map(({ text, place }) => `> ${text}\n>\n> — ${place}`);
  return [introduction, ...quoted].join('\n\n');
}

/** The best sentences in the order they were said, each said once. */
function bestQuotes(question: string, sentences: readonly Quotable[]): Quotable[] {
  const asked = new Set(contentTerms(question));
  if (asked.size === 0) return [];
  const terms = sentences.map(({ text }) => new Set(contentTerms(text)));
  const weights = new Map([...asked].map((term) => [term, rarity(term, terms)]));
  const own = terms.map((found) =>
    [...asked].reduce((sum, term) => sum + (found.has(term) ? (weights.get(term) ?? 0) : 0), 0),
  );
  const scored = sentences.map((sentence, index) => {
    const before = sentences[index - 1]?.passage === sentence.passage ? (own[index - 1] ?? 0) : 0;
    const weight = (sentence.recalled ? recalledWeight : 1) * (isQuestion(sentence.text) ? questionWeight : 1);
    return { sentence, index, score: ((own[index] ?? 0) + neighbourShare * before) * weight };
  });

  const ranked = scored
    .filter(
      ({ sentence, index, score }) => score > 0 && !repeats(sentence.text, question) && saysMore(terms[index], asked),
    )
    .toSorted((a, b) => b.score - a.score || b.index - a.index);
  const best = ranked[0]?.score ?? 0;
  const seen = new Set<string>();
  return ranked
    .filter(({ score }) => score >= best * worthwhileShare)
    .filter(({ sentence }) => !seen.has(sentence.text) && seen.add(sentence.text))
    .slice(0, mostQuotes)
    .toSorted((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence);
}

function contentTerms(text: string): string[] {
  return analyse(text)
    .filter(({ stop }) => !stop)
    .map((term) => term.text);
}

/** Inverse document frequency over the sentences, as in BM25; always positive. */
function rarity(term: string, sentences: readonly ReadonlySet<string>[]): number {
  const frequency = sentences.filter((terms) => terms.has(term)).length;
  return Math.log(1 + (sentences.length - frequency + 0.5) / (frequency + 0.5));
}

/** The record of a conversation holds its questions too. */
function repeats(text: string, question: string): boolean {
  return text.includes(question.trim());
}

/** Whether a sentence says anything that was not in the question. */
function saysMore(terms: ReadonlySet<string> | undefined, asked: ReadonlySet<string>): boolean {
  return terms !== undefined && [...terms].some((term) => !asked.has(term));
}

function isQuestion(text: string): boolean {
  return /[?？]["'”’)]*$/.test(text);
}
