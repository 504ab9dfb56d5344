import type { ImagePart, Message, Part } from '../../core/conversation/message';
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

/** The fence is longer than any inside the text, so that the text cannot end it. */
function titled(title: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${title}\n${fence}\n${text}\n${fence}`;
}
