import { quote } from './defang';
import type { Entry } from './entry';
import { sentencesOf } from '../../conversation/sentences';
import type { Said, Transcript } from './transcript';

/**
 * Questions nobody has answered as far as the covered turns tell: those at the end of the assistant's last message when
 * no request follows it, and the last request when no answer and no work followed it.
 */
export function openQuestionEntries({ requests, answers, calls }: Transcript): Entry[] {
  const request = requests.at(-1);
  const answer = answers.at(-1);
  const lastWork = Math.max(answer?.message.ordinal ?? -1, calls.at(-1)?.ordinal ?? -1);
  if (request && request.message.ordinal > lastWork) return questions(request);
  if (!answer || (request && request.message.ordinal > answer.message.ordinal)) return [];
  return questions(answer);
}

/** Only the end of a message asks something back; questions further up are rhetorical or answered below. */
const askingSentences = 3;
const questionUnits = 240;

function questions({ message, text }: Said): Entry[] {
  const { id, role, turn, ordinal } = message;
  return sentencesOf(text)
    .slice(-askingSentences)
    .filter((sentence) => /[?？؟](?:["'”’)\]*_]*)$/u.test(sentence))
    .map((sentence) => ({ text: `- #${turn} ${role}: ${quote(sentence, questionUnits)}`, ordinal, quotes: id }));
}
