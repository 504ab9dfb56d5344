import type { ImagePart, Message, Part, TextPart } from '../conversation/message';
import { text, toolCallsOf, toolResultsOf } from '../conversation/message';
import { urlOfImage } from './imagePart';

/**
 * Messages as OpenAI's chat-completions endpoint takes them:
 * https://platform.openai.com/docs/api-reference/chat/create
 */
export type ChatMessage = ChatTextMessage | ChatAssistantMessage | ChatToolMessage;

export interface ChatTextMessage {
  readonly role: 'system' | 'user';
  readonly content: ChatContent;
}

export interface ChatAssistantMessage {
  readonly role: 'assistant';
  readonly content: ChatContent | null;
  /** Reasoning of models that want it handed back as text, as DeepSeek's and vLLM's endpoints name it. */
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly ChatToolCall[];
}

export interface ChatToolMessage {
  readonly role: 'tool';
  readonly tool_call_id: string;
  readonly content: ChatContent;
}

export type ChatContent = string | readonly ChatContentPart[];

export type ChatContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } }
  | { readonly type: 'input_audio'; readonly input_audio: { readonly data: string; readonly format: string } }
  | { readonly type: 'file'; readonly file: { readonly file_data: string } };

export interface ChatToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/**
 * Messages in the shape of chat completions, one `tool` message per tool result. Signed thinking is left out: its
 * signature has no place there. Unsigned thinking came as `reasoning_content` and goes back as that.
 */
export function toChatMessages(messages: readonly Message[]): ChatMessage[] {
  return messages.flatMap(toChatMessage);
}

function toChatMessage(message: Message): ChatMessage[] {
  switch (message.role) {
    case 'system':
    case 'user':
      return [{ role: message.role, content: toContent(message.parts) }];
    case 'assistant':
      return [toAssistantMessage(message)];
    case 'tool':
      return toolResultsOf(message).map(({ callId, content }) => ({
        role: 'tool',
        tool_call_id: callId,
        content: toContent(content),
      }));
  }
}

function toAssistantMessage(message: Message): ChatAssistantMessage {
  const reasoning = message.parts.flatMap((part) =>
    part.kind === 'thinking' && part.signature === undefined ? [part.text] : [],
  );
  const calls = toolCallsOf(message).map(({ callId, name, argumentsJson }) => ({
    id: callId,
    type: 'function' as const,
    function: { name, arguments: argumentsJson },
  }));
  const says = message.parts.some((part) => part.kind !== 'thinking' && part.kind !== 'toolCall');
  return {
    role: 'assistant',
    content: says ? toContent(message.parts) : null,
    ...(reasoning.length > 0 && { reasoning_content: reasoning.join('\n') }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

/** One text is sent as a plain string: every endpoint takes that, not every one takes a list of parts. */
function toContent(parts: readonly Part[]): ChatContent {
  const content = parts.flatMap(toContentPart);
  const [first, ...rest] = content;
  if (first === undefined) return '';
  return first.type === 'text' && rest.length === 0 ? first.text : content;
}

function toContentPart(part: Part): ChatContentPart[] {
  switch (part.kind) {
    case 'text':
      return [{ type: 'text', text: part.text }];
    case 'image':
      return [imageContent(part)];
    case 'attachment':
      return [{ type: 'text', text: attachmentText(part.reference, part.text).text }];
    case 'thinking':
    case 'toolCall':
    case 'toolResult':
      return [];
  }
}

function imageContent(image: ImagePart): ChatContentPart {
  const url = urlOfImage(image);
  if (url === undefined) return { type: 'text', text: `[${image.mimeType}, ${image.byteLength} bytes]` };
  if (image.mimeType.startsWith('audio/') && image.data !== undefined) {
    return { type: 'input_audio', input_audio: { data: image.data, format: image.mimeType.slice('audio/'.length) } };
  }
  if (image.mimeType.startsWith('image/')) return { type: 'image_url', image_url: { url } };
  return { type: 'file', file: { file_data: url } };
}

/** An attachment has no shape of its own on the wire: its name and its contents, told apart from what the user wrote. */
function attachmentText(reference: string, contents: string | undefined): TextPart {
  return text(
    contents === undefined ? `[attachment: ${reference}]` : `[attachment: ${reference}]\n${contents}\n[/attachment]`,
  );
}
