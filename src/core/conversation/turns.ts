import { toolCallsOf, type Branch, type BranchMessage, type MessageId } from './message';

/** An assistant message with tool calls and the tool messages that answer it: never cut inside. */
export interface Round {
  readonly messages: readonly BranchMessage[];
}

/** One user message and everything up to the next: the unit of eviction; its rounds are the sub-units. */
export interface Turn {
  /** As the branch numbers it; 0 for what stands before the first user message. */
  readonly turn: number;
  readonly messages: readonly BranchMessage[];
  readonly userMessage?: BranchMessage;
  readonly rounds: readonly Round[];
}

/** The turns of a repaired branch, oldest first. System messages belong to no turn and are left out. */
export function turnsOf(branch: Branch): Turn[] {
  const turns: BranchMessage[][] = [];
  for (const message of branch) {
    if (message.role === 'system') continue;
    const running = turns.at(-1);
    if (running && message.role !== 'user') running.push(message);
    else turns.push([message]);
  }
  return turns.map((messages) => {
    const [first] = messages;
    return {
      turn: first?.turn ?? 0,
      messages,
      ...(first?.role === 'user' && { userMessage: first }),
      rounds: roundsOf(messages),
    };
  });
}

/**
 * The ids together with those of every message in a round that one of them is in, so that what is kept or evicted by
 * them never parts a call from its result.
 */
export function expandToRounds(branch: Branch, ids: ReadonlySet<MessageId>): Set<MessageId> {
  const touched = roundsOf(branch).filter(({ messages }) => messages.some(({ id }) => ids.has(id)));
  return new Set([...ids, ...touched.flatMap(({ messages }) => messages.map(({ id }) => id))]);
}

function roundsOf(messages: readonly BranchMessage[]): Round[] {
  const rounds: BranchMessage[][] = [];
  let open: BranchMessage[] | undefined;
  for (const message of messages) {
    if (message.role === 'tool') {
      open?.push(message);
    } else if (message.role !== 'system') {
      open = toolCallsOf(message).length > 0 ? [message] : undefined;
      if (open) rounds.push(open);
    }
  }
  return rounds.map((messages) => ({ messages }));
}
