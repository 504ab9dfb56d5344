import type { MessageId } from '../../conversation/message';
import { Cue, folded } from './cue';
import { quote } from './defang';
import type { Entry } from './entry';
import { edgesOf, normalised, sentencesOf } from '../../conversation/sentences';
import { sentenceStanding } from './standing';
import type { Said, Transcript } from './transcript';

/**
 * Sentences of people that state a rule, a preference or a constraint (see `standing.ts`), from messages that are neither carried nor
 * still shown: the reader finds at least the sentence where the whole message had no place. Strongest first, newest
 * first among equals; said twice counts once.
 */
export function* ruleEntries({ requests }: Transcript, shownOrCarried: ReadonlySet<MessageId>): Generator<Entry, void> {
  const said = new Set<string>();
  for (const standing of [3, 2, 1]) {
    for (const request of requests.toReversed()) {
      if (request.standing < standing || shownOrCarried.has(request.message.id)) continue;
      const sentences = sentencesOf(request.text).filter((sentence) => sentenceStanding(sentence) === standing);
      yield* entriesOf(request, sentences, ruleUnits, said);
    }
  }
}

/**
 * Sentences in which a person or the assistant settles something ("we'll use …", "I decided …", "let's go with …"),
 * people's first, newest first. What is hypothetical or asked is not settled.
 */
export function* decisionEntries(
  { requests, answers }: Transcript,
  shown: ReadonlySet<MessageId>,
): Generator<Entry, void> {
  const said = new Set<string>();
  for (const one of [...requests.toReversed(), ...answers.toReversed().slice(0, maxAnswersRead)]) {
    if (shown.has(one.message.id)) continue;
    const text = one.message.role === 'user' ? one.text : edgesOf(one.text, answerEdgeUnits);
    yield* entriesOf(one, sentencesOf(text).filter(isDecision), decisionUnits, said);
  }
}

/** People settle things; what an assistant settled long ago and nobody took up is history. */
const maxAnswersRead = 600;

/** Rules are shown whole as a rule: up to about a hundred tokens. */
const ruleUnits = 400;
const decisionUnits = 240;

/** People's words are read to the last; of an answer the opening and the conclusion. */
const answerEdgeUnits = 1_000;

export function isDecision(sentence: string): boolean {
  if (sentence.length > longestDecisionUnits) return false;
  const line = folded(sentence);
  return decisionCue.isIn(line) && !/^if |^whether |^(?:should|shall|do|did|can|could) /.test(line);
}

/** Longer "sentences" are pasted data. */
const longestDecisionUnits = 600;

const decisionCue = new Cue(
  [
    "(?:i|we)(?:'ve| have)? (?:just )?(?:decided|chose|chosen|settled on|agreed|opted|picked|switched|declined|rejected)",
    "(?:i|we)(?:'ll| will|'re|'m| am| are| think i'll)? (?:go with|going with|stick with|sticking with|use .{1,40} instead of|switch to|drop)",
    "let's (?:go with|use|stick with|keep|switch to|drop|not)|decision:|decided (?:to|on|against|that)|the (?:plan|decision) is|agreed (?:to|on|that)",
    '(?:ich|wir) (?:habe|haben|nehme|nehmen|bleibe|bleiben) .{0,60}(?:entschieden|entschlossen|dabei)|wir nehmen|ich nehme|entscheidung:',
    "(?:j'ai|nous avons|on a) (?:décidé|choisi|opté)|on part sur|décision ?:|(?:he|hemos) (?:decidido|elegido)|decidimos|vamos a usar|decisión:",
    '(?:decidi|decidimos|escolhi|escolhemos|vamos usar)|decisão:|(?:ho|abbiamo) (?:deciso|scelto)|decisione:|besloten|besluit:',
    '(?:zdecydował\\p{L}+|postanowił\\p{L}+)|решил[аи]?|выбрал[аи]?|решено|решение:|вирішил[аи]|karar verdi\\p{L}*',
    'قررت|قررنا|החלטתי|החלטנו',
  ],
  ['决定|決定|选择了|選擇了|改用|就用|にします|にしました|ことにし|하기로|결정'],
);

function* entriesOf(
  { message }: Said,
  sentences: readonly string[],
  maxUnits: number,
  said: Set<string>,
): Generator<Entry, void> {
  for (const sentence of sentences) {
    const key = normalised(sentence);
    if (said.has(key)) continue;
    said.add(key);
    const { id, role, turn, ordinal } = message;
    yield { text: `- #${turn} ${role}: ${quote(sentence, maxUnits)}`, ordinal, quotes: id };
  }
}
