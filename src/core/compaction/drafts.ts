import type { Passage } from '../archive/store';
import type { KnownBudget } from '../budget/budget';
import { fits } from '../budget/budgetState';
import type { Branch } from '../conversation/message';
import { repairOnReading, type Repair } from '../conversation/repair';
import { countRequest } from '../tokens/countRequest';
import type { Ledger } from '../tokens/ledger';
import { messagesOf, type AssembledRequest } from '../tokens/request';
import type { FitInput } from './fitInput';
import { evictedBy, layOut, layOutWhole, noCut, type Cut, type Surroundings } from './layout';

/** The requests that can be made of one branch: what each looks like, and what it costs. */
export class Drafts {
  /** The branch, mended so that a provider accepts it. */
  readonly branch: Branch;
  readonly whole: AssembledRequest;
  readonly wholeLedger: Ledger;
  /** Sentences for the user that came up on the way; grows while the request is fitted. */
  readonly warnings: string[];
  private readonly repairs: readonly Repair[];

  constructor(private readonly input: FitInput) {
    const { branch, repairs } = repairOnReading(input.branch);
    this.branch = branch;
    this.repairs = repairs;
    this.warnings = [...input.budget.warnings];
    this.whole = layOutWhole(branch, { tools: input.tools });
    this.wholeLedger = this.ledger(this.whole);
  }

  /** What stands around the branch once something left it and can be searched. */
  get searchable(): Surroundings {
    const { retrieval, tools } = this.input;
    return retrieval.kind === 'tools' ? { tools, retrieval } : { tools };
  }

  /** The request a cut makes. */
  cut(cut: Cut): AssembledRequest {
    return layOut(this.branch, cut, [], this.searchable);
  }

  /** The same with as many of the passages as the room allows: all, half, a quarter, none (R3). */
  cutWith(cut: Cut, passages: readonly Passage[], budget: KnownBudget): Draft {
    for (let count = passages.length; count > 0; count = Math.floor(count / 2)) {
      const recalled = passages.slice(0, count);
      const request = layOut(this.branch, cut, recalled, this.searchable);
      if (fits(this.ledger(request).total, budget)) return { cut, request, recalled };
    }
    return { cut, request: this.cut(cut), recalled: [] };
  }

  /** What left with this cut and was still in the request under the one before. */
  newlyEvicted(cut: Cut, previous: Cut): Branch {
    const now = new Set(evictedBy(this.branch, cut));
    const before = new Set(evictedBy(this.branch, previous));
    return this.branch.filter(({ id }) => now.has(id) && !before.has(id));
  }

  ledger(request: AssembledRequest): Ledger {
    const { budget, counter } = this.input;
    return countRequest(request, counter, budget.kind === 'known' ? budget.replyReserve : 0);
  }

  /** What every outcome tells of the request it sends. */
  sent({ cut, request, recalled }: Draft) {
    const ids = this.input.branch.map(({ id }) => id);
    const known = new Set(ids);
    return {
      messages: messagesOf(request),
      tools: request.tools,
      ledger: this.ledger(request),
      budget: this.input.budget,
      branch: ids,
      // Messages that repair made up are not the transcript's: they are nowhere to be found, and nothing of them is lost.
      evicted: evictedBy(this.branch, cut).filter((id) => known.has(id)),
      recalled,
      repairs: this.repairs,
      warnings: this.warnings,
    };
  }

  /** The same for the messages as they were given. */
  asGiven() {
    return this.sent({ cut: noCut, request: this.whole, recalled: [] });
  }
}

/** A request, the cut that made it, and the passages that are in it. */
export interface Draft {
  readonly cut: Cut;
  readonly request: AssembledRequest;
  readonly recalled: readonly Passage[];
}
