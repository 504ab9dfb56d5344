import { digestText } from '../core/conversation/digest';
import type { ImagePart, Message, Part, TextPart, ToolResultPart } from '../core/conversation/message';
import { keepEnd, keepStart } from '../core/conversation/unicode';

/** A tool result is stored whole up to this size: logs and dumps beyond it are not worth carrying for ever. */
export const resultCapBytes = 1 << 20;

/**
 * The parts as they are stored. Everything stays byte for byte, except tool results above {@link resultCapBytes}: of
 * these, images keep their reference only, and texts their beginning and end around a mark that states what is missing
 * and the digest of the whole.
 */
export function capResults(parts: Message['parts']): readonly Part[] {
  return parts.map((part) => (part.kind === 'toolResult' && sizeOf(part) > resultCapBytes ? capped(part) : part));
}

function capped(result: ToolResultPart): ToolResultPart {
  const texts = result.content.filter((part) => part.kind === 'text').length;
  const share = Math.floor(resultCapBytes / Math.max(1, texts));
  return {
    ...result,
    content: result.content.map((part) => (part.kind === 'text' ? cutText(part, share) : bare(part))),
  };
}

function bare({ data: _data, ...reference }: ImagePart): ImagePart {
  return reference;
}

function cutText(part: TextPart, maxBytes: number): TextPart {
  const bytes = Buffer.byteLength(part.text);
  if (bytes <= maxBytes) return part;
  const room = Math.max(0, Math.floor((maxBytes - markBytes) / 2));
  const head = within(part.text, room, keepStart);
  const tail = within(part.text, room, keepEnd);
  const missing = part.text.length - head.length - tail.length;
  const mark = `[cut for the archive: ${missing} of ${part.text.length} characters; digest of the whole ${digestText(part.text)}]`;
  return { ...part, text: `${head}\n${mark}\n${tail}` };
}

/** Room for the mark. */
const markBytes = 256;

/** The longest piece `keep` gives that fits into `maxBytes` of UTF-8. */
function within(text: string, maxBytes: number, keep: (text: string, maxUnits: number) => string): string {
  let units = maxBytes;
  for (;;) {
    const piece = keep(text, units);
    const bytes = Buffer.byteLength(piece);
    if (bytes <= maxBytes) return piece;
    units = Math.floor((units * maxBytes) / bytes);
  }
}

function sizeOf(result: ToolResultPart): number {
  return result.content.reduce(
    (sum, part) => sum + Buffer.byteLength((part.kind === 'text' ? part.text : part.data) ?? ''),
    0,
  );
}
