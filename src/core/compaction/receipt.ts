import type { Citation } from '../archive/citation';
import type {
  AttachmentPart,
  Branch,
  BranchMessage,
  MessageId,
  Part,
  ToolCallPart,
  ToolResultPart,
  TextPart,
} from '../conversation/message';
import { isConversation, toolCallsOf } from '../conversation/message';
import { keepEnds } from '../conversation/unicode';

/** What a receipt needs to say where the body is and how to get at it. */
export interface ReceiptContext {
  readonly citations: ReadonlyMap<MessageId, Citation>;
  /** Calls of the branch by id: a receipt names the tool and its arguments. */
  readonly calls: ReadonlyMap<string, ToolCallPart>;
  /** Name of the reading tool, where it is offered in this request. */
  readonly readToolName?: string;
}

/** Arguments longer than this are cut in a receipt: they are in the call right above it anyway. */
const receiptArgumentUnits = 120;

/** Calls of a branch by id. */
export function callsOf(branch: Branch): Map<string, ToolCallPart> {
  return new Map(branch.flatMap(toolCallsOf).map((call) => [call.callId, call]));
}

/**
 * The message with its tool outputs, attachments and injected texts replaced by a receipt and, where `keepUnits` is
 * above 0, the two ends of each body. Text the user or the model wrote stays as it is. The very same object where
 * nothing is longer than what would replace it.
 */
export function shorten(message: BranchMessage, keepUnits: number, context: ReceiptContext): BranchMessage {
  let changed = false;
  const parts = message.parts.map((part): Part => {
    const shorter = shortenPart(part, message, keepUnits, context);
    changed ||= shorter !== part;
    return shorter;
  });
  return changed ? { ...message, parts } : message;
}

function shortenPart(part: Part, message: BranchMessage, keepUnits: number, context: ReceiptContext): Part {
  if (part.kind === 'toolResult') return shortenResult(part, message, keepUnits, context);
  if (part.kind === 'attachment') return shortenAttachment(part, message, keepUnits, context);
  if (part.kind === 'text' && isMachineText(message)) return shortenText(part, message, keepUnits, context);
  return part;
}

function shortenResult(
  part: ToolResultPart,
  message: BranchMessage,
  keepUnits: number,
  context: ReceiptContext,
): ToolResultPart {
  const body = part.content
    .map((piece) => (piece.kind === 'text' ? piece.text : `[${piece.mimeType}, ${piece.byteLength} bytes]`))
    .join('\n');
  const call = context.calls.get(part.callId);
  const what = call ? `${call.name} ${keepEnds(call.argumentsJson, receiptArgumentUnits)}` : 'a tool';
  const text = replacement(`Output of ${what}`, body, message, keepUnits, context);
  const hasImage = part.content.some(({ kind }) => kind === 'image');
  return text.length < body.length || hasImage ? { ...part, content: [{ kind: 'text', text }] } : part;
}

function shortenAttachment(
  part: AttachmentPart,
  message: BranchMessage,
  keepUnits: number,
  context: ReceiptContext,
): AttachmentPart {
  if (part.text === undefined) return part;
  const text = replacement(`Contents of ${part.reference}`, part.text, message, keepUnits, context);
  return text.length < part.text.length ? { ...part, text } : part;
}

function shortenText(part: TextPart, message: BranchMessage, keepUnits: number, context: ReceiptContext): TextPart {
  const text = replacement('An injected text', part.text, message, keepUnits, context);
  return text.length < part.text.length ? { ...part, text } : part;
}

/** A user message no person wrote: an injected file, a summary another tool left behind. */
function isMachineText({ role, synthetic }: BranchMessage): boolean {
  return role === 'user' && synthetic === true;
}

/** Whether {@link shorten} may find something to replace in the message. */
export function isShortenable(message: BranchMessage): boolean {
  return isMachineText(message) || message.parts.some(({ kind }) => kind === 'toolResult' || kind === 'attachment');
}

function replacement(
  what: string,
  body: string,
  message: BranchMessage,
  keepUnits: number,
  context: ReceiptContext,
): string {
  const receipt = `[${what}: ${body.length} characters${whereItIs(message, context)}]`;
  return keepUnits === 0 ? receipt : `${receipt}\n${keepEnds(body, keepUnits, '\n[…]\n')}`;
}

/** Only what is so: our own searches are not stored (A2), what they quoted is. */
function whereItIs(message: BranchMessage, { citations, readToolName }: ReceiptContext): string {
  if (!isConversation(message)) return ', left out by now. Call it again to see it.';
  const citation = citations.get(message.id) ?? `#${message.turn}`;
  const how = readToolName ? ` Read it with ${readToolName} {"citation":"${citation}"}.` : '';
  return `, kept in the archive as ${citation}.${how}`;
}
