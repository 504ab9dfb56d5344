import { isContinuePhrase } from '../conversation/continuePhrase';
import { sentencesOf } from '../conversation/sentences';
import type { Branch } from '../conversation/message';
import { textOf } from '../conversation/message';
import { analyse } from './analyser';

/**
 * What to search for on a compacting request (R2): the user's newest message and, where that names nothing
 * ("continue", "and now?"), the last earlier one that does. A question inside a long message is a query of its own
 * beside the whole, since the text around it would drown it. Empty where no message of the branch names anything.
 * Prompts of a controller are not the user's and are passed over.
 */
export function recallQueries(branch: Branch): string[] {
  const said = branch.filter(({ role, synthetic }) => role === 'user' && synthetic !== true).map(textOf);
  const newest = said.at(-1);
  if (newest === undefined) return [];
  const question = questionIn(newest);
  if (question !== undefined) return [question, newest];
  if (namesSomething(newest)) return [newest];
  const earlier = said.findLast(namesSomething);
  if (earlier === undefined) return [];
  return newest.trim() === '' ? [earlier] : [newest, earlier];
}

/** In a message shorter than this many UTF-16 units, the words around a question are about it. */
const longMessageUnits = 400;

/** The questions of a long message, as one text; `undefined` where it asks nothing, or little else. */
function questionIn(message: string): string | undefined {
  if (message.length < longMessageUnits) return undefined;
  const question = sentencesOf(message)
    .filter((sentence) => /[?？؟]["'”’)\]*_]*$/u.test(sentence))
    .join(' ');
  return question.length < message.length / 2 && namesSomething(question) ? question : undefined;
}

function namesSomething(text: string): boolean {
  return !isContinuePhrase(text) && analyse(text).some(({ stop }) => !stop);
}
