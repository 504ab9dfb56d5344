import type { FitOutcome } from '../../core/compaction/outcome';
import { ledgerCategories, type Ledger, type LedgerCategory } from '../../core/tokens/ledger';
import type { Engine, FitRequest } from '../../engine/api';
import { sentenceOf } from '../sentenceOf';

/**
 * Fits a request. A fault of the engine itself (its worker is missing, it crashed) becomes a `failed` outcome with the
 * messages as they came and unknown numbers: the turn goes on without us. Rejects only for cancellation.
 */
export async function fitOrPass(
  engine: Pick<Engine, 'fit'>,
  request: FitRequest,
  signal: AbortSignal,
  report: (fault: unknown) => void,
): Promise<FitOutcome> {
  try {
    return await engine.fit(request, signal);
  } catch (fault) {
    signal.throwIfAborted();
    report(fault);
    return passedThrough(request, `Throughline could not measure this request: ${sentenceOf(fault)}`);
  }
}

function passedThrough({ messages, tools }: FitRequest, reason: string): FitOutcome {
  return {
    kind: 'failed',
    reason,
    messages,
    tools,
    ledger: emptyLedger(),
    budget: { kind: 'unknown', reason, warnings: [] },
    branch: [],
    evicted: [],
    recalled: [],
    repairs: [],
    warnings: [],
  };
}

/** Nothing was counted. Only ever shown with an unknown budget, as "unknown". */
function emptyLedger(): Ledger {
  const categories = Object.fromEntries(ledgerCategories.map((category) => [category, 0])) as Record<
    LedgerCategory,
    number
  >;
  return { categories, total: 0, replyReserve: 0, method: 'estimate', uncertainty: 1 };
}
