import type { ConversationId, ConversationSummary } from '../core/archive/store';
import { formatBytes, formatCount } from '../shared/figures';
import { formatTime } from './time';

export interface ConversationsSectionProps {
  readonly conversations: readonly ConversationSummary[];
  readonly shown: ConversationId | undefined;
  onChoose(conversation: ConversationId): void;
  onDelete(conversation: ConversationId): void;
}

/** All archives of this workspace: which one is shown, and how to be rid of one. */
export function ConversationsSection({ conversations, shown, onChoose, onDelete }: ConversationsSectionProps) {
  if (conversations.length === 0) return <p class="quiet">No conversation is archived in this workspace.</p>;
  return (
    <ul class="entries">
      {conversations.map(({ id, title, messages, bytes, updatedAt }) => (
        <li key={id} class="entry">
          <button
            type="button"
            class="entry-text choose"
            aria-current={id === shown}
            onClick={() => {
              onChoose(id);
            }}
          >
            <span class="ellipsis">{title}</span>
            <span class="quiet">
              {formatCount(messages, 'message')} · {formatBytes(bytes)} · {formatTime(updatedAt)}
            </span>
          </button>
          <button
            type="button"
            class="secondary"
            aria-label={`Delete the archive of ${title}`}
            onClick={() => {
              onDelete(id);
            }}
          >
            Delete…
          </button>
        </li>
      ))}
    </ul>
  );
}
