import { digestText } from '../conversation/digest';
import type { Branch, MessageId } from '../conversation/message';
import type { TokenCounter } from '../tokens/counter';
import type { Checkpoint } from './boundary';
import { buildCheckpoint } from './checkpoint/buildCheckpoint';
import { lastCovered } from './cut';
import type { RetrievalOffer } from './retrieval';

/** What the record of a covered prefix is written from. */
export interface CheckpointRequest {
  readonly branch: Branch;
  readonly coveredCount: number;
  readonly kept: ReadonlySet<MessageId>;
  /** The most tokens of its text. */
  readonly roomTokens: number;
  /** The request's target, from which the caps of its parts derive. */
  readonly targetTokens: number;
  readonly counter: TokenCounter;
  readonly retrieval?: RetrievalOffer;
  readonly focus?: string;
  readonly newId: () => string;
}

/**
 * The record that stands for the covered prefix, written from the transcript itself: never from an earlier checkpoint,
 * so nothing is summarised twice. `undefined` where nothing is covered or not even a minimal record has room.
 */
export function writeCheckpoint(request: CheckpointRequest): Checkpoint | undefined {
  const { branch, coveredCount, kept, counter, retrieval, focus } = request;
  const last = lastCovered(branch, coveredCount);
  if (!last || request.roomTokens <= 0) return undefined;
  const current = branch.findLast(({ role, synthetic }) => role === 'user' && synthetic !== true);
  const draft = buildCheckpoint({
    covered: branch.slice(0, coveredCount).filter(({ role }) => role !== 'system'),
    keptIds: kept,
    budgetTokens: request.roomTokens,
    targetTokens: request.targetTokens,
    countText: (text) => counter.countText(text),
    ...(current && { current }),
    ...(retrieval && { searchToolName: retrieval.searchToolName }),
    ...(retrieval?.readToolName !== undefined && { readToolName: retrieval.readToolName }),
    ...(focus !== undefined && focus !== '' && { instructions: focus }),
  });
  if (!draft) return undefined;
  return {
    id: request.newId(),
    text: draft.text,
    carriedText: draft.carriedText,
    digest: digestText(draft.text),
    covers: last.id,
  };
}
