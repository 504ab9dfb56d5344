import type { Message, ToolSchema } from '../conversation/message';

/** What a message is in the assembled request. The ledger's categories follow from it. */
export type Segment = 'instructions' | 'checkpoint' | 'recalled' | 'history' | 'current';

/** A message of the request, and what it is there. */
export interface RequestEntry {
  readonly message: Message;
  readonly segment: Segment;
  /** For a `checkpoint` entry: the piece of its text that is carried instructions. */
  readonly carriedText?: string;
  /** For a `current` entry with passages joined in front: the piece of its text that is recalled. */
  readonly recalledText?: string;
}

/** Everything that is sent to the model, in order. */
export interface AssembledRequest {
  readonly tools: readonly ToolSchema[];
  readonly entries: readonly RequestEntry[];
}

/** The messages as they are sent, in order. */
export function messagesOf(request: AssembledRequest): Message[] {
  return request.entries.map(({ message }) => message);
}
