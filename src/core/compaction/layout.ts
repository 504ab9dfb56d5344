import type { Passage } from '../archive/store';
import { citationsOf } from '../archive/citation';
import type { Branch, BranchMessage, Message, MessageId, ToolSchema } from '../conversation/message';
import { alternate } from './alternation';
import { placeRecalled } from '../recall/placement';
import type { AssembledRequest, RequestEntry } from '../tokens/request';
import { callsOf, shorten, type ReceiptContext } from './receipt';
import type { Checkpoint, Shortened } from './boundary';
import type { RetrievalOffer } from './retrieval';

/** What of a branch goes out, and how: the whole difference between a transcript and its request. */
export interface Cut {
  /** How many messages at the beginning of the branch are covered; system messages among them go out all the same. */
  readonly coveredCount: number;
  /** Covered messages that stay verbatim. */
  readonly kept: ReadonlySet<MessageId>;
  readonly shortened: readonly Shortened[];
  readonly checkpoint?: Checkpoint;
}

/** Nothing leaves. */
export const noCut: Cut = { coveredCount: 0, kept: new Set(), shortened: [] };

/** What stands around the branch in the request. */
export interface Surroundings {
  readonly tools: readonly ToolSchema[];
  /** Declared and explained only where something left the request. */
  readonly retrieval?: RetrievalOffer;
}

/** The answer between the checkpoint and the next user message, for chat templates that want turns to alternate. */
const checkpointAcknowledgement = 'I have read this record and go on from it.';

/** The branch as it is: every message the very same object. */
export function layOutWhole(branch: Branch, surroundings: Surroundings): AssembledRequest {
  const current = currentIndex(branch);
  return { tools: surroundings.tools, entries: branch.map((message, index) => entryOf(message, index === current)) };
}

/**
 * Lays a cut branch out as a request: instructions, the note about retrieval, the checkpoint and its acknowledgement,
 * kept messages, then everything after the covered prefix, with recalled passages at the current message.
 */
export function layOut(
  branch: Branch,
  cut: Cut,
  recalled: readonly Passage[],
  surroundings: Surroundings,
): AssembledRequest {
  const { retrieval } = surroundings;
  const tools = retrieval ? withoutDuplicates([...surroundings.tools, ...retrieval.tools]) : surroundings.tools;
  const current = currentIndex(branch);
  const shortened = new Map(cut.shortened.map(({ id, keepUnits }) => [id, keepUnits]));
  // Citations of a whole branch cost more than all the rest, and most requests have no receipt to write.
  const receipts = shortened.size > 0 ? receiptContext(branch, retrieval?.readToolName) : undefined;

  const instructions = branch.filter(({ role }) => role === 'system').map((message) => entryOf(message, false));
  if (retrieval) instructions.push({ message: systemMessage(retrieval.note), segment: 'instructions' });

  const conversation = branch.flatMap((message, index) => {
    if (message.role === 'system' || (index < cut.coveredCount && !cut.kept.has(message.id))) return [];
    const keepUnits = shortened.get(message.id);
    const shown = keepUnits === undefined || !receipts ? message : shorten(message, keepUnits, receipts);
    return [entryOf(shown, index === current)];
  });
  const offered = retrieval && tools.some(({ name }) => name === retrieval.searchToolName);
  const withRecalled = placeRecalled(conversation, recalled, offered ? retrieval.searchToolName : undefined);
  return { tools, entries: alternate([...instructions, ...checkpointEntries(cut.checkpoint), ...withRecalled]) };
}

/** Ids of the branch that are not verbatim in the request which `cut` makes. */
export function evictedBy(branch: Branch, cut: Cut): MessageId[] {
  const shortened = new Set(cut.shortened.map(({ id }) => id));
  return branch
    .filter(
      ({ id, role }, index) =>
        shortened.has(id) || (index < cut.coveredCount && role !== 'system' && !cut.kept.has(id)),
    )
    .map(({ id }) => id);
}

/** Index of the newest user message a person wrote, or of the newest one at all; -1 where there is none. */
export function currentIndex(branch: readonly Message[]): number {
  const genuine = branch.findLastIndex(({ role, synthetic }) => role === 'user' && synthetic !== true);
  return genuine === -1 ? branch.findLastIndex(({ role }) => role === 'user') : genuine;
}

function entryOf(message: BranchMessage, isCurrent: boolean): RequestEntry {
  if (message.role === 'system') return { message, segment: 'instructions' };
  return { message, segment: isCurrent ? 'current' : 'history' };
}

function checkpointEntries(checkpoint: Checkpoint | undefined): RequestEntry[] {
  if (!checkpoint) return [];
  const { text, carriedText } = checkpoint;
  return [
    { message: { role: 'user', parts: [{ kind: 'text', text }], synthetic: true }, segment: 'checkpoint', carriedText },
    {
      message: { role: 'assistant', parts: [{ kind: 'text', text: checkpointAcknowledgement }] },
      segment: 'checkpoint',
    },
  ];
}

function systemMessage(text: string): Message {
  return { role: 'system', parts: [{ kind: 'text', text }] };
}

function withoutDuplicates(tools: readonly ToolSchema[]): ToolSchema[] {
  return [...new Map(tools.toReversed().map((tool) => [tool.name, tool])).values()].toReversed();
}

function receiptContext(branch: Branch, readToolName: string | undefined): ReceiptContext {
  return {
    citations: citationsOf(branch),
    calls: callsOf(branch),
    ...(readToolName !== undefined && { readToolName }),
  };
}
