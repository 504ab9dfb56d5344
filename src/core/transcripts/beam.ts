import type { Message } from '../conversation/message';
import { text } from '../conversation/message';
import { arrayAt, isObject, objectAt, parseJson } from './json';
import type { Transcript, TranscriptProblem } from './transcript';
import { TranscriptError } from './transcript';

/**
 * Reads a BEAM benchmark's `chat.json`: batches of turns of messages, each with an `id` that the benchmark's questions
 * name as evidence. The marker that ends the user's messages is the benchmark's, not the user's, and is taken off.
 */
export function readBeam(source: string): Transcript {
  const value = parseJson(source);
  if (!Array.isArray(value)) throw new TranscriptError('expected an array of batches with "turns"');
  const messages: Message[] = [];
  const sourceIds: string[] = [];
  const problems: TranscriptProblem[] = [];
  value.forEach((batch: unknown, batchIndex) => {
    arrayAt(objectAt(batch)['turns']).forEach((turn, turnIndex) => {
      arrayAt(turn).forEach((entry, index) => {
        const { role, content, id } = objectAt(entry);
        if ((role !== 'user' && role !== 'assistant') || typeof content !== 'string') {
          const place = `[${batchIndex}].turns[${turnIndex}][${index}]`;
          problems.push({ place, reason: 'expected a user or assistant message with text' });
          return;
        }
        messages.push({ role, parts: [text(role === 'user' ? withoutMarker(content) : content)] });
        sourceIds.push(typeof id === 'string' || typeof id === 'number' ? String(id) : '');
      });
    });
  });
  return { format: 'beam', messages, tools: [], sourceIds, problems };
}

/** Whether a parsed document is a BEAM chat. */
export function isBeam(value: unknown): boolean {
  return Array.isArray(value) && isObject(value[0]) && Array.isArray(value[0]['turns']);
}

/** ` ->-> 1,1` at the end; the data also has `->-> 2,N/A` and `->-> 5,14)`. */
function withoutMarker(content: string): string {
  return content.replace(/\s*->->\s*\d+\s*,\s*(?:\d+|N\/A)\)?\s*$/, '');
}
