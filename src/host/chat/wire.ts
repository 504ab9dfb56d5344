import * as vscode from 'vscode';
import type {
  AttachmentPart,
  ImagePart,
  Message,
  Part,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  ToolSchema,
} from '../../core/conversation/message';
import { toWellFormed } from '../../core/conversation/unicode';
import { isRecord } from './messageShape';

/**
 * Messages as the editor's models take them. There is no system role: instructions go as user messages at their
 * place, and tool results as user messages. Thinking stays out, since no stable part can carry it. Messages that would
 * be empty are left out.
 */
export function toLanguageModelMessages(
  messages: readonly Message[],
  withImages: boolean,
): vscode.LanguageModelChatMessage[] {
  return messages.flatMap((message) => {
    const content = message.parts.flatMap((part) => toContent(part, withImages));
    if (content.length === 0) return [];
    const role =
      message.role === 'assistant'
        ? vscode.LanguageModelChatMessageRole.Assistant
        : vscode.LanguageModelChatMessageRole.User;
    return [new vscode.LanguageModelChatMessage(role, content)];
  });
}

export function toLanguageModelTools(tools: readonly ToolSchema[]): vscode.LanguageModelChatTool[] {
  return tools.map(({ name, description, parametersJson }) => ({
    name,
    description,
    inputSchema: parseObject(parametersJson),
  }));
}

/** An attachment as text: its name, then its contents; where only the name is left, the name. */
export function attachmentText({ reference, text }: AttachmentPart): string {
  return text === undefined
    ? `(attached earlier: ${reference})`
    : `<attachment reference="${reference}">\n${text}\n</attachment>`;
}

function toContent(part: Part, withImages: boolean): vscode.LanguageModelInputPart[] {
  switch (part.kind) {
    case 'text':
      return toText(part.text);
    case 'thinking':
      return [];
    case 'attachment':
      return toText(attachmentText(part));
    case 'image':
      return [toImage(part, withImages)];
    case 'toolCall':
      return [toToolCall(part)];
    case 'toolResult':
      return [toToolResult(part, withImages)];
  }
}

function toText(text: string): vscode.LanguageModelTextPart[] {
  return text === '' ? [] : [new vscode.LanguageModelTextPart(toWellFormed(text))];
}

function toToolCall({ callId, name, argumentsJson }: ToolCallPart): vscode.LanguageModelToolCallPart {
  return new vscode.LanguageModelToolCallPart(callId, name, parseObject(argumentsJson));
}

function toToolResult({ callId, content }: ToolResultPart, withImages: boolean): vscode.LanguageModelToolResultPart {
  return new vscode.LanguageModelToolResultPart(
    callId,
    content.flatMap((piece: TextPart | ImagePart) =>
      piece.kind === 'text' ? toText(piece.text) : [toImage(piece, withImages)],
    ),
  );
}

/** Built by name: the class is not in the API version this extension is built against, but in every editor since. */
interface DataPartFactory {
  image(data: Uint8Array, mimeType: string): vscode.LanguageModelTextPart;
}

function dataParts(): DataPartFactory | undefined {
  const candidate: unknown = (vscode as unknown as Record<string, unknown>)['LanguageModelDataPart'];
  return typeof candidate === 'function' && 'image' in candidate
    ? (candidate as unknown as DataPartFactory)
    : undefined;
}

function toImage({ mimeType, byteLength, data }: ImagePart, withImages: boolean): vscode.LanguageModelTextPart {
  const factory = withImages ? dataParts() : undefined;
  if (factory && data !== undefined && !data.includes(':')) return factory.image(Buffer.from(data, 'base64'), mimeType);
  return new vscode.LanguageModelTextPart(
    `(image, ${mimeType}, ${byteLength.toLocaleString('en-US')} bytes: not shown here)`,
  );
}

/** Arguments that are not an object in JSON go as none: the editor's API takes objects only. */
function parseObject(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
