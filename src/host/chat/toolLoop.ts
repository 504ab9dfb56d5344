import type { Passage } from '../../core/archive/store';
import type { FitOutcome } from '../../core/compaction/outcome';
import type { Message, TextPart, ToolCallPart, ToolResultPart, ToolSchema } from '../../core/conversation/message';
import { messagesOfRounds, type ToolRound } from './rounds';

/** What the loop asks of the world around it. */
export interface ToolLoopPorts {
  /** Fits the branch as it stands. `windowTokens` lowers the window, after the model said the request was too long. */
  fit(
    messages: readonly Message[],
    recalled: readonly Passage[] | undefined,
    windowTokens: number | undefined,
    signal: AbortSignal,
  ): Promise<FitOutcome>;
  /** Streams the model's answer. Rejects, or throws while streaming, with the model's error. */
  send(
    messages: readonly Message[],
    tools: readonly ToolSchema[],
    signal: AbortSignal,
  ): AsyncIterable<TextPart | ToolCallPart>;
  /** Called once per fitted request when the model has taken or refused it: what the fit did is now true for the user. */
  sent(outcome: FitOutcome): void;
  show(text: string): void;
  /** One result per call, in their order; runs them side by side and never rejects but for cancellation. */
  callTools(
    calls: readonly ToolCallPart[],
    outcome: FitOutcome,
    signal: AbortSignal,
  ): Promise<readonly ToolResultPart[]>;
  /** The window to refit with where the error says the request was too long; `undefined` for any other error. */
  smallerWindow(error: unknown, outcome: FitOutcome): number | undefined;
}

/** How a turn ended, and the rounds of tools it took. */
export interface ToolLoopResult {
  /** `failed` carries the model's error; what was shown and called before it still happened. */
  readonly kind: 'answered' | 'roundLimit' | 'failed';
  readonly rounds: readonly ToolRound[];
  readonly error?: unknown;
}

/** Set apart from the next round's text: the rounds of a turn are read as one answer. */
const roundSeparator = '\n\n';

/**
 * Runs one turn: fit, send, call the tools the model asks for, and again with their results, until it answers.
 * Each request is fitted anew (C10); recall happens on the first fit that brings passages and rides on. Rejects only
 * for cancellation.
 */
export async function runToolLoop(
  branch: readonly Message[],
  roundLimit: number,
  ports: ToolLoopPorts,
  signal: AbortSignal,
): Promise<ToolLoopResult> {
  const rounds: ToolRound[] = [];
  let recalled: readonly Passage[] | undefined;
  let windowTokens: number | undefined;

  for (;;) {
    const messages = [...branch, ...messagesOfRounds(rounds)];
    const outcome = await ports.fit(messages, recalled, windowTokens, signal);
    signal.throwIfAborted();
    if (recalled === undefined && outcome.recalled.length > 0) recalled = outcome.recalled;

    const reply = await receive(outcome, ports, signal);
    signal.throwIfAborted();
    if (reply.kind === 'failed') {
      const smaller =
        windowTokens === undefined && reply.shown === '' ? ports.smallerWindow(reply.error, outcome) : undefined;
      if (smaller === undefined) return { kind: 'failed', rounds, error: reply.error };
      windowTokens = smaller;
      continue;
    }
    if (reply.calls.length === 0) return { kind: 'answered', rounds };
    if (rounds.length >= roundLimit) return { kind: 'roundLimit', rounds };

    const separator = reply.shown.trim() === '' ? '' : roundSeparator;
    if (separator !== '') ports.show(separator);
    const results = await ports.callTools(reply.calls, outcome, signal);
    signal.throwIfAborted();
    rounds.push({ shown: reply.shown + separator, calls: reply.calls, results });
  }
}

type Reply =
  | { readonly kind: 'complete'; readonly shown: string; readonly calls: readonly ToolCallPart[] }
  | { readonly kind: 'failed'; readonly shown: string; readonly error: unknown };

async function receive(outcome: FitOutcome, ports: ToolLoopPorts, signal: AbortSignal): Promise<Reply> {
  const calls: ToolCallPart[] = [];
  let shown = '';
  let taken = false;
  const take = () => {
    if (!taken) ports.sent(outcome);
    taken = true;
  };
  try {
    for await (const piece of ports.send(outcome.messages, outcome.tools, signal)) {
      signal.throwIfAborted();
      take();
      if (piece.kind === 'toolCall') {
        calls.push(piece);
      } else {
        shown += piece.text;
        ports.show(piece.text);
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    take();
    return { kind: 'failed', shown, error };
  }
  take();
  return { kind: 'complete', shown, calls };
}
