import { formatCount, formatTokens } from '../shared/figures';
import type { CompactionRow } from '../shared/protocol';
import { formatTime } from './time';

export interface CompactionsSectionProps {
  /** Newest first. */
  readonly compactions: readonly CompactionRow[];
  onUndo(): void;
}

/** The compactions of the shown conversation. Only the newest can be taken back: the older ones are part of it. */
export function CompactionsSection({ compactions, onUndo }: CompactionsSectionProps) {
  if (compactions.length === 0) return <p class="quiet">This conversation was not compacted yet.</p>;
  return (
    <ol class="entries" reversed>
      {compactions.map((compaction, place) => (
        <li key={compaction.id} class="entry">
          <span class="entry-text">
            <span>
              {formatTokens(compaction.before)} → {formatTokens(compaction.after)} tokens
            </span>
            <span class="quiet">
              {formatCount(compaction.turnsMoved, 'turn')} moved · {compaction.policy} · {compaction.origin} ·{' '}
              {formatTime(compaction.createdAt)}
            </span>
          </span>
          {place === 0 && (
            <button type="button" class="secondary" aria-label="Undo the newest compaction" onClick={onUndo}>
              Undo
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}
