import { citationsOf } from '../../archive/citation';
import type { Citation } from '../../archive/citation';
import { textOf } from '../../conversation/message';
import type { Branch, BranchMessage, Message } from '../../conversation/message';
import { isContinuePhrase } from '../../conversation/continuePhrase';
import { standingOf } from './standing';
import type { Standing } from './standing';

/** What the extractors read: the covered messages, sorted once into what a person said, an assistant said, tools did. */
export interface Transcript {
  /** What a person asked, oldest first: neither synthetic messages nor "continue"-like phrases. */
  readonly requests: readonly Request[];
  /** Text of the assistant, oldest first; messages without text left out. */
  readonly answers: readonly Said[];
  readonly calls: readonly CallRecord[];
  readonly citations: ReadonlyMap<string, Citation>;
}

export interface Said {
  readonly message: BranchMessage;
  readonly text: string;
}

/** What a person asked, and how much it binds later turns. */
export interface Request extends Said {
  readonly standing: Standing;
}

/** A tool call with its result, where one came. */
export interface CallRecord {
  readonly name: string;
  /** The arguments as parsed JSON; `undefined` where they are not JSON. */
  readonly args: unknown;
  readonly argumentsJson: string;
  readonly turn: number;
  readonly ordinal: number;
  readonly citation: Citation;
  readonly result?: { readonly text: string; readonly isError: boolean };
}

/** Sorts a branch for the extractors. System messages are left out: instructions are re-read from their source. */
export function transcriptOf(branch: Branch): Transcript {
  const citations = citationsOf(branch);
  const requests: Request[] = [];
  const answers: Said[] = [];
  for (const message of branch) {
    const text = message.role === 'user' ? personText(message) : message.role === 'assistant' ? ownText(message) : '';
    if (text.trim() === '') continue;
    if (message.role === 'assistant') answers.push({ message, text });
    else if (!isContinuePhrase(text)) requests.push({ message, text, standing: standingOf(text) });
  }
  return { requests, answers, calls: callsOf(branch, citations), citations };
}

/**
 * What a person typed in a user message: its text parts, verbatim. Empty for synthetic messages and for those that
 * only look typed: nothing but tagged blocks (`<task-notification>…`), or one bracketed remark of a controller. Where a
 * client wraps what was typed into `<userRequest>`, what is inside.
 */
export function personText(message: Message): string {
  if (message.role !== 'user' || message.synthetic) return '';
  const text = ownText(message);
  const trimmed = text.trim();
  if (/^\[[^\]\n]*\]$/.test(trimmed)) return '';
  if (!trimmed.startsWith('<')) return text;
  const wrapped = /<userRequest>\s*([\s\S]*?)\s*<\/userRequest>/.exec(trimmed)?.[1];
  if (wrapped !== undefined) return wrapped;
  return trimmed.replace(taggedBlock, '').trim() === '' ? '' : text;
}

const taggedBlock = /<([A-Za-z][\w-]*)(?:\s[^<>]*)?>[\s\S]*?<\/\1>/g;

/** Text parts only: an attachment's contents and a tool's text are not the writer's words. */
function ownText(message: Message): string {
  return message.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
}

function callsOf(branch: Branch, citations: ReadonlyMap<string, Citation>): CallRecord[] {
  const calls: CallRecord[] = [];
  const open = new Map<string, number>();
  for (const message of branch) {
    for (const part of message.parts) {
      if (part.kind === 'toolCall') {
        // A reused id belongs to the newest call: its result follows it.
        open.set(part.callId, calls.length);
        calls.push({
          name: part.name,
          args: parsed(part.argumentsJson),
          argumentsJson: part.argumentsJson,
          turn: message.turn,
          ordinal: message.ordinal,
          citation: citations.get(message.id) ?? `#${message.turn}`,
        });
      } else if (part.kind === 'toolResult') {
        const index = open.get(part.callId) ?? -1;
        const call = calls[index];
        open.delete(part.callId);
        const text = textOf({ role: 'tool', parts: part.content });
        if (call) calls[index] = { ...call, result: { text, isError: part.isError ?? false } };
      }
    }
  }
  return calls;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
