import { isContinuePhrase } from '../compaction/checkpoint/continuePhrase';
import type { Branch } from '../conversation/message';
import { textOf } from '../conversation/message';
import { analyse } from './analyser';

/**
 * What to search for on a compacting request (R2): the user's newest message and, where that names nothing
 * ("continue", "and now?"), the last earlier one that does. Empty where no message of the branch names anything.
 * Prompts of a controller are not the user's and are passed over.
 */
export function recallQueries(branch: Branch): string[] {
  const said = branch.filter(({ role, synthetic }) => role === 'user' && synthetic !== true).map(textOf);
  const newest = said.at(-1);
  if (newest === undefined) return [];
  if (namesSomething(newest)) return [newest];
  const earlier = said.findLast(namesSomething);
  if (earlier === undefined) return [];
  return newest.trim() === '' ? [earlier] : [newest, earlier];
}

function namesSomething(text: string): boolean {
  return !isContinuePhrase(text) && analyse(text).some(({ stop }) => !stop);
}
