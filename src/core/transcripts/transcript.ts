import type { Message, ToolSchema } from '../conversation/message';

/**
 * Formats a conversation can be read from. `messages` is an OpenAI chat-completions request, `jsonl` one such message a
 * line; the others are what chat tools write.
 */
export const transcriptFormats = [
  'messages',
  'vscode',
  'claude-code',
  'codex',
  'pi',
  'beam',
  'swe-agent',
  'jsonl',
] as const;

export type TranscriptFormat = (typeof transcriptFormats)[number];

/** Something that could not be read and was left out, at its place: `line 12`, `messages[3]`. */
export interface TranscriptProblem {
  readonly place: string;
  readonly reason: string;
}

/** A conversation as read from a file, oldest message first. */
export interface Transcript {
  readonly format: TranscriptFormat;
  readonly messages: readonly Message[];
  /** The tools that were declared with the request; empty where the format does not say. */
  readonly tools: readonly ToolSchema[];
  /** The JSON value each message was read from, by index. Only for chat-completions messages. */
  readonly origins?: readonly unknown[];
  /** What the format itself calls each message, by index; empty where it has no name. Absent where none has. */
  readonly sourceIds?: readonly string[];
  readonly title?: string;
  readonly problems: readonly TranscriptProblem[];
}

/** The input is no conversation. `message` is one sentence: the place where one is known, and the reason. */
export class TranscriptError extends Error {
  constructor(
    readonly reason: string,
    readonly place?: string,
  ) {
    super(place === undefined ? reason : `${place}: ${reason}`);
    this.name = 'TranscriptError';
  }
}
