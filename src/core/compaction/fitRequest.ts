import { ArchiveError, type ArchiveState, type ArchiveStore, type ConversationId } from '../archive/store';
import type { Passage } from '../archive/store';
import type { Budget, KnownBudget } from '../budget/budget';
import { fits } from '../budget/budgetState';
import { pairingViolations } from '../conversation/pairing';
import type { Branch, MessageId, ToolSchema } from '../conversation/message';
import { repairOnReading, type Repair } from '../conversation/repair';
import { forcedRecall } from '../recall/forcedRecall';
import type { TokenCounter } from '../tokens/counter';
import { countRequest } from '../tokens/countRequest';
import type { Ledger } from '../tokens/ledger';
import { messagesOf, type AssembledRequest } from '../tokens/request';
import { archiveEvicted } from './archiveEvicted';
import type { Boundary, Checkpoint, Policy } from './boundary';
import type { CancellationSignal } from './cancellation';
import { lastCovered } from './cut';
import { diagnose } from './diagnose';
import { evictedBy, layOut, layOutWhole, noCut, type Cut, type Surroundings } from './layout';
import { measureRetention } from './measureRetention';
import type { Compacted, Failed, FitOutcome, Irreducible, Replayed, Unchanged } from './outcome';
import { planCut } from './planCut';
import { replayBoundary } from './replay';
import { checkpointMaxTokens, checkpointTargetShare, recallReserveTokens } from './tunables';
import { writeCheckpoint } from './writeCheckpoint';

export interface FitInput {
  readonly conversation: ConversationId;
  /** As the editor holds it: not repaired, instructions as system messages, the last user message current. */
  readonly branch: Branch;
  readonly tools: readonly ToolSchema[];
  readonly budget: Budget;
  readonly counter: TokenCounter;
  readonly policy: Policy;
  /** 0–90. */
  readonly headroomPercent: number;
  readonly recall: boolean;
  /** False = off the record. */
  readonly archive: boolean;
  readonly focus?: string;
  /** What is declared to the model once something left; see `Surroundings.retrieval`. */
  readonly retrieval:
    | { readonly kind: 'tools'; readonly offer: NonNullable<Surroundings['retrieval']> }
    | { readonly kind: 'inline'; readonly when: 'compacting' | 'always' }
    | { readonly kind: 'none' };
  readonly trigger: 'request' | 'measure' | 'compact' | 'compactAnyway';
  /** Passages an earlier fit of this turn brought in. */
  readonly recalled?: readonly Passage[];
}

/** The world as a fit sees it. */
export interface FitPorts {
  readonly store: ArchiveStore;
  readonly now: () => number;
  readonly newId: () => string;
}

/**
 * Fits one request into its budget. Stops at the first step that fits:
 *
 * 1. it fits as it is: the very same messages go out; 2. the stored boundary is replayed; 3.–5. something leaves
 * (`planCut`); 6. nothing helps: the diagnosis says why.
 *
 * Order of effects (C14): the evicted messages are archived and synced, read back and compared, the boundary and its
 * checkpoint are stored in one transaction, and only then is the smaller request returned. A fault before that leaves
 * the stored state as it was and the request goes out as given (P5). Rejects only when `signal` is aborted.
 */
export async function fitRequest(input: FitInput, ports: FitPorts, signal?: CancellationSignal): Promise<FitOutcome> {
  return new Fit(input, ports, signal).run();
}

/** The request as far as the branch is compacted already: what goes out where nothing further happens. */
interface InForce {
  readonly cut: Cut;
  readonly outcome: Unchanged | Replayed;
}

class Fit {
  private readonly warnings: string[];
  private readonly branch: Branch;
  private readonly repairs: readonly Repair[];
  private readonly whole: AssembledRequest;

  constructor(
    private readonly input: FitInput,
    private readonly ports: FitPorts,
    private readonly signal: CancellationSignal | undefined,
  ) {
    const { branch, repairs } = repairOnReading(input.branch);
    this.branch = branch;
    this.repairs = repairs;
    this.warnings = [...input.budget.warnings];
    this.whole = layOutWhole(branch, { tools: input.tools });
  }

  async run(): Promise<FitOutcome> {
    const { budget, trigger } = this.input;
    const wholeLedger = this.ledger(this.whole);
    if (budget.kind === 'unknown') return { ...this.asGiven(wholeLedger), kind: 'disabled', reason: budget.reason };
    if (this.input.policy === 'off') return { ...this.asGiven(wholeLedger), kind: 'disabled', reason: switchedOff };

    const stored = replayBoundary(this.branch, await this.storedBoundaries(), this.promisedPolicy());
    const fitsWhole = fits(wholeLedger.total, budget) && stored?.boundary.origin !== 'manual';
    const inForce: InForce =
      stored && !fitsWhole
        ? await this.replayed(stored, budget)
        : { cut: noCut, outcome: { ...this.asGiven(wholeLedger), kind: 'unchanged' } };
    const { outcome } = inForce;
    const isDue = trigger === 'compactAnyway' || (trigger !== 'measure' && !fits(outcome.ledger.total, budget));
    return isDue ? this.compact(budget, inForce) : outcome;
  }

  private async replayed({ boundary, cut }: { boundary: Boundary; cut: Cut }, budget: KnownBudget): Promise<InForce> {
    const { request, recalled } = this.withPassages(cut, await this.replayedPassages(cut), budget);
    const outcome = { ...this.sent(cut, request, this.ledger(request), recalled), kind: 'replayed', boundary } as const;
    return { cut, outcome };
  }

  /**
   * Passages of a request that compacts nothing: those an earlier fit of this turn brought. A model that cannot call
   * the search tool gets new ones for each turn, or it would see what left once and never again.
   */
  private async replayedPassages(cut: Cut): Promise<readonly Passage[]> {
    const { recalled, retrieval, recall, trigger } = this.input;
    if (recalled) return recalled;
    if (retrieval.kind !== 'inline' || retrieval.when !== 'always' || !recall || trigger !== 'request') return [];
    return this.orNone(forcedRecall(this.branch, evictedBy(this.branch, cut), this.search()));
  }

  /** Steps 3 to 6. */
  private async compact(budget: KnownBudget, inForce: InForce): Promise<FitOutcome> {
    const { cut: previous, outcome: current } = inForce;
    const state = await this.archiveState();
    this.signal?.throwIfAborted();
    if (state.kind === 'unavailable') return this.withoutArchive(budget, inForce, state.reason);
    if (state.kind === 'off' && this.isManual) return { ...current, kind: 'disabled', reason: offRecord };
    const policy = state.kind === 'off' ? 'rolling' : this.promisedPolicy();
    const plan = planCut({
      branch: this.branch,
      policy,
      counter: this.input.counter,
      surroundings: this.surroundings(state),
      previous,
      target: budget.target,
      goal: this.goal(budget, state),
      checkpointTokens: policy === 'checkpoint' ? checkpointRoom(budget) : 0,
    });
    if (plan.kind === 'tooLarge') return this.irreducible(budget, plan.request);
    // Nothing further may leave: what is in force is all there is to do, however often it is asked for.
    if (plan.cut.coveredCount === previous.coveredCount && plan.total >= current.ledger.total) return current;
    if (state.kind === 'off') return this.compacted(plan.cut, inForce, plan.request, [], false);

    try {
      return await this.store(budget, policy, inForce, plan.cut);
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      return this.withoutArchive(budget, inForce, error.message);
    }
  }

  /** The effects, in their order. Throws `ArchiveError` with nothing moved. */
  private async store(
    budget: KnownBudget,
    policy: Boundary['policy'],
    inForce: InForce,
    planned: Cut,
  ): Promise<FitOutcome> {
    const { input, ports, signal } = this;
    const checkpoint = policy === 'checkpoint' ? this.checkpointFor(planned, budget) : undefined;
    const cut: Cut = checkpoint ? { ...planned, checkpoint } : planned;

    await archiveEvicted(ports.store, input.conversation, input.branch, this.branch, cut);
    signal?.throwIfAborted();
    const evicted = evictedBy(this.branch, cut);
    const passages =
      input.recalled ??
      (input.recall && input.trigger === 'request' ? await forcedRecall(this.branch, evicted, this.search()) : []);
    const { request, recalled } = this.withPassages(cut, passages, budget);
    const outcome = this.compacted(cut, inForce, request, recalled, true);
    if (outcome.kind !== 'compacted') return outcome;

    const newly = this.newlyEvicted(cut, inForce.cut);
    const retention = await measureRetention(this.branch, newly, cut.checkpoint?.text ?? '', this.search());
    signal?.throwIfAborted();

    const boundary = this.boundaryOf(cut, policy, outcome);
    await ports.store.commitBoundary(input.conversation, boundary);
    return { ...outcome, boundary, ...(retention && { retention }) };
  }

  private boundaryOf(cut: Cut, policy: Boundary['policy'], { before, after, turnsMoved }: Compacted): Boundary {
    const covers = lastCovered(this.branch, cut.coveredCount)?.id;
    return {
      id: this.ports.newId(),
      policy,
      origin: this.input.trigger === 'request' ? 'automatic' : 'manual',
      ...(covers !== undefined && { covers }),
      kept: [...cut.kept],
      shortened: cut.shortened,
      ...(cut.checkpoint && { checkpoint: cut.checkpoint }),
      before,
      after,
      turnsMoved,
      createdAt: this.ports.now(),
    };
  }

  /** The record for the covered prefix, in the room the plan leaves; none where a cut without one is all that fits. */
  private checkpointFor(planned: Cut, budget: KnownBudget): Checkpoint | undefined {
    if (planned.checkpoint) return planned.checkpoint;
    const { input, ports } = this;
    const totalWith = (checkpoint: Checkpoint) =>
      this.ledger(layOut(this.branch, { ...planned, checkpoint }, [], this.surroundings({ kind: 'available' }))).total;
    const framing = totalWith({ id: '', text: '', carriedText: '', digest: '', covers: '' });
    const retrieval = input.retrieval.kind === 'tools' ? input.retrieval.offer : undefined;
    const checkpoint = writeCheckpoint({
      branch: this.branch,
      coveredCount: planned.coveredCount,
      kept: planned.kept,
      // At most half of what is left: a record that fills the request would make the next turn compact again.
      roomTokens: Math.min(checkpointRoom(budget), Math.floor((budget.target - framing) / 2)),
      targetTokens: budget.target,
      counter: input.counter,
      ...(retrieval && { retrieval }),
      ...(input.focus !== undefined && { focus: input.focus }),
      newId: ports.newId,
    });
    return checkpoint && fits(totalWith(checkpoint), budget) ? checkpoint : undefined;
  }

  /** Progress (C9) and the pairing invariant (C2), proven on what would really be sent; else the step is undone. */
  private compacted(
    cut: Cut,
    inForce: InForce,
    request: AssembledRequest,
    recalled: readonly Passage[],
    searchable: boolean,
  ): Compacted | Failed {
    const ledger = this.ledger(request);
    const ledgerBefore = inForce.outcome.ledger;
    const violations = pairingViolations(messagesOf(request));
    const noProgress = ledger.total >= ledgerBefore.total;
    if (violations.length > 0 || noProgress) {
      const reason =
        violations[0] ??
        `Compacting would not make the request smaller (${ledgerBefore.total} tokens before, ${ledger.total} after), so nothing was moved.`;
      return { ...inForce.outcome, kind: 'failed', reason };
    }
    // A message that is only shown shorter is still there: its turn did not move.
    const covered = this.newlyEvicted({ ...cut, shortened: [] }, { ...inForce.cut, shortened: [] });
    return {
      ...this.sent(cut, request, ledger, recalled),
      kind: 'compacted',
      before: ledgerBefore.total,
      after: ledger.total,
      ledgerBefore,
      turnsMoved: covered.filter(({ role }) => role === 'user').length,
      searchable,
    };
  }

  /**
   * The archive cannot take anything: within the window the request goes out as far as it is compacted already; above it
   * the model would refuse, so the oldest turns stay out of this one request. They are still in the editor's transcript.
   * A compaction the user asked for has failed in any case: nothing of it would last.
   */
  private withoutArchive(budget: KnownBudget, inForce: InForce, reason: string): FitOutcome {
    const { cut: previous, outcome: current } = inForce;
    if (this.isManual || current.ledger.total <= budget.window - budget.replyReserve)
      return { ...current, kind: 'failed', reason };
    const plan = planCut({
      branch: this.branch,
      policy: 'rolling',
      counter: this.input.counter,
      surroundings: previous === noCut ? { tools: this.input.tools } : this.surroundings({ kind: 'available' }),
      previous,
      target: budget.target,
      goal: budget.target,
      checkpointTokens: 0,
    });
    if (plan.kind === 'tooLarge') return this.irreducible(budget, plan.request);
    this.warnings.push(reason);
    return this.compacted(plan.cut, inForce, plan.request, [], false);
  }

  private irreducible(budget: KnownBudget, smallest: AssembledRequest): Irreducible {
    const diagnosis = diagnose(smallest, this.ledger(smallest), budget, this.input.counter);
    return { ...this.asGiven(this.ledger(this.whole)), kind: 'irreducible', diagnosis };
  }

  /** What left with this cut and was still in the request under the one before. */
  private newlyEvicted(cut: Cut, previous: Cut): Branch {
    const now = new Set(evictedBy(this.branch, cut));
    const before = new Set(evictedBy(this.branch, previous));
    return this.branch.filter(({ id }) => now.has(id) && !before.has(id));
  }

  private get isManual(): boolean {
    return this.input.trigger === 'compact' || this.input.trigger === 'compactAnyway';
  }

  private async archiveState(): Promise<ArchiveState> {
    return this.input.archive ? this.ports.store.probe(this.input.conversation) : { kind: 'off' };
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
      this.warnings.push(error.message);
      return [];
    }
  }

  /** The policy whose promise can be kept: a checkpoint points to what can be looked up (C8). */
  private promisedPolicy(): Boundary['policy'] {
    return this.input.policy === 'checkpoint' && this.input.archive && this.input.retrieval.kind !== 'none'
      ? 'checkpoint'
      : 'rolling';
  }

  /** How far a compaction goes (C6): headroom and reserve count only where the cut can be stored and searched. */
  private goal(budget: KnownBudget, state: ArchiveState): number {
    if (state.kind !== 'available') return budget.target;
    const headroom = Math.floor((budget.target * this.input.headroomPercent) / 100);
    const reserve = this.input.recall && this.input.trigger === 'request' ? recallReserveTokens : 0;
    return Math.max(0, budget.target - headroom - reserve);
  }

  private surroundings(state: ArchiveState): Surroundings {
    const { retrieval, tools } = this.input;
    return retrieval.kind === 'tools' && state.kind === 'available' ? { tools, retrieval: retrieval.offer } : { tools };
  }

  /** As many of the passages as the room allows: all, half, a quarter, none (R3). */
  private withPassages(
    cut: Cut,
    passages: readonly Passage[],
    budget: KnownBudget,
  ): { request: AssembledRequest; recalled: readonly Passage[] } {
    for (let count = passages.length; count > 0; count = Math.floor(count / 2)) {
      const recalled = passages.slice(0, count);
      const request = layOut(this.branch, cut, recalled, this.surroundings({ kind: 'available' }));
      if (fits(this.ledger(request).total, budget)) return { request, recalled };
    }
    return { request: layOut(this.branch, cut, [], this.surroundings({ kind: 'available' })), recalled: [] };
  }

  private search() {
    const { conversation, branch } = this.input;
    return async (query: string, limit: number, evicted: readonly MessageId[]) => {
      this.signal?.throwIfAborted();
      const ids = new Set(branch.map(({ id }) => id));
      const gone = new Set(evicted);
      const live = new Set([...ids].filter((id) => !gone.has(id)));
      return (await this.ports.store.search(conversation, { query, limit, branch: ids, live })).hits;
    };
  }

  private ledger(request: AssembledRequest): Ledger {
    const { budget, counter } = this.input;
    return countRequest(request, counter, budget.kind === 'known' ? budget.replyReserve : 0);
  }

  private asGiven(ledger: Ledger) {
    return { ...this.sent(noCut, this.whole, ledger, []), tools: this.input.tools };
  }

  private sent(cut: Cut, request: AssembledRequest, ledger: Ledger, recalled: readonly Passage[]) {
    const ids = this.input.branch.map(({ id }) => id);
    const known = new Set(ids);
    return {
      messages: messagesOf(request),
      tools: request.tools,
      ledger,
      budget: this.input.budget,
      branch: ids,
      // Messages that repair made up are not the transcript's: they are nowhere to be found, and nothing of them is lost.
      evicted: evictedBy(this.branch, cut).filter((id) => known.has(id)),
      recalled,
      repairs: this.repairs,
      warnings: this.warnings,
    };
  }
}

const switchedOff = 'Compaction is switched off: set "throughline.policy" to "checkpoint" or "rolling" to use it.';

/** Off the record a cut holds for one request, so that there is nothing to do ahead of it. */
const offRecord =
  'The archive is off, so a compaction would not last: set "throughline.archive" to true to use it. A request that no longer fits still leaves its oldest turns out.';

function checkpointRoom(budget: KnownBudget): number {
  return Math.min(checkpointMaxTokens, Math.floor(budget.target * checkpointTargetShare));
}
