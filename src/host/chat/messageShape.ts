import type { AttachmentPart, ImagePart, Message } from '../../core/conversation/message';

/** Checks on values that were stored by an editor and may be anything by now. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const roles = new Set<unknown>(['system', 'user', 'assistant', 'tool']);

/** Whether it is a message with parts of known kinds, each with the fields its kind must have. */
export function isMessage(value: unknown): value is Message {
  return isRecord(value) && roles.has(value['role']) && Array.isArray(value['parts']) && value['parts'].every(isPart);
}

function isPart(value: unknown): boolean {
  if (!isRecord(value)) return false;
  switch (value['kind']) {
    case 'text':
    case 'thinking':
      return typeof value['text'] === 'string';
    case 'toolCall':
      return ['callId', 'name', 'argumentsJson'].every((field) => typeof value[field] === 'string');
    case 'toolResult':
      return typeof value['callId'] === 'string' && Array.isArray(value['content']) && value['content'].every(isPart);
    default:
      return isAttachedPart(value);
  }
}

/** Whether it is an attachment or an image. */
export function isAttachedPart(value: unknown): value is AttachmentPart | ImagePart {
  if (!isRecord(value)) return false;
  if (value['kind'] === 'attachment') return typeof value['reference'] === 'string';
  return (
    value['kind'] === 'image' &&
    typeof value['mimeType'] === 'string' &&
    typeof value['digest'] === 'string' &&
    typeof value['byteLength'] === 'number'
  );
}
