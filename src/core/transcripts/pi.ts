import type { Message, Part } from '../conversation/message';
import { text } from '../conversation/message';
import { imageFromBase64 } from './imagePart';
import { arrayAt, objectAt, stringAt, timeAt } from './json';
import type { JsonObject } from './json';
import { readJsonLines } from './jsonLines';
import type { JsonLine } from './jsonLines';
import type { Transcript } from './transcript';

/**
 * Reads a session file of the pi coding agent. Entries of older versions follow one another; those of newer ones carry
 * `id` and `parentId`, and the path to the newest entry is the conversation.
 *
 * Summaries it wrote stay where they were made, marked synthetic: what they summarise is there as well.
 */
export function readPi(source: string): Transcript {
  const { rows, problems } = readJsonLines(source);
  const entries = newestPath(rows).map(({ value }) => value);
  const read = entries.flatMap((entry) => {
    const message = readEntry(entry);
    return message && message.parts.length > 0 ? [{ message, id: stringAt(entry['id']) ?? '' }] : [];
  });
  const title = entries
    .flatMap((entry) => (entry['type'] === 'session_info' ? (stringAt(entry['name']) ?? []) : []))
    .at(-1);
  return {
    format: 'pi',
    messages: read.map(({ message }) => message),
    tools: [],
    ...(read.some(({ id }) => id !== '') && { sourceIds: read.map(({ id }) => id) }),
    ...(title !== undefined && { title }),
    problems,
  };
}

function newestPath(rows: readonly JsonLine[]): JsonLine[] {
  const byId = new Map<string, JsonLine>();
  for (const row of rows) {
    const id = stringAt(row.value['id']);
    if (id !== undefined && row.value['type'] !== 'session') byId.set(id, row);
  }
  if (byId.size === 0) return [...rows];
  const path: JsonLine[] = [];
  let row = [...byId.values()].at(-1);
  while (row) {
    path.push(row);
    byId.delete(stringAt(row.value['id']) ?? '');
    row = byId.get(stringAt(row.value['parentId']) ?? '');
  }
  return path.reverse();
}

function readEntry(entry: JsonObject): Message | undefined {
  const time = timeAt(entry['timestamp']);
  const message = entry['type'] === 'message' ? readMessage(objectAt(entry['message'])) : readInjected(entry);
  return message && { ...message, ...(time !== undefined && { time }) };
}

/** What pi puts into the conversation itself. */
function readInjected(entry: JsonObject): Message | undefined {
  switch (entry['type']) {
    case 'compaction':
    case 'branch_summary':
      return { role: 'user', parts: readContent(entry['summary']), synthetic: true };
    case 'custom_message':
      return { role: 'user', parts: readContent(entry['content']), synthetic: true };
    default:
      return undefined;
  }
}

function readMessage(message: JsonObject): Message | undefined {
  switch (message['role']) {
    case 'user':
      return { role: 'user', parts: readContent(message['content']) };
    case 'assistant':
      return { role: 'assistant', parts: readContent(message['content']) };
    case 'toolResult': {
      const content = readContent(message['content']).filter((part) => part.kind === 'text' || part.kind === 'image');
      const callId = stringAt(message['toolCallId']) ?? '';
      const isError = message['isError'] === true;
      return { role: 'tool', parts: [{ kind: 'toolResult', callId, content, ...(isError && { isError }) }] };
    }
    case 'bashExecution': {
      const command = stringAt(message['command']) ?? '';
      return { role: 'user', parts: [text(`$ ${command}\n${stringAt(message['output']) ?? ''}`)], synthetic: true };
    }
    default:
      return undefined;
  }
}

function readContent(content: unknown): Part[] {
  if (typeof content === 'string') return [text(content)];
  return arrayAt(content).flatMap((value) => readPart(objectAt(value)));
}

function readPart(part: JsonObject): Part[] {
  switch (part['type']) {
    case 'text':
      return [text(stringAt(part['text']) ?? '')];
    case 'thinking': {
      const signature = stringAt(part['thinkingSignature']);
      const thought = stringAt(part['thinking']) ?? '';
      return [{ kind: 'thinking', text: thought, ...(signature !== undefined && { signature }) }];
    }
    case 'image':
      return [imageFromBase64(stringAt(part['mimeType']) ?? 'image/*', stringAt(part['data']) ?? '')];
    case 'toolCall': {
      const callId = stringAt(part['id']) ?? '';
      const argumentsJson = JSON.stringify(part['arguments'] ?? {});
      return [{ kind: 'toolCall', callId, name: stringAt(part['name']) ?? '', argumentsJson }];
    }
    default:
      return [];
  }
}
