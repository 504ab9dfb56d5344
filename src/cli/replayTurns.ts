import type { FitOutcome } from '../core/compaction/outcome';
import { pairingViolations } from '../core/conversation/pairing';
import { unicodeViolations } from '../core/conversation/sanitiseUnicode';
import type { Message, ToolSchema } from '../core/conversation/message';
import type { TokenCounter } from '../core/tokens/counter';
import { beforeAndAfter } from './report';

/** One request of a chat that is replayed. */
export interface ReplayedTurn {
  readonly turn: number;
  readonly kind: FitOutcome['kind'];
  readonly before: number;
  readonly after: number;
  readonly requestTokens: number;
  /** How much of the request repeats the beginning of the one before: what a provider's prompt cache can reuse. */
  readonly reusablePrefixTokens: number;
  /** Turns that left the request with this one. */
  readonly evictedTurns: number;
  /** Citations. */
  readonly recalled: readonly string[];
}

/** The figures of a whole replay. */
export interface ReplaySummary {
  readonly turns: number;
  readonly compactions: number;
  /**
   * Mean of request tokens ÷ target, over the turns from the first compaction on, or all where there was none. Null
   * where no target is known.
   */
  readonly meanFill: number | null;
  readonly totalPromptTokens: number;
  readonly reusablePrefixShare: number;
  /** Requests above the target, but for those the fit says cannot be made smaller. */
  readonly overTarget: number;
  readonly pairingViolations: number;
  readonly unicodeViolations: number;
  /** Mean over the compactions that could be judged; null where none could. */
  readonly retention: { readonly mean: number | null; readonly judged: number; readonly compactions: number };
}

/** What a replay tells: its requests in order, and their sums. */
export interface Replay {
  readonly turns: readonly ReplayedTurn[];
  readonly summary: ReplaySummary;
}

/**
 * Sends a conversation turn by turn, as a chat would: each user message is a request that carries everything before it.
 *
 * @param fit fits the messages up to and including one user message
 */
export async function replayTurns(
  messages: readonly Message[],
  counter: TokenCounter,
  fit: (upToHere: readonly Message[]) => Promise<FitOutcome>,
): Promise<Replay> {
  const turns: ReplayedTurn[] = [];
  const fills: number[] = [];
  const shares: number[] = [];
  let firstCompaction: number | undefined;
  let [overTarget, pairing, unicode] = [0, 0, 0];
  let previous: SentRequest = { tools: [], messages: [] };
  for (const [index, { role }] of messages.entries()) {
    if (role !== 'user') continue;
    const outcome = await fit(messages.slice(0, index + 1));
    const requestTokens = outcome.ledger.total;
    turns.push({
      turn: turns.length + 1,
      kind: outcome.kind,
      ...beforeAndAfter(outcome),
      requestTokens,
      reusablePrefixTokens: Math.min(requestTokens, repeatedTokens(previous, outcome, counter)),
      evictedTurns: outcome.kind === 'compacted' ? outcome.turnsMoved : 0,
      recalled: outcome.recalled.map(({ citation }) => citation),
    });
    previous = outcome;
    if (outcome.kind === 'compacted') {
      firstCompaction ??= turns.length - 1;
      if (outcome.retention?.share !== undefined) shares.push(outcome.retention.share);
    }
    if (outcome.budget.kind === 'known') {
      fills.push(requestTokens / outcome.budget.target);
      if (requestTokens > outcome.budget.target && outcome.kind !== 'irreducible') overTarget += 1;
    }
    pairing += pairingViolations(outcome.messages).length;
    unicode += unicodeViolations(outcome.messages).length;
  }
  const totalPromptTokens = sum(turns.map((turn) => turn.requestTokens));
  const compactions = turns.filter(({ kind }) => kind === 'compacted').length;
  return {
    turns,
    summary: {
      turns: turns.length,
      compactions,
      meanFill: mean(fills.slice(firstCompaction ?? 0)),
      totalPromptTokens,
      reusablePrefixShare: sum(turns.map((turn) => turn.reusablePrefixTokens)) / Math.max(1, totalPromptTokens),
      overTarget,
      pairingViolations: pairing,
      unicodeViolations: unicode,
      retention: { mean: mean(shares), judged: shares.length, compactions },
    },
  };
}

interface SentRequest {
  readonly tools: readonly ToolSchema[];
  readonly messages: readonly Message[];
}

/** Tools stand before all messages, so other tools mean that nothing repeats. */
function repeatedTokens(previous: SentRequest, current: SentRequest, counter: TokenCounter): number {
  if (JSON.stringify(previous.tools) !== JSON.stringify(current.tools)) return 0;
  let repeated = 0;
  for (const [index, message] of current.messages.entries()) {
    const before = previous.messages[index];
    if (!before || !isSame(before, message)) break;
    repeated += counter.countMessage(message);
  }
  return repeated === 0 ? 0 : repeated + sum(current.tools.map((tool) => counter.countTool(tool)));
}

function isSame(left: Message, right: Message): boolean {
  if (left.role !== right.role) return false;
  return left.parts === right.parts || JSON.stringify(left.parts) === JSON.stringify(right.parts);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length;
}
