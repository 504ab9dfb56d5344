import type { ConversationId } from '../core/archive/store';
import type { ToHost } from '../shared/protocol';

/** What the page keeps across hide and reload. */
export interface KeptState {
  /** The conversation the user chose; absent while the page follows the chat. */
  readonly chosen?: ConversationId;
  readonly query: string;
  readonly scrollTop: number;
  /** Names of the sections that are folded. */
  readonly folded: readonly string[];
}

/** What the page needs of the editor: it does not know where it runs. */
export interface HostChannel {
  post(message: ToHost): void;
  /** `undefined` on the very first load. */
  load(): KeptState | undefined;
  save(state: KeptState): void;
}
