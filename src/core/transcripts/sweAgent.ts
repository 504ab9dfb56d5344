import type { Message } from '../conversation/message';
import { isObject, parseJson } from './json';
import { readChatMessage } from './openAiMessages';
import type { Transcript, TranscriptProblem } from './transcript';
import { TranscriptError } from './transcript';

/**
 * Reads a SWE-agent trajectory from its `history`, which holds what the model was sent. Only the first message in the
 * user's name is a person's task: demonstrations come before it, and every later one is the output of a command.
 */
export function readSweAgent(source: string): Transcript {
  const value = parseJson(source);
  if (!isObject(value) || !Array.isArray(value['history']))
    throw new TranscriptError('expected an object with "history"');
  const messages: Message[] = [];
  const problems: TranscriptProblem[] = [];
  let hasTask = false;
  value['history'].forEach((entry: unknown, index) => {
    const place = `history[${index}]`;
    try {
      const message = readChatMessage(toToolMessage(entry), place, problems);
      const isTask = message.role === 'user' && !hasTask && !(isObject(entry) && entry['is_demo'] === true);
      if (isTask) hasTask = true;
      messages.push(message.role === 'user' && !isTask ? { ...message, synthetic: true } : message);
    } catch (error) {
      if (!(error instanceof TranscriptError)) throw error;
      problems.push({ place, reason: error.reason });
    }
  });
  return { format: 'swe-agent', messages, tools: [], problems };
}

/** Newer versions name the answered call in a list, `tool_call_ids`. */
function toToolMessage(entry: unknown): unknown {
  if (!isObject(entry) || entry['role'] !== 'tool' || !Array.isArray(entry['tool_call_ids'])) return entry;
  const [first]: unknown[] = entry['tool_call_ids'];
  return { ...entry, tool_call_id: first };
}
