import type { Message, Part, ToolSchema } from '../conversation/message';

/** How a figure came about: counted by the model's tokenizer, by the editor, reported by the provider, or guessed. */
export type CountMethod = 'tokenizer' | 'host' | 'provider' | 'estimate';

/**
 * Counts tokens. The one counter of a request serves trigger, fit, meter, notice and statistics alike, so that no two
 * places show different numbers. Never throws, whatever the text.
 */
export interface TokenCounter {
  readonly method: CountMethod;
  /** Half-width of the error to expect, as a share of the count: 0.02 means 2 %. */
  readonly uncertainty: number;
  /** Tokens of bare text, without any message framing. */
  countText(text: string): number;
  /** Tokens of a message as sent, framing included. Counted once per content, then remembered. */
  countMessage(message: Message): number;
  /** Tokens a part adds to its message: a message is its framing plus its parts. */
  countPart(part: Part): number;
  /** Tokens of a tool's declaration. */
  countTool(tool: ToolSchema): number;
}
