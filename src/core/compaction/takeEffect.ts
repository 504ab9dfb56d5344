import type { KnownBudget } from '../budget/budget';
import { fits } from '../budget/budgetState';
import { forcedRecall, type SearchEvicted } from '../recall/forcedRecall';
import { archiveEvicted } from './archiveEvicted';
import type { Boundary, Checkpoint } from './boundary';
import type { CancellationSignal } from './cancellation';
import { lastCovered } from './cut';
import type { Drafts } from './drafts';
import type { FitInput, FitPorts } from './fitInput';
import { evictedBy, type Cut } from './layout';
import { measureRetention } from './measureRetention';
import type { Compacted, Failed } from './outcome';
import { proveProgress, type InForce } from './proveProgress';
import { checkpointRoom, isManual } from './rules';
import { writeCheckpoint } from './writeCheckpoint';

/** A compaction that is decided and not yet true. */
export interface Decision {
  readonly input: FitInput;
  readonly budget: KnownBudget;
  readonly drafts: Drafts;
  readonly policy: Boundary['policy'];
  readonly planned: Cut;
  readonly inForce: InForce;
}

/**
 * Makes a decided compaction true, in the order of C14: what leaves is archived, synced, read back and compared; only
 * then is it recalled from and proven; boundary and checkpoint are stored last, in one transaction.
 *
 * @throws ArchiveError with nothing moved
 */
export async function takeEffect(
  decision: Decision,
  ports: FitPorts,
  search: SearchEvicted,
  signal?: CancellationSignal,
): Promise<Compacted | Failed> {
  const { input, budget, drafts, policy, planned, inForce } = decision;
  const checkpoint = policy === 'checkpoint' ? checkpointFor(decision, ports) : undefined;
  const cut: Cut = checkpoint ? { ...planned, checkpoint } : planned;

  await archiveEvicted(ports.store, input.conversation, input.branch, drafts.branch, cut);
  signal?.throwIfAborted();
  const passages = input.recalled ?? (await recalledFor(input, drafts, cut, search));
  const outcome = proveProgress(drafts, drafts.cutWith(cut, passages, budget), inForce, true);
  if (outcome.kind !== 'compacted') return outcome;

  const newly = drafts.newlyEvicted(cut, inForce.cut);
  const retention = await measureRetention(drafts.branch, newly, cut.checkpoint?.text ?? '', search);
  signal?.throwIfAborted();

  const boundary = boundaryOf(decision, cut, outcome, ports);
  await ports.store.commitBoundary(input.conversation, boundary);
  return { ...outcome, boundary, ...(retention && { retention }) };
}

async function recalledFor(input: FitInput, { branch }: Drafts, cut: Cut, search: SearchEvicted) {
  return input.recall && !isManual(input) ? forcedRecall(branch, evictedBy(branch, cut), search) : [];
}

/** The record for the covered prefix, in the room the plan leaves; none where a cut without one is all that fits. */
function checkpointFor({ input, budget, drafts, planned }: Decision, { newId }: FitPorts): Checkpoint | undefined {
  if (planned.checkpoint) return planned.checkpoint;
  const totalWith = (checkpoint: Checkpoint) => drafts.ledger(drafts.cut({ ...planned, checkpoint })).total;
  const framing = totalWith({ id: '', text: '', carriedText: '', digest: '', covers: '' });
  const retrieval = input.retrieval.kind === 'tools' ? input.retrieval : undefined;
  const checkpoint = writeCheckpoint({
    branch: drafts.branch,
    coveredCount: planned.coveredCount,
    kept: planned.kept,
    // At most half of what is left: a record that fills the request would make the next turn compact again.
    roomTokens: Math.min(checkpointRoom(budget), Math.floor((budget.target - framing) / 2)),
    targetTokens: budget.target,
    counter: input.counter,
    ...(retrieval && { retrieval }),
    ...(input.focus !== undefined && { focus: input.focus }),
    newId,
  });
  return checkpoint && fits(totalWith(checkpoint), budget) ? checkpoint : undefined;
}

function boundaryOf({ input, drafts, policy }: Decision, cut: Cut, made: Compacted, ports: FitPorts): Boundary {
  const covers = lastCovered(drafts.branch, cut.coveredCount)?.id;
  return {
    id: ports.newId(),
    policy,
    origin: isManual(input) ? 'manual' : 'automatic',
    ...(covers !== undefined && { covers }),
    kept: [...cut.kept],
    shortened: cut.shortened,
    ...(cut.checkpoint && { checkpoint: cut.checkpoint }),
    before: made.before,
    after: made.after,
    turnsMoved: made.turnsMoved,
    createdAt: ports.now(),
  };
}
