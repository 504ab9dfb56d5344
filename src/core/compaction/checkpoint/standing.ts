import { folded } from './cue';
import { sentencesOf } from '../../conversation/sentences';
import { constraintCue, openingOrder, permanence, politeWords, preferenceCue, ruleCue, subjects } from './standingCues';

/**
 * How much a user's words bind later turns.
 * 3 rule: meant to hold from now on ("Always cite sources when I ask …", "from now on …", "never push to main").
 * 2 preference: how the person likes things ("I prefer …", "please keep answers short", "don't use classes").
 * 1 constraint: limits of the task at hand ("make sure …", "without …", "at most 5").
 * 0 anything else.
 */
export type Standing = 0 | 1 | 2 | 3;

/**
 * The strongest standing of any sentence of a message. Judged by cue words, listed per language in `standingCues.ts`, so that the
 * choice can be explained: code and quoted lines do not count, and a fact that merely holds always ("the list is
 * always sorted", "I've never tried") is not a rule.
 */
export function standingOf(text: string): Standing {
  let strongest: Standing = 0;
  for (const sentence of sentencesOf(text)) {
    const standing = sentenceStanding(sentence);
    if (standing > strongest) strongest = standing;
    if (strongest === 3) break;
  }
  return strongest;
}

export function sentenceStanding(sentence: string): Standing {
  // A "sentence" this long is a dump of data; cues in it mean nothing.
  if (sentence.length > longestSentenceUnits) return 0;
  const line = folded(sentence);
  if (opensWithPermanence(line) || ruleCue.isIn(line)) return 3;
  if (openingOrder.test(line) || preferenceCue.isIn(line)) return 2;
  return constraintCue.isIn(line) ? 1 : 0;
}

const longestSentenceUnits = 4_000;

/**
 * A word of permanence where an order has it: first, or after words of politeness ("Please always …"); outside English
 * also right after the verb ("Antworte immer …", "Responde siempre …"). With a subject before it, it is a statement.
 */
function opensWithPermanence(line: string): boolean {
  const opening =
    line
      .slice(0, openingUnits)
      .match(/[\p{L}\p{M}']+/gu)
      ?.slice(0, 4) ?? [];
  const words = opening.filter((word) => !politeWords.has(word));
  const [first = '', second = '', third = ''] = words;
  if (permanence.english.has(first) || permanence.others.has(first)) return true;
  if (isSubject(first)) return false;
  return permanence.others.has(second) || (permanence.others.has(third) && !isSubject(second));
}

/** "I'll" and "c'est" are subjects as much as "I" and "ce" are. */
function isSubject(word: string): boolean {
  return subjects.has(word.split("'", 1)[0] ?? word);
}

/** Room for the four words that are looked at. */
const openingUnits = 64;
