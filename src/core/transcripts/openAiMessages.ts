import type { ImagePart, Message, Part, TextPart, ToolCallPart, ToolSchema } from '../conversation/message';
import { text } from '../conversation/message';
import { imageFromBase64, imageFromUrl } from './imagePart';
import { arrayAt, isObject, objectAt, parseJson, stringAt } from './json';
import type { JsonObject } from './json';
import { readJsonLines } from './jsonLines';
import type { Transcript, TranscriptProblem } from './transcript';
import { TranscriptError } from './transcript';

/**
 * Reads a chat-completions request: an array of messages, or an object with `messages` and optional `tools`.
 *
 * Broken pairs, repeated ids, lone surrogates and null content are read as they are and mended later. An entry that is
 * no message at all is an error, not a problem: a request that silently lost a message must not be sent.
 */
export function readOpenAiMessages(source: string): Transcript {
  const value = parseJson(source);
  const list = isObject(value) ? value['messages'] : value;
  if (!Array.isArray(list)) {
    throw new TranscriptError('expected an array of messages, or an object with "messages"');
  }
  const problems: TranscriptProblem[] = [];
  const messages = list.map((entry, index) => readChatMessage(entry, `messages[${index}]`, problems));
  const tools = isObject(value) ? readChatTools(value['tools'], problems) : [];
  return { format: 'messages', messages, tools, origins: list, problems };
}

/** Reads JSON Lines of chat-completions messages. A line that is no message is reported and skipped. */
export function readMessageLines(source: string): Transcript {
  const { rows, problems: broken } = readJsonLines(source);
  const problems = [...broken];
  const messages: Message[] = [];
  const origins: unknown[] = [];
  for (const { line, value } of rows) {
    try {
      messages.push(readChatMessage(value, `line ${line}`, problems));
      origins.push(value);
    } catch (error) {
      if (!(error instanceof TranscriptError)) throw error;
      problems.push({ place: error.place ?? `line ${line}`, reason: error.reason });
    }
  }
  const [first] = problems;
  if (messages.length === 0 && first) throw new TranscriptError(first.reason, first.place);
  return { format: 'jsonl', messages, tools: [], origins, problems };
}

/**
 * Reads one chat-completions message. What it cannot make sense of inside goes to `problems`; a value that is no
 * message throws a {@link TranscriptError} with `place`.
 */
export function readChatMessage(value: unknown, place: string, problems: TranscriptProblem[]): Message {
  if (!isObject(value)) throw new TranscriptError('a message must be an object', place);
  const { role, content } = value;
  const parts = readContent(content, place, problems);
  switch (role) {
    case 'system':
    case 'developer':
      return { role: 'system', parts };
    case 'user':
      return { role: 'user', parts };
    case 'assistant':
      return { role: 'assistant', parts: [...readReasoning(value), ...parts, ...readToolCalls(value, place)] };
    case 'tool': {
      const callId = stringAt(value['tool_call_id']) ?? '';
      return { role: 'tool', parts: [{ kind: 'toolResult', callId, content: parts }] };
    }
    default:
      throw new TranscriptError(
        `the role must be system, developer, user, assistant or tool, not ${JSON.stringify(role) ?? 'missing'}`,
        place,
      );
  }
}

/** Reads tool declarations, with or without the `function` wrapper. One without a name is reported and skipped. */
function readChatTools(value: unknown, problems: TranscriptProblem[]): ToolSchema[] {
  return arrayAt(value).flatMap((entry, index) => {
    const tool = objectAt(entry);
    const declared = isObject(tool['function']) ? tool['function'] : tool;
    const name = stringAt(declared['name']);
    if (name === undefined) {
      problems.push({ place: `tools[${index}]`, reason: 'a tool needs a name' });
      return [];
    }
    const parametersJson = JSON.stringify(declared['parameters'] ?? { type: 'object', properties: {} });
    return [{ name, description: stringAt(declared['description']) ?? '', parametersJson }];
  });
}

type ContentPart = TextPart | ImagePart;

function readContent(content: unknown, place: string, problems: TranscriptProblem[]): ContentPart[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return [text(content)];
  if (!Array.isArray(content)) {
    throw new TranscriptError('the content must be a string, an array of parts or null', place);
  }
  return content.flatMap((part: unknown, index) => {
    const read = readContentPart(part);
    if (read) return [read];
    problems.push({ place: `${place}.content[${index}]`, reason: 'a part of an unknown kind; kept as its JSON text' });
    return [text(JSON.stringify(part) ?? '')];
  });
}

function readContentPart(value: unknown): ContentPart | undefined {
  if (typeof value === 'string') return text(value);
  if (!isObject(value)) return undefined;
  switch (value['type']) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return typeof value['text'] === 'string' ? text(value['text']) : undefined;
    case 'refusal':
      return typeof value['refusal'] === 'string' ? text(value['refusal']) : undefined;
    case 'image_url': {
      const url = stringAt(value['image_url']) ?? stringAt(objectAt(value['image_url'])['url']);
      return url === undefined ? undefined : imageFromUrl(url);
    }
    case 'input_audio': {
      const { data, format } = objectAt(value['input_audio']);
      return typeof data === 'string' ? imageFromBase64(`audio/${String(format)}`, data) : undefined;
    }
    case 'file': {
      const data = stringAt(objectAt(value['file'])['file_data']);
      return data === undefined ? undefined : imageFromUrl(data, 'application/octet-stream');
    }
    default:
      return undefined;
  }
}

/** Endpoints that think aloud name it `reasoning_content` (DeepSeek, vLLM, llama.cpp) or `reasoning` (OpenRouter). */
function readReasoning(message: JsonObject): Part[] {
  const reasoning = stringAt(message['reasoning_content']) ?? stringAt(message['reasoning']);
  return reasoning === undefined ? [] : [{ kind: 'thinking', text: reasoning }];
}

function readToolCalls(message: JsonObject, place: string): ToolCallPart[] {
  const calls = message['tool_calls'];
  if (calls === undefined || calls === null) return [];
  if (!Array.isArray(calls)) throw new TranscriptError('tool_calls must be an array', place);
  return calls.map((value: unknown, index) => {
    const call = objectAt(value);
    const declared = objectAt(call['function'] ?? call['custom']);
    const name = stringAt(declared['name']);
    if (name === undefined)
      throw new TranscriptError('a tool call needs a function with a name', `${place}.tool_calls[${index}]`);
    return { kind: 'toolCall', callId: stringAt(call['id']) ?? '', name, argumentsJson: argumentsOf(declared) };
  });
}

/** Arguments as the model wrote them. Some clients send them parsed, and free-form tools have an `input` instead. */
function argumentsOf(declared: JsonObject): string {
  const written = declared['arguments'];
  if (typeof written === 'string') return written;
  if (written !== undefined && written !== null) return JSON.stringify(written);
  return 'input' in declared ? JSON.stringify({ input: declared['input'] }) : '';
}
