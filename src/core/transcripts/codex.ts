import type { ImagePart, Message, Part, TextPart, ToolResultPart } from '../conversation/message';
import { text } from '../conversation/message';
import { imageFromUrl } from './imagePart';
import { arrayAt, isObject, objectAt, stringAt, timeAt } from './json';
import type { JsonObject } from './json';
import { readJsonLines } from './jsonLines';
import type { Transcript } from './transcript';

/**
 * Reads a Codex CLI rollout from its `response_item` rows: what was sent to the model and what came back. What the
 * model says and calls before a result or the user answers is one message. `event_msg` rows repeat it for display and
 * are left out, except that a rollback takes the turns it names away.
 */
export function readCodex(source: string): Transcript {
  const { rows, problems } = readJsonLines(source);
  const messages: Message[] = [];
  for (const { value } of rows) {
    const time = timeAt(value['timestamp']);
    const payload = objectAt(value['payload']);
    if (value['type'] === 'event_msg') {
      if (payload['type'] === 'thread_rolled_back') dropTurns(messages, payload['num_turns']);
      continue;
    }
    const message = readRow(value, payload);
    if (!message || message.parts.length === 0) continue;
    const previous = messages.at(-1);
    if (message.role === 'assistant' && previous?.role === 'assistant') {
      messages[messages.length - 1] = { ...previous, parts: [...previous.parts, ...message.parts] };
    } else {
      messages.push({ ...message, ...(time !== undefined && { time }) });
    }
  }
  return { format: 'codex', messages, tools: [], problems };
}

function readRow(row: JsonObject, payload: JsonObject): Message | undefined {
  switch (row['type']) {
    case 'session_meta': {
      const instructions = stringAt(objectAt(payload['base_instructions'])['text']);
      return instructions === undefined ? undefined : { role: 'system', parts: [text(instructions)] };
    }
    case 'compacted': {
      const summary = stringAt(payload['message']) ?? '';
      return summary === '' ? undefined : { role: 'user', parts: [text(summary)], synthetic: true };
    }
    case 'response_item':
      return readItem(payload);
    default:
      // The first versions wrote the items without a wrapper.
      return readItem(row);
  }
}

function readItem(item: JsonObject): Message | undefined {
  switch (item['type']) {
    case 'message':
      return readMessage(item);
    case 'reasoning': {
      const summary = arrayAt(item['summary']).map((part) => stringAt(objectAt(part)['text']) ?? '');
      const signature = stringAt(item['encrypted_content']);
      const part: Part = { kind: 'thinking', text: summary.join('\n'), ...(signature !== undefined && { signature }) };
      return { role: 'assistant', parts: [part] };
    }
    case 'function_call':
      return call(item, stringAt(item['arguments']) ?? '');
    case 'custom_tool_call':
      return call(item, JSON.stringify({ input: item['input'] }));
    case 'local_shell_call':
      return call({ name: 'local_shell', ...item }, JSON.stringify(item['action'] ?? {}));
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'local_shell_call_output':
      return { role: 'tool', parts: [readOutput(item)] };
    default:
      return undefined;
  }
}

function call(item: JsonObject, argumentsJson: string): Message {
  const callId = stringAt(item['call_id']) ?? stringAt(item['id']) ?? '';
  return {
    role: 'assistant',
    parts: [{ kind: 'toolCall', callId, name: stringAt(item['name']) ?? '', argumentsJson }],
  };
}

/** The output is text, or an object or a list of parts in newer versions. */
function readOutput(item: JsonObject): ToolResultPart {
  const { output } = item;
  const content = readContent(isObject(output) ? (output['content'] ?? output['content_items']) : output);
  const isError = isObject(output) && output['success'] === false;
  return { kind: 'toolResult', callId: stringAt(item['call_id']) ?? '', content, ...(isError && { isError }) };
}

function readMessage(item: JsonObject): Message | undefined {
  const parts = readContent(item['content']);
  switch (item['role']) {
    case 'user':
      return { role: 'user', parts, ...(isInjected(parts) && { synthetic: true }) };
    case 'assistant':
      return { role: 'assistant', parts };
    case 'developer':
    case 'system':
      return { role: 'system', parts };
    default:
      return undefined;
  }
}

function readContent(content: unknown): (TextPart | ImagePart)[] {
  if (typeof content === 'string') return [text(content)];
  return arrayAt(content).flatMap((value): (TextPart | ImagePart)[] => {
    const part = objectAt(value);
    const url = stringAt(part['image_url']);
    if (url !== undefined) return [imageFromUrl(url)];
    const said = stringAt(part['text']);
    return said === undefined ? [] : [text(said)];
  });
}

/** Codex speaks in the user's name at the start of a session and when it interrupts itself. */
const injected =
  /^\s*(?:<(?:environment_context|user_instructions|permissions instructions|turn_aborted|skill|user_shell_command)\b|# AGENTS\.md instructions)/i;

function isInjected(parts: readonly Part[]): boolean {
  const [first] = parts;
  return first?.kind === 'text' && injected.test(first.text);
}

/** Takes away the newest turns, each beginning with a message the user wrote. */
function dropTurns(messages: Message[], count: unknown): void {
  let remaining = typeof count === 'number' ? count : 0;
  while (remaining > 0 && messages.length > 0) {
    const last = messages.pop();
    if (last?.role === 'user' && last.synthetic !== true) remaining -= 1;
  }
}
