import { keepEnds } from '../../core/conversation/unicode';
import { text, type Message, type ToolCallPart, type ToolResultPart } from '../../core/conversation/message';
import { isRetrievalTool } from '../tools/retrievalTools';

/** One answer of the model that called tools, with their results. */
export interface ToolRound {
  /** The text exactly as it was streamed into the chat, separators included. */
  readonly shown: string;
  readonly calls: readonly ToolCallPart[];
  /** One per call, in the order of the calls. */
  readonly results: readonly ToolResultPart[];
}

/**
 * The messages of rounds as they are sent while the turn runs. Our own retrieval calls stand in rounds of their own,
 * marked as no part of the conversation: what follows keeps the identity it has when the history is read again.
 */
export function messagesOfRounds(rounds: readonly ToolRound[]): Message[] {
  return rounds.flatMap(({ shown, calls, results }) => {
    const own = calls.filter(({ name }) => !isRetrievalTool(name));
    const retrieval = calls.filter(({ name }) => isRetrievalTool(name));
    return [
      ...(own.length > 0 ? roundMessages(shown, own, resultsOf(own, results)) : []),
      ...(retrieval.length > 0
        ? roundMessages(own.length > 0 ? '' : shown, retrieval, resultsOf(retrieval, results)).map(
            (message): Message => ({ ...message, synthetic: true }),
          )
        : []),
    ];
  });
}

function resultsOf(calls: readonly ToolCallPart[], results: readonly ToolResultPart[]): ToolResultPart[] {
  const ids = new Set(calls.map(({ callId }) => callId));
  return results.filter(({ callId }) => ids.has(callId));
}

/** The rounds of a finished turn as the conversation keeps them. */
export interface KeptRounds {
  readonly messages: readonly Message[];
  /** UTF-16 units of the streamed text that these messages hold; the answer starts behind them. */
  readonly answerStart: number;
}

/**
 * Leaves out our own retrieval calls and their results: they are quotes of the archive and must not come back as part
 * of it. Their round's text moves on to what follows, so that the streamed text stays whole.
 */
export function keptRounds(rounds: readonly ToolRound[]): KeptRounds {
  const messages: Message[] = [];
  let pending = '';
  let streamed = 0;
  let answerStart = 0;
  for (const { shown, calls, results } of rounds) {
    pending += shown;
    streamed += shown.length;
    const kept = calls.filter(({ name }) => !isRetrievalTool(name));
    if (kept.length === 0) continue;
    messages.push(...roundMessages(pending, kept, resultsOf(kept, results)));
    pending = '';
    answerStart = streamed;
  }
  return { messages, answerStart };
}

/** Characters of one tool result that may ride in a turn's metadata: the editor writes it with the chat on each change. */
const inlineBodyUnits = 2_000;

/** The same messages with tool results short enough to ride in metadata: for turns nothing could be recorded of. */
export function cappedForMetadata(messages: readonly Message[]): Message[] {
  return messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) =>
      part.kind === 'toolResult'
        ? {
            ...part,
            content: part.content.flatMap((piece) =>
              piece.kind === 'text' ? [text(keepEnds(piece.text, inlineBodyUnits))] : [],
            ),
          }
        : part,
    ),
  }));
}

function roundMessages(shown: string, calls: readonly ToolCallPart[], results: readonly ToolResultPart[]): Message[] {
  return [
    { role: 'assistant', parts: [...(shown.trim() === '' ? [] : [text(shown)]), ...calls] },
    { role: 'tool', parts: results },
  ];
}
