import { ArchiveError, type ArchiveState, type Passage } from '../archive/store';
import type { KnownBudget } from '../budget/budget';
import { fits } from '../budget/budgetState';
import type { MessageId } from '../conversation/message';
import { forcedRecall } from '../recall/forcedRecall';
import type { AssembledRequest } from '../tokens/request';
import type { Boundary } from './boundary';
import type { CancellationSignal } from './cancellation';
import { diagnose } from './diagnose';
import { Drafts } from './drafts';
import type { FitInput, FitPorts } from './fitInput';
import { evictedBy, noCut, type Cut } from './layout';
import type { FitOutcome, Irreducible } from './outcome';
import { planCut } from './planCut';
import { proveProgress, type InForce } from './proveProgress';
import { replayBoundary } from './replay';
import { checkpointRoom, goalTokens, isManual, promisedPolicy } from './rules';
import { takeEffect } from './takeEffect';

/**
 * Fits one request into its budget. Stops at the first step that fits:
 *
 * 1. it fits as it is: the very same messages go out; 2. the stored boundary is replayed; 3.–5. something leaves
 * (`planCut` decides what, `takeEffect` makes it true); 6. nothing helps: the diagnosis says why.
 *
 * A fault on the way leaves the stored state as it was, and the request goes out as it would have without a compaction
 * (P5). Rejects only when `signal` is aborted.
 */
export async function fitRequest(input: FitInput, ports: FitPorts, signal?: CancellationSignal): Promise<FitOutcome> {
  return new Fit(input, ports, signal).run();
}

class Fit {
  private readonly drafts: Drafts;

  constructor(
    private readonly input: FitInput,
    private readonly ports: FitPorts,
    private readonly signal: CancellationSignal | undefined,
  ) {
    this.drafts = new Drafts(input);
  }

  async run(): Promise<FitOutcome> {
    const { budget, trigger, policy } = this.input;
    if (budget.kind === 'unknown') return { ...this.drafts.asGiven(), kind: 'disabled', reason: budget.reason };
    if (policy === 'off') return { ...this.drafts.asGiven(), kind: 'disabled', reason: switchedOff };

    const inForce = await this.inForce(budget);
    const isDue = trigger === 'compactAnyway' || (trigger !== 'measure' && !fits(inForce.outcome.ledger.total, budget));
    return isDue ? this.compact(budget, inForce) : inForce.outcome;
  }

  /** Steps 1 and 2. A boundary the user asked for stays in force where the whole conversation would fit again. */
  private async inForce(budget: KnownBudget): Promise<InForce> {
    const { drafts } = this;
    const stored = replayBoundary(drafts.branch, await this.storedBoundaries(), promisedPolicy(this.input));
    if (!stored || (stored.boundary.origin !== 'manual' && fits(drafts.wholeLedger.total, budget))) {
      return { cut: noCut, outcome: { ...drafts.asGiven(), kind: 'unchanged' } };
    }
    const { boundary, cut } = stored;
    const draft = drafts.cutWith(cut, await this.replayedPassages(cut), budget);
    return { cut, outcome: { ...drafts.sent(draft), kind: 'replayed', boundary } };
  }

  /**
   * Passages of a request that compacts nothing: those an earlier fit of this turn brought. A model that cannot call
   * the search tool gets new ones for each turn, or it would see what left once and never again.
   */
  private async replayedPassages(cut: Cut): Promise<readonly Passage[]> {
    const { recalled, retrieval, recall, trigger } = this.input;
    if (recalled) return recalled;
    if (retrieval.kind !== 'inline' || retrieval.when !== 'always' || !recall || trigger !== 'request') return [];
    return this.orNone(forcedRecall(this.drafts.branch, evictedBy(this.drafts.branch, cut), this.search));
  }

  /** Steps 3 to 6. */
  private async compact(budget: KnownBudget, inForce: InForce): Promise<FitOutcome> {
    const { input, drafts } = this;
    const { cut: previous, outcome: current } = inForce;
    const state: ArchiveState = input.archive ? await this.ports.store.probe(input.conversation) : { kind: 'off' };
    this.signal?.throwIfAborted();
    if (state.kind === 'unavailable') return this.withoutArchive(budget, inForce, state.reason);
    if (state.kind === 'off' && isManual(input)) return { ...current, kind: 'disabled', reason: offRecord };

    const policy = state.kind === 'off' ? 'rolling' : promisedPolicy(input);
    const plan = planCut({
      branch: drafts.branch,
      policy,
      counter: input.counter,
      surroundings: state.kind === 'available' ? drafts.searchable : { tools: input.tools },
      previous,
      target: budget.target,
      goal: goalTokens(input, budget, state),
      checkpointTokens: policy === 'checkpoint' ? checkpointRoom(budget) : 0,
    });
    if (plan.kind === 'tooLarge') return this.irreducible(budget, plan.request);
    // Nothing further may leave: what is in force is all there is to do, however often it is asked for.
    if (plan.cut.coveredCount === previous.coveredCount && plan.total >= current.ledger.total) return current;
    if (state.kind === 'off') return proveProgress(drafts, { ...plan, recalled: [] }, inForce, false);

    try {
      const decision = { input, budget, drafts, policy, planned: plan.cut, inForce };
      return await takeEffect(decision, this.ports, this.search, this.signal);
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      return this.withoutArchive(budget, inForce, error.message);
    }
  }

  /**
   * The archive cannot take anything: within the window the request goes out as far as it is compacted already; above it
   * the model would refuse, so the oldest turns stay out of this one request. They are still in the editor's transcript.
   * A compaction the user asked for has failed in any case: nothing of it would last.
   */
  private withoutArchive(budget: KnownBudget, inForce: InForce, reason: string): FitOutcome {
    const { input, drafts } = this;
    const { cut: previous, outcome: current } = inForce;
    if (isManual(input) || current.ledger.total <= budget.window - budget.replyReserve)
      return { ...current, kind: 'failed', reason };
    const plan = planCut({
      branch: drafts.branch,
      policy: 'rolling',
      counter: input.counter,
      surroundings: previous === noCut ? { tools: input.tools } : drafts.searchable,
      previous,
      target: budget.target,
      goal: budget.target,
      checkpointTokens: 0,
    });
    if (plan.kind === 'tooLarge') return this.irreducible(budget, plan.request);
    drafts.warnings.push(reason);
    return proveProgress(drafts, { ...plan, recalled: [] }, inForce, false);
  }

  /** Step 6. */
  private irreducible(budget: KnownBudget, smallest: AssembledRequest): Irreducible {
    const { drafts } = this;
    const diagnosis = diagnose(smallest, drafts.ledger(smallest), budget, this.input.counter);
    return { ...drafts.asGiven(), kind: 'irreducible', diagnosis };
  }

  private storedBoundaries(): Promise<readonly Boundary[]> {
    return this.input.archive ? this.orNone(this.ports.store.boundaries(this.input.conversation)) : Promise.resolve([]);
  }

  /** A store that cannot be read costs what was asked of it, not the request. */
  private async orNone<T>(read: Promise<readonly T[]>): Promise<readonly T[]> {
    try {
      return await read;
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      this.drafts.warnings.push(error.message);
      return [];
    }
  }

  /** Searches what `evicted` names, on this branch only. */
  private readonly search = async (query: string, limit: number, evicted: readonly MessageId[]) => {
    this.signal?.throwIfAborted();
    const branch = new Set(this.input.branch.map(({ id }) => id));
    const gone = new Set(evicted);
    const live = new Set([...branch].filter((id) => !gone.has(id)));
    return (await this.ports.store.search(this.input.conversation, { query, limit, branch, live })).hits;
  };
}

const switchedOff = 'Compaction is switched off: set "throughline.policy" to "checkpoint" or "rolling" to use it.';

/** Off the record a cut holds for one request, so that there is nothing to do ahead of it. */
const offRecord =
  'The archive is off, so a compaction would not last: set "throughline.archive" to true to use it. A request that no longer fits still leaves its oldest turns out.';
