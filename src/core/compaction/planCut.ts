import type { Branch, Message, MessageId } from '../conversation/message';
import type { TokenCounter } from '../tokens/counter';
import { countRequest } from '../tokens/countRequest';
import { messagesOf, type AssembledRequest } from '../tokens/request';
import type { Policy, Shortened } from './boundary';
import { keptBy, legalCuts, prunable, shortenable } from './cut';
import { layOut, type Cut, type Surroundings } from './layout';
import { previewUnitSteps } from './tunables';

/** What a plan is made from. */
export interface PlanInput {
  readonly branch: Branch;
  readonly policy: Exclude<Policy, 'off'>;
  readonly counter: TokenCounter;
  readonly surroundings: Surroundings;
  /** The cut in force so far: a new one is never shallower. */
  readonly previous: Cut;
  /** Tokens the request may use. */
  readonly target: number;
  /** What a compaction aims for: the target less headroom and recall reserve. */
  readonly goal: number;
  /** Room for the checkpoint that is written where a longer prefix is covered; 0 where none is. */
  readonly checkpointTokens: number;
}

/** A cut, the request it makes without passages, and the tokens of that. */
export interface Plan {
  /** `fits`: at most `target`. `tooLarge`: nothing that may leave is left to take. */
  readonly kind: 'fits' | 'tooLarge';
  /** Without a checkpoint: that is written for the cut once it is known. */
  readonly cut: Cut;
  readonly request: AssembledRequest;
  readonly total: number;
}

/**
 * Decides what leaves the request: steps 3 to 5 of the fit, in order, stopping at the first that reaches the goal.
 *
 * 3. Outputs of finished tool rounds become receipts.
 * 4. `checkpoint`: every turn before the newest leaves in one pass. `rolling`: the oldest turns leave until the goal
 *    is reached. Either way, where the newest turn alone is above the goal, its oldest tool rounds leave too.
 * 5. What is still too large in the messages that must stay is shown as a preview, largest first.
 *
 * The goal decides only how far a step goes. A plan above the goal and within the target is taken when no deeper one
 * is possible.
 */
export function planCut(input: PlanInput): Plan {
  const { branch, counter, previous, goal, target } = input;
  const evictionGoal = Math.max(0, goal - input.checkpointTokens);
  const receipts = mergeShortened(previous.shortened, prunable(branch, counter));
  const { wholeTurns, insideNewestTurn } = legalCuts(branch);
  const newestTurn = wholeTurns.at(-1) ?? 0;

  const pruned = measure(input, previous.coveredCount, receipts);
  if (pruned.cut.shortened.length > previous.shortened.length && pruned.total <= goal) return pruned;

  if (input.policy === 'checkpoint' && newestTurn > previous.coveredCount) {
    const verbatim = measure(input, newestTurn, previous.shortened);
    if (verbatim.total <= evictionGoal) return verbatim;
  }

  const turnCuts = input.policy === 'checkpoint' ? wholeTurns.slice(-1) : wholeTurns;
  const lengths = [previous.coveredCount, ...turnCuts, ...insideNewestTurn].filter(
    (length) => length >= previous.coveredCount,
  );
  const evicted = shortestReaching(evictionGoal, lengths, (length) => measure(input, length, receipts));
  if (evicted.total <= target) return evicted;

  return previewed(input, evicted.cut);
}

/** The first of ascending `lengths` whose plan is within the goal, else the last: a longer prefix never costs more. */
function shortestReaching(goal: number, lengths: readonly number[], plan: (length: number) => Plan): Plan {
  let low = 0;
  let high = lengths.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (plan(lengths[middle] ?? 0).total <= goal) high = middle;
    else low = middle + 1;
  }
  return plan(lengths[low] ?? 0);
}

/** Step 5: the largest bodies first, each time with less of it readable, until the request is within the target. */
function previewed(input: PlanInput, cut: Cut): Plan {
  const bodies = shortenable(input.branch, cut.coveredCount, cut.kept, input.counter);
  let plan = measure(input, cut.coveredCount, cut.shortened);
  for (const keepUnits of previewUnitSteps) {
    let shortened = plan.cut.shortened;
    for (const id of bodies) {
      shortened = mergeShortened(shortened, [{ id, keepUnits }]);
      plan = measure(input, cut.coveredCount, shortened);
      if (plan.total <= input.target) return plan;
    }
  }
  return plan;
}

function measure(input: PlanInput, coveredCount: number, shortened: readonly Shortened[]): Plan {
  const { branch, previous, surroundings, counter, target } = input;
  const covered = new Set(branch.slice(0, coveredCount).map(({ id }) => id));
  const kept = coveredCount === previous.coveredCount ? previous.kept : keptBy(branch, coveredCount);
  const cut: Cut = {
    coveredCount,
    kept,
    shortened: shortened.filter(({ id }) => !covered.has(id) || kept.has(id)),
    // The text of the epoch goes on standing for the prefix until another prefix is covered.
    ...(coveredCount === previous.coveredCount && previous.checkpoint && { checkpoint: previous.checkpoint }),
  };
  const request = layOut(branch, cut, [], surroundings);
  const { total } = countRequest(request, counter, 0);
  const kind = total <= target ? 'fits' : 'tooLarge';
  return { kind, cut: { ...cut, shortened: withEffect(branch, cut.shortened, previous, request) }, request, total };
}

/** Without the new entries whose message went out verbatim, its bodies being shorter than a receipt: it did not leave. */
function withEffect(
  branch: Branch,
  shortened: readonly Shortened[],
  previous: Cut,
  request: AssembledRequest,
): readonly Shortened[] {
  const inForce = new Set<MessageId>(previous.shortened.map(({ id }) => id));
  const sent = new Set<Message>(messagesOf(request));
  const verbatim = new Set<MessageId>(branch.filter((message) => sent.has(message)).map(({ id }) => id));
  return shortened.filter(({ id }) => inForce.has(id) || !verbatim.has(id));
}

/** Later entries win where they keep less. */
function mergeShortened(first: readonly Shortened[], second: readonly Shortened[]): Shortened[] {
  const merged = new Map(first.map((entry) => [entry.id, entry]));
  for (const entry of second) {
    const known = merged.get(entry.id);
    if (!known || entry.keepUnits < known.keepUnits) merged.set(entry.id, entry);
  }
  return [...merged.values()];
}
