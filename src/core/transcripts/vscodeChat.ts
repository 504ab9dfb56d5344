import type { AttachmentPart, ImagePart, Message, Part, TextPart, ToolCallPart } from '../conversation/message';
import { text } from '../conversation/message';
import { digestText } from '../conversation/digest';
import { arrayAt, isObject, objectAt, parseJson, stringAt, timeAt } from './json';
import type { JsonObject } from './json';
import { readJsonLines } from './jsonLines';
import type { Transcript, TranscriptProblem } from './transcript';
import { TranscriptError } from './transcript';
import { readResponseText, readSerializedInvocation, readToolResult } from './vscodeResponse';
import { replaySessionLog } from './vscodeSessionLog';

/** Reads a file made by "Chat: Export Chat…", or a stored session of the older kind (`version: 3`). */
export function readVscodeChat(source: string): Transcript {
  return readSession(parseJson(source), []);
}

/** Reads a stored session of the newer kind, an operation log. */
export function readVscodeSessionLog(source: string): Transcript {
  const { session, problems } = replaySessionLog(readJsonLines(source));
  return readSession(session, problems);
}

interface ReadMessage {
  readonly message: Message;
  readonly id: string;
}

function readSession(session: unknown, broken: readonly TranscriptProblem[]): Transcript {
  if (!isObject(session) || !Array.isArray(session['requests'])) {
    throw new TranscriptError('expected an object with "requests"');
  }
  const problems = [...broken];
  const read = session['requests'].flatMap((request: unknown, index): ReadMessage[] => {
    if (isObject(request)) return isUndone(request) ? [] : readRequest(request);
    problems.push({ place: `requests[${index}]`, reason: 'this request is not an object' });
    return [];
  });
  const title = stringAt(session['customTitle']);
  return {
    format: 'vscode',
    messages: read.map(({ message }) => message),
    tools: [],
    sourceIds: read.map(({ id }) => id),
    ...(title !== undefined && { title }),
    problems,
  };
}

/** After "Restore Checkpoint" the requests behind it stay in the file until the next one is sent. */
function isUndone(request: JsonObject): boolean {
  return isObject(request['shouldBeRemovedOnSend']) || request['isHidden'] === true;
}

function readRequest(request: JsonObject): ReadMessage[] {
  const time = timeAt(request['timestamp']);
  const said = stringAt(request['message']) ?? stringAt(objectAt(request['message'])['text']) ?? '';
  const user: Message = { role: 'user', parts: [text(said), ...readAttachments(request)] };
  const answers = readAnswer(request);
  const requestId = stringAt(request['requestId']) ?? '';
  const responseId = stringAt(request['responseId']) ?? '';
  return [user, ...answers].map((message) => ({
    message: { ...message, ...(time !== undefined && { time }) },
    id: message === user ? requestId : responseId,
  }));
}

/**
 * The answer as the model gave it stands in the rounds of its tool loop. Answers without them (other participants, or
 * failed before the first round ended) are read from what was shown.
 */
function readAnswer(request: JsonObject): Message[] {
  const metadata = objectAt(objectAt(request['result'])['metadata']);
  const results = objectAt(metadata['toolCallResults']);
  const rounds = arrayAt(metadata['toolCallRounds']).flatMap((round) => readRound(objectAt(round), results));
  return rounds.length > 0 ? rounds : readShownAnswer(arrayAt(request['response']));
}

function readRound(round: JsonObject, results: JsonObject): Message[] {
  const parts: Part[] = [];
  const thinking = objectAt(round['thinking']);
  const thought = stringAt(thinking['text']) ?? arrayAt(thinking['text']).join('');
  if (thought !== '') parts.push({ kind: 'thinking', text: thought });
  const response = stringAt(round['response']) ?? '';
  if (response !== '') parts.push(text(response));
  const calls = arrayAt(round['toolCalls']).map((value): ToolCallPart => {
    const call = objectAt(value);
    const argumentsJson = stringAt(call['arguments']) ?? JSON.stringify(call['arguments'] ?? {});
    return { kind: 'toolCall', callId: stringAt(call['id']) ?? '', name: stringAt(call['name']) ?? '', argumentsJson };
  });
  if (parts.length + calls.length === 0) return [];
  const answers = calls.filter(({ callId }) => Object.hasOwn(results, callId));
  return [
    { role: 'assistant', parts: [...parts, ...calls] },
    ...answers.map(({ callId }) => toolMessage(callId, readToolResult(results[callId]))),
  ];
}

/** Text between two runs of tool calls is one message, as it was when the model wrote it. */
function readShownAnswer(response: readonly unknown[]): Message[] {
  const messages: Message[] = [];
  let said: Part[] = [];
  let calls: ToolCallPart[] = [];
  let results: Message[] = [];
  const flush = () => {
    if (said.length + calls.length > 0) messages.push({ role: 'assistant', parts: [...said, ...calls] }, ...results);
    said = [];
    calls = [];
    results = [];
  };
  for (const value of response) {
    const part = objectAt(value);
    const invocation = readSerializedInvocation(part);
    if (invocation) {
      calls.push(invocation.call);
      results.push(toolMessage(invocation.call.callId, invocation.result));
      continue;
    }
    const shown = readResponseText(part);
    if (shown === undefined) continue;
    if (calls.length > 0) flush();
    const last = said.at(-1);
    // Pieces of one Markdown text, cut by references in the middle of a sentence.
    if (last?.kind === 'text') said[said.length - 1] = text(last.text + shown);
    else said.push(text(shown));
  }
  flush();
  return messages;
}

function toolMessage(callId: string, content: readonly (TextPart | ImagePart)[]): Message {
  return { role: 'tool', parts: [{ kind: 'toolResult', callId, content }] };
}

function readAttachments(request: JsonObject): (AttachmentPart | ImagePart)[] {
  return arrayAt(objectAt(request['variableData'])['variables']).flatMap((value) => {
    const variable = objectAt(value);
    const { kind } = variable;
    // Tools are attached to a request like files, but they are no content.
    if (kind === 'tool' || kind === 'toolset') return [];
    return [kind === 'image' ? readImage(variable) : readAttachment(variable)];
  });
}

function readAttachment(variable: JsonObject): AttachmentPart {
  const { value } = variable;
  const location = objectAt(value);
  const uri = isObject(location['uri']) ? location['uri'] : location;
  const range = objectAt(location['range']);
  const lines =
    typeof range['startLineNumber'] === 'number'
      ? `#L${range['startLineNumber']}-L${String(range['endLineNumber'] ?? range['startLineNumber'])}`
      : '';
  const address = stringAt(uri['external']) ?? stringAt(uri['fsPath']) ?? stringAt(uri['path']);
  const reference = (address ?? stringAt(variable['name']) ?? stringAt(variable['id']) ?? '') + lines;
  const contents = stringAt(variable['code']) ?? stringAt(value);
  return { kind: 'attachment', reference, ...(contents !== undefined && { text: contents }) };
}

/** Pasted images are stored as their bytes, one number each; they are counted but not turned back into base64. */
function readImage(variable: JsonObject): ImagePart {
  const { value } = variable;
  const bytes = Array.isArray(value) ? value : Object.values(objectAt(value));
  return {
    kind: 'image',
    mimeType: stringAt(variable['mimeType']) ?? 'image/*',
    byteLength: bytes.length,
    digest: digestText(JSON.stringify(bytes)),
  };
}
