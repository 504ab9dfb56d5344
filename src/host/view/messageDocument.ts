import type { ImagePart, Message, Part } from '../../core/conversation/message';
import { fenced } from '../../core/conversation/fence';
import { formatBytes } from '../../shared/figures';

/** An archived message as a document to read: its text verbatim, and a fenced block for each thing that is not text. */
export function messageDocument(message: Message): string {
  return message.parts.map(partDocument).join('\n\n');
}

function partDocument(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'thinking':
      return titled('Thinking', part.text);
    case 'toolCall':
      return titled(`Call of ${part.name} (${part.callId})`, part.argumentsJson);
    case 'toolResult':
      return titled(
        `${part.isError === true ? 'Error' : 'Result'} of ${part.callId}`,
        part.content.map((content) => (content.kind === 'text' ? content.text : imageLine(content))).join('\n'),
      );
    case 'image':
      return imageLine(part);
    case 'attachment':
      return part.text === undefined
        ? `Attachment ${part.reference} (contents not kept)`
        : titled(`Attachment ${part.reference}`, part.text);
  }
}

function imageLine({ mimeType, byteLength }: ImagePart): string {
  return `[${mimeType}, ${formatBytes(byteLength)}]`;
}

function titled(title: string, text: string): string {
  return `${title}\n${fenced(text)}`;
}
