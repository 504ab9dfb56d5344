import { textOf } from '../../conversation/message';
import type { Branch, MessageId } from '../../conversation/message';
import { keepEnd, keepStart } from '../../conversation/unicode';
import { exactFacts, holdsValue } from './facts';
import type { ExactFact, FactKind } from './facts';
import { contentWords } from '../../conversation/sentences';
import { spread } from './spread';

/** An exact value that left the request, with a question somebody might ask for it. The question does not hold it. */
export interface SampledFact {
  readonly kind: FactKind;
  readonly value: string;
  readonly turn: number;
  readonly messageId: MessageId;
  readonly question: string;
}

export interface Retention {
  /** Found ÷ sampled, 0–1; `undefined` where nothing was sampled: not judged is not zero. */
  readonly share: number | undefined;
  readonly found: number;
  readonly sampled: number;
}

/** Passages of one search that count as shown: what a search gives a model by default. */
const passagesCounted = 4;

/**
 * A sample of at most `limit` exact facts of what was evicted, spread evenly over the conversation: the same branch
 * gives the same sample. A value counts where it is said first, and only where words around it make a question.
 */
export function sampleFacts(evicted: Branch, limit: number): SampledFact[] {
  const seen = new Set<string>();
  const facts: SampledFact[] = [];
  for (const message of evicted) {
    if (message.role === 'system' || message.synthetic) continue;
    const text = pieceOf(textOf(message), message.ordinal);
    let taken = 0;
    for (const fact of exactFacts(text)) {
      if (taken === factsPerMessage) break;
      if (seen.has(fact.value)) continue;
      seen.add(fact.value);
      const question = questionFor(text, fact);
      if (question === undefined) continue;
      facts.push({ kind: fact.kind, value: fact.value, turn: message.turn, messageId: message.id, question });
      taken += 1;
    }
  }
  return spread(facts, limit);
}

/** One listing must not be the whole sample, nor one log the whole time it takes. */
const factsPerMessage = 6;
const pieceUnits = 4_000;

/** A piece of a long text, from a place that differs from message to message, so that no part is always left out. */
function pieceOf(text: string, ordinal: number): string {
  if (text.length <= pieceUnits) return text;
  const start = (ordinal * pieceUnits) % (text.length - pieceUnits);
  return keepStart(keepEnd(text, text.length - start), pieceUnits);
}

/**
 * How many of the facts somebody can still get at: in the checkpoint's text, or in the first passages that `search`
 * gives for the question. Searches run one after the other; a search that rejects found nothing.
 */
export async function retentionOf(
  facts: readonly SampledFact[],
  checkpointText: string,
  search: (question: string) => Promise<readonly string[]>,
): Promise<Retention> {
  let found = 0;
  for (const { value, question } of facts) {
    if (holdsValue(checkpointText, value) || (await passagesHold(search, question, value))) found += 1;
  }
  return { share: facts.length === 0 ? undefined : found / facts.length, found, sampled: facts.length };
}

async function passagesHold(
  search: (question: string) => Promise<readonly string[]>,
  question: string,
  value: string,
): Promise<boolean> {
  try {
    const passages = await search(question);
    return passages.slice(0, passagesCounted).some((passage) => holdsValue(passage, value));
  } catch {
    return false;
  }
}

const asked: Record<FactKind, string> = {
  url: 'Which address was it',
  path: 'Which file was it',
  hash: 'Which hash or id was it',
  error: 'Which error was it',
  version: 'Which version was it',
  number: 'What was the figure',
  quoted: 'What was the exact wording',
  identifier: 'What was the name',
};

/** The words around the value in its own line, with a gap where it stood; `undefined` where they say too little. */
function questionFor(text: string, { kind, value, index }: ExactFact): string | undefined {
  const before = keepEnd(text.slice(Math.max(0, index - 4 * contextUnits), index), contextUnits);
  const end = index + value.length;
  const after = keepStart(text.slice(end, end + 4 * contextUnits), contextUnits);
  const left = before.slice(before.lastIndexOf('\n') + 1).replace(/^\S*\s/, '');
  const [right = ''] = after.split('\n');
  const context = `${left} … ${right.replace(/\s\S*$/, '')}`.replaceAll(value, '…').replace(/\s+/g, ' ').trim();
  return contentWords(context).length < wordsForQuestion ? undefined : `${asked[kind]}: ${context}?`;
}

/** About twenty words on each side: what somebody remembers around a value. */
const contextUnits = 120;
const wordsForQuestion = 4;
