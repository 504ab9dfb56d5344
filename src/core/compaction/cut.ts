import type { Branch, BranchMessage, MessageId } from '../conversation/message';
import { isConversation, toolResultsOf } from '../conversation/message';
import type { TokenCounter } from '../tokens/counter';
import type { Shortened } from './boundary';
import { currentIndex } from './layout';
import { isShortenable } from './receipt';
import { newestRoundsKept, prunableOutputTokens } from './tunables';

/**
 * The lengths that the covered prefix may have, ascending: up to the beginning of any turn before the newest, then
 * inside the newest turn up to the beginning of any of its own rounds but the first. A cut never splits a call from its
 * result, and the current user message stays whatever is covered (C5, C7).
 */
export function legalCuts(branch: Branch): { readonly wholeTurns: number[]; readonly insideNewestTurn: number[] } {
  const current = currentIndex(branch);
  const wholeTurns: number[] = [];
  const insideNewestTurn: number[] = [];
  let seen = 0;
  branch.forEach((message, index) => {
    if (!isConversation(message)) return;
    if (message.role === 'user' && index <= current && seen > 0) wholeTurns.push(index);
    // The first answer of the newest turn has only the current message before it, which stays: no gain in cutting there.
    if (message.role === 'assistant' && index > current + 1) insideNewestTurn.push(index);
    seen += 1;
  });
  return { wholeTurns, insideNewestTurn };
}

/** Covered messages that stay verbatim: the current user message, wherever the cut falls. */
export function keptBy(branch: Branch, coveredCount: number): ReadonlySet<MessageId> {
  const index = currentIndex(branch);
  const current = branch[index];
  return new Set(current && index < coveredCount ? [current.id] : []);
}

/**
 * The message whose id names a covered prefix: its last one that belongs to the conversation. Instructions are rewritten
 * from request to request and our own searches are gone with their turn: a boundary that hung on them would be lost.
 */
export function lastCovered(branch: Branch, coveredCount: number): BranchMessage | undefined {
  return branch.slice(0, coveredCount).findLast(isConversation);
}

/** The length of the prefix that `lastCovered` names: with what no cut parts from it, results and our own rounds. */
export function coveredCountAfter(branch: Branch, lastCoveredIndex: number): number {
  const next = branch.findIndex(
    (message, index) => index > lastCoveredIndex && message.role !== 'tool' && isConversation(message),
  );
  return next === -1 ? branch.length : next;
}

/** Tool messages of finished rounds whose outputs are worth a receipt, oldest first; the newest rounds stay (step 3). */
export function prunable(branch: Branch, counter: TokenCounter): Shortened[] {
  const rounds = branch.flatMap(({ role }, index) =>
    role === 'tool' && branch[index - 1]?.role !== 'tool' ? [index] : [],
  );
  const firstKept = rounds.at(-newestRoundsKept) ?? branch.length;
  return branch
    .slice(0, rounds.length <= newestRoundsKept ? 0 : firstKept)
    .filter((message) => toolResultsOf(message).length > 0 && counter.countMessage(message) > prunableOutputTokens)
    .map(({ id }) => ({ id, keepUnits: 0 }));
}

/** Messages with something to replace, in `branch[from..)` or kept, largest first (step 5). */
export function shortenable(
  branch: Branch,
  from: number,
  kept: ReadonlySet<MessageId>,
  counter: TokenCounter,
): MessageId[] {
  return branch
    .filter((message, index) => (index >= from || kept.has(message.id)) && isShortenable(message))
    .toSorted((a, b) => counter.countMessage(b) - counter.countMessage(a))
    .map(({ id }) => id);
}
