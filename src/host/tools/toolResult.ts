import * as vscode from 'vscode';
import { text, type ImagePart, type TextPart } from '../../core/conversation/message';
import { imageFromBase64 } from '../../core/transcripts/imagePart';
import { isRecord } from '../chat/messageShape';

/** What a tool of the editor returned, as parts of ours: text, the text inside prompt-tsx, images. */
export function toResultContent(content: readonly unknown[]): (TextPart | ImagePart)[] {
  return content.flatMap((piece): (TextPart | ImagePart)[] => {
    if (piece instanceof vscode.LanguageModelTextPart) return [text(piece.value)];
    if (piece instanceof vscode.LanguageModelPromptTsxPart) return [text(textsIn(piece.value).join(''))];
    return dataPart(piece);
  });
}

/** Data parts are not in the API version this extension is built against: known by their shape. */
function dataPart(piece: unknown): (TextPart | ImagePart)[] {
  if (!isRecord(piece) || typeof piece['mimeType'] !== 'string' || !(piece['data'] instanceof Uint8Array)) return [];
  const { mimeType, data } = piece as { mimeType: string; data: Uint8Array };
  if (mimeType.startsWith('image/')) return [imageFromBase64(mimeType, Buffer.from(data).toString('base64'))];
  return mimeType.startsWith('text/') || mimeType.includes('json') ? [text(new TextDecoder().decode(data))] : [];
}

/** The text nodes of a rendered prompt element, in order: a node has `text`, an element has `children`. */
function textsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (!isRecord(node)) return [];
  if (typeof node['text'] === 'string') return [node['text']];
  return [...textsIn(node['node']), ...textsIn(node['children'])];
}
