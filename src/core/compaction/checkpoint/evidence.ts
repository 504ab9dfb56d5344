import { textOf } from '../../conversation/message';
import type { Branch, BranchMessage, MessageId } from '../../conversation/message';
import { code, quote } from './defang';
import type { Entry } from './entry';
import { exactFacts } from './facts';
import type { FactKind } from './facts';
import { contentWords, edgesOf, sentencesOf } from '../../conversation/sentences';
import { spread } from './spread';
import type { Transcript } from './transcript';
import { personText } from './transcript';

export interface EvidenceInput {
  readonly covered: Branch;
  readonly transcript: Transcript;
  /** Messages that are shown or carried: nothing is quoted twice. */
  readonly shown: ReadonlySet<MessageId>;
  /** What the checkpoint is to dwell on, as the user put it; empty for nothing in particular. */
  readonly focus: string;
}

/**
 * Passages worth their place verbatim, best first: sentences dense in exact values, those of people before those of
 * the assistant and of tools, those on the focus before all; at most one of a message. Tool text stands as code.
 */
export function evidenceEntries({ covered, transcript, shown, focus }: EvidenceInput): Entry[] {
  const focusWords = new Set(contentWords(focus));
  const said = new Set<string>();
  return candidatesOf(covered, shown)
    .flatMap((message) => {
      const best = bestSentence(message, focusWords);
      return best && best.score >= worthQuoting ? [{ message, ...best }] : [];
    })
    .toSorted((a, b) => b.score - a.score || b.message.ordinal - a.message.ordinal)
    .filter(({ sentence }) => {
      // A report that differs in its figures only ("87 tests, 0 failures") is the same passage; the best one stands.
      const key = sentence.replace(/\d+/g, '#');
      return said.size < said.add(key).size;
    })
    .slice(0, maxPassages)
    .map(({ message, sentence }) => {
      const { role, turn, ordinal, id } = message;
      const words = role === 'tool' ? code(sentence, passageUnits) : quote(sentence, passageUnits);
      return { text: `- ${transcript.citations.get(id) ?? `#${turn}`} ${role}: ${words}`, ordinal, quotes: id };
    });
}

/** "A few passages": more would be a second summary. */
const maxPassages = 12;
const passageUnits = 320;

/** One exact value alone is not worth a place. */
const worthQuoting = 2.3;

/** Evidence is looked for where a message states things: its beginning and its end. */
const edgeUnits: Record<BranchMessage['role'], number> = { user: 3_000, assistant: 600, tool: 600, system: 0 };

const roleWeight = { user: 1.5, assistant: 1, tool: 0.6, system: 0 };

/** Messages read, spread over the conversation, of each role: ten thousand turns must not take ten times as long. */
const maxMessagesRead = 600;

function candidatesOf(covered: Branch, shown: ReadonlySet<MessageId>): BranchMessage[] {
  const roles = (['user', 'assistant', 'tool'] as const).map((wanted) =>
    covered.filter(({ id, role, synthetic }) => role === wanted && !synthetic && !shown.has(id)),
  );
  return roles.flatMap((messages) => spread(messages, maxMessagesRead));
}

function bestSentence(
  message: BranchMessage,
  focusWords: ReadonlySet<string>,
): { sentence: string; score: number } | undefined {
  let best: { sentence: string; score: number } | undefined;
  for (const sentence of sentencesOf(edgesOf(wordsOf(message), edgeUnits[message.role]))) {
    if (!mayHoldFact.test(sentence) && focusWords.size === 0) continue;
    if (looksLikeCode(sentence)) continue;
    const score = roleWeight[message.role] * factScore(sentence) + focusScore(sentence, focusWords);
    if (!best || score > best.score) best = { sentence, score };
  }
  return best;
}

/** A cheap look before the exact one. */
const mayHoldFact = /[\d`"“„«「/_]|[a-z][A-Z]/;

function wordsOf(message: BranchMessage): string {
  if (message.role === 'user') return personText(message);
  // A call's arguments are the work of the bookkeeping.
  return textOf({ ...message, parts: message.parts.filter(({ kind }) => kind !== 'toolCall') });
}

/** Lines of source, listings and dumps: exact values by the dozen, and no statement about any of them. */
function looksLikeCode(sentence: string): boolean {
  const letters = sentence.match(/[\p{L}\p{N}\s]/gu)?.length ?? 0;
  return /^\d+(?:→|\t)/.test(sentence) || letters < sentence.length * proseShare;
}

/** Prose has about 95 % letters, digits and spaces; with a path or two still more than this. */
const proseShare = 0.82;

/** Distinct values, with less for each further one: a listing of fifty numbers is not fifty times as telling. */
function factScore(sentence: string): number {
  if (sentence.length < shortestPassageUnits || sentence.length > longestPassageUnits) return 0;
  const weights = new Map(exactFacts(sentence).map(({ kind, value }) => [value, kindWeight[kind] ?? 1]));
  return Math.sqrt(4 * [...weights.values()].reduce((sum, weight) => sum + weight, 0));
}

/** Names are all over an agent's remarks ("Now the `FooHook` …"); figures, paths and codes say more. */
const kindWeight: Partial<Record<FactKind, number>> = { identifier: 0.4, quoted: 0.6 };

/** Fewer units say nothing without what stands around them; more would be cut. */
const shortestPassageUnits = 24;
const longestPassageUnits = 600;

/** One word of the focus outweighs a value, two outweigh most sentences without one. */
const focusWeight = 3;

function focusScore(sentence: string, focusWords: ReadonlySet<string>): number {
  if (focusWords.size === 0) return 0;
  return focusWeight * new Set(contentWords(sentence).filter((word) => focusWords.has(word))).size;
}
