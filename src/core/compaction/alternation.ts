import type { Message } from '../conversation/message';
import type { RequestEntry } from '../tokens/request';

/** Stands for an answer that left the request. */
export const assistantFiller = 'Understood.';
/** Stands for a user message that left the request. Not an instruction: the newest user message is the only one. */
export const userFiller = '[An earlier message is no longer part of this request.]';

/**
 * Fills the gaps a cut has left, so that strict chat templates accept the request (C4): after the system messages a
 * user message comes first, and user and assistant messages alternate, each assistant message with calls followed by
 * its results. Neighbours that stood side by side in the branch already stay so: the transcript is not ours to correct.
 *
 * @returns the very same array where nothing is missing
 */
export function alternate(entries: readonly RequestEntry[]): readonly RequestEntry[] {
  const filled: RequestEntry[] = [];
  let previous: Message | undefined;
  for (const entry of entries) {
    const filler = entry.message.role === 'system' ? undefined : missingBetween(previous, entry.message);
    if (filler) filled.push(filler);
    filled.push(entry);
    if (entry.message.role !== 'system') previous = entry.message;
  }
  return filled.length === entries.length ? entries : filled;
}

function missingBetween(previous: Message | undefined, next: Message): RequestEntry | undefined {
  if (wereNeighbours(previous, next)) return undefined;
  const answered = previous?.role === 'assistant';
  // Results are answered by the assistant too: a user message right behind them counts as the second in a row.
  if (next.role === 'user' && previous && !answered) return fillerEntry('assistant', assistantFiller);
  if (next.role === 'assistant' && (!previous || answered)) return fillerEntry('user', userFiller);
  return undefined;
}

/** Messages of the branch say where they stood; what was injected stood nowhere. */
function wereNeighbours(previous: Message | undefined, next: Message): boolean {
  return previous !== undefined && ordinalOf(next) === ordinalOf(previous) + 1;
}

function ordinalOf(message: Message): number {
  return 'ordinal' in message && typeof message.ordinal === 'number' ? message.ordinal : Number.NaN;
}

function fillerEntry(role: 'user' | 'assistant', text: string): RequestEntry {
  return { message: { role, parts: [{ kind: 'text', text }], synthetic: true }, segment: 'history' };
}
