import type { Passage } from '../archive/store';
import { textOf, toolCallsOf } from '../conversation/message';
import { keepStart, toWellFormed } from '../conversation/unicode';
import type { RequestEntry } from '../tokens/request';
import { renderPassages } from './renderPassages';

/** The query shown in a recalled call is the user's message; more than this only costs tokens. */
const shownQueryUnits = 200;

/**
 * Puts recalled passages at the current message (R4): as a call of the search tool with its result right behind it,
 * where that tool is offered, else as a text in front of it. No given message is changed: the current one is replaced
 * by a longer copy. The same entries where there is nothing to place.
 */
export function placeRecalled(
  entries: readonly RequestEntry[],
  passages: readonly Passage[],
  searchToolName: string | undefined,
): RequestEntry[] {
  if (passages.length === 0) return [...entries];
  // The archive holds every text as it was said, broken characters included; what goes out is well-formed (C3).
  const rendered = toWellFormed(renderPassages(passages));
  const callId = freeCallId(entries);
  return entries.flatMap((entry) => {
    if (entry.segment !== 'current') return [entry];
    return searchToolName === undefined
      ? [inFront(entry, rendered)]
      : [entry, ...asToolRound(entry, rendered, searchToolName, callId)];
  });
}

function inFront(entry: RequestEntry, rendered: string): RequestEntry {
  const recalledText = `${rendered}\n\n`;
  return {
    ...entry,
    message: { ...entry.message, parts: [{ kind: 'text', text: recalledText }, ...entry.message.parts] },
    recalledText,
  };
}

function asToolRound(entry: RequestEntry, rendered: string, searchToolName: string, callId: string): RequestEntry[] {
  const argumentsJson = JSON.stringify({ query: keepStart(textOf(entry.message), shownQueryUnits) });
  return [
    {
      segment: 'recalled',
      message: { role: 'assistant', parts: [{ kind: 'toolCall', callId, name: searchToolName, argumentsJson }] },
    },
    {
      segment: 'recalled',
      message: { role: 'tool', parts: [{ kind: 'toolResult', callId, content: [{ kind: 'text', text: rendered }] }] },
    },
  ];
}

/** An id no call of the request has: a request that was recorded and read again holds one of ours already. */
function freeCallId(entries: readonly RequestEntry[]): string {
  const used = new Set(entries.flatMap(({ message }) => toolCallsOf(message)).map(({ callId }) => callId));
  let callId = 'throughline_recall';
  for (let count = 2; used.has(callId); count++) callId = `throughline_recall_${count}`;
  return callId;
}
