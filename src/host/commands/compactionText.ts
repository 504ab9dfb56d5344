import type { Boundary } from '../../core/compaction/boundary';
import { formatCount, formatTokens } from '../../shared/figures';

/** What a compaction did, and the checkpoint that stands for what left. Markdown. */
export function compactionText({
  before,
  after,
  turnsMoved,
  policy,
  origin,
  kept,
  shortened,
  checkpoint,
  createdAt,
}: Boundary): string {
  return [
    '# Compaction',
    [
      `- ${formatTokens(before)} → ${formatTokens(after)} tokens`,
      `- ${formatCount(turnsMoved, 'turn')} left the request; the archive holds them word for word`,
      `- ${formatCount(kept.length, 'covered message')} kept, ${formatCount(shortened.length, 'message')} with shortened tool outputs or attachments`,
      `- ${origin === 'manual' ? 'asked for by you' : 'automatic'}, policy ${policy}, ${new Date(createdAt).toISOString()}`,
    ].join('\n'),
    ...(checkpoint
      ? ['## Checkpoint sent in their place', checkpoint.text]
      : ['No checkpoint: the oldest turns left, the newest stayed.']),
  ].join('\n\n');
}
