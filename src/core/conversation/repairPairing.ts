import { digestText } from './digest';
import type { Branch, BranchMessage, Part, ToolCallPart, ToolResultPart } from './message';
import { isEmpty, mayHold } from './pairing';
import type { Repair, Repaired } from './repair';

/** What the model reads in place of a result that never came. */
export const missingResultText = 'No result was recorded for this call.';

/**
 * Mends a branch whose tool calls and results do not pair up, as an interrupted or badly cut chat leaves it behind;
 * `pairingViolations` finds nothing in the result.
 *
 * Results are moved directly behind their call; those without a call, and second ones, are left out. A call without a
 * result gets one that says so. A call id that is empty or was used before is replaced in call and result. Parts a
 * message of that role cannot hold and empty messages are left out. All else stays as it is: messages keep their ids,
 * which are those of the transcript, and untouched ones are the same objects. A moved message takes the turn of its
 * call. What is made up here has an id derived from the call's message.
 */
export function repairPairing(branch: Branch): Repaired {
  const { exchanges, ownerOf } = matchResults(branch);
  const repairs: Repair[] = [];
  const repaired: BranchMessage[] = [];
  branch.forEach((message, at) => {
    const calls = exchanges[at] ?? [];
    repairs.push(...leftOut(message, at, ownerOf), ...renamed(message, calls));
    const own = ownParts(message, calls);
    if (!isEmpty({ parts: own })) repaired.push(withParts(message, own));
    if (calls.length > 0) repaired.push(...resultMessages(branch, at, calls, ownerOf, repairs));
  });
  return { branch: repairs.length === 0 ? branch : repaired, repairs };
}

/** A call and, once found, where its result stands. */
interface Exchange {
  readonly call: ToolCallPart;
  /** Index of the message that holds the call. */
  readonly at: number;
  /** The id under which call and result go out. */
  readonly callId: string;
  source?: { readonly at: number; readonly result: ToolResultPart };
}

/** The exchange that a result belongs to, by the indexes of its message and part. */
type OwnerOf = (at: number, partIndex: number) => Exchange | undefined;

interface Matched {
  /** By index of the message that holds the calls. */
  readonly exchanges: readonly (readonly Exchange[])[];
  readonly ownerOf: OwnerOf;
}

/**
 * Finds each call's result. Where an id is used several times, a result belongs to the nearest message before it that
 * has an open call of that id, and there to the first. A result before its call is taken only if the id names one call
 * in the whole branch: elsewhere it is likelier left over from a call that is gone.
 */
function matchResults(branch: Branch): Matched {
  const exchanges: Exchange[][] = branch.map(() => []);
  const owners: (Exchange | undefined)[][] = branch.map(() => []);
  const byId = new Map<string, Exchange[]>();
  const open = new Map<string, OpenCalls[]>();
  const early: { readonly at: number; readonly partIndex: number; readonly result: ToolResultPart }[] = [];

  const own = (exchange: Exchange, at: number, partIndex: number, result: ToolResultPart) => {
    exchange.source = { at, result };
    (owners[at] ??= [])[partIndex] = exchange;
  };
  branch.forEach((message, at) => {
    message.parts.forEach((part, partIndex) => {
      if (part.kind === 'toolCall' && message.role === 'assistant') {
        const isFirst = part.callId !== '' && !byId.has(part.callId);
        const exchange = { call: part, at, callId: isFirst ? part.callId : newCallId(message, part, partIndex) };
        exchanges[at]?.push(exchange);
        appendTo(byId, part.callId, exchange);
        const newest = open.get(part.callId)?.at(-1);
        if (newest?.at === at) newest.waiting.push(exchange);
        else appendTo(open, part.callId, { at, waiting: [exchange], answered: 0 });
      } else if (part.kind === 'toolResult') {
        const exchange = takeNearest(open.get(part.callId) ?? []);
        if (exchange) own(exchange, at, partIndex, part);
        else if (!byId.has(part.callId)) early.push({ at, partIndex, result: part });
      }
    });
  });
  for (const { at, partIndex, result } of early) {
    const [only, another] = byId.get(result.callId) ?? [];
    if (only && !another && !only.source) own(only, at, partIndex, result);
  }
  return { exchanges, ownerOf: (at, partIndex) => owners[at]?.[partIndex] };
}

/** Calls of one id in one message; the first `answered` of `waiting` have their result. */
interface OpenCalls {
  readonly at: number;
  readonly waiting: Exchange[];
  answered: number;
}

/** Takes the first open call of the newest message. */
function takeNearest(open: OpenCalls[]): Exchange | undefined {
  const newest = open.at(-1);
  if (!newest) return undefined;
  const exchange = newest.waiting[newest.answered];
  newest.answered += 1;
  if (newest.answered === newest.waiting.length) open.pop();
  return exchange;
}

/** Only letters, digits and `_`, and short: endpoints limit what an id may look like. */
function newCallId(message: BranchMessage, call: ToolCallPart, partIndex: number): string {
  return `call_${digestText(JSON.stringify([message.id, call.callId, partIndex])).slice(0, 24)}`;
}

/** The parts that stay in this message: those its role may hold, calls under the id they go out with. */
function ownParts(message: BranchMessage, exchanges: readonly Exchange[]): readonly Part[] {
  if (message.role === 'tool') return [];
  const callIds = exchanges.map(({ callId }) => callId).values();
  return message.parts
    .filter(({ kind }) => mayHold(message.role, kind))
    .map((part) => (part.kind === 'toolCall' ? withCallId(part, callIds.next().value ?? part.callId) : part));
}

/** The tool messages behind the calls of message `at`: what was recorded, in its order, then what is missing. */
function resultMessages(
  branch: Branch,
  at: number,
  exchanges: readonly Exchange[],
  ownerOf: OwnerOf,
  repairs: Repair[],
): BranchMessage[] {
  const caller = branch[at];
  if (!caller) return [];
  let lastBehind = at;
  while (branch[lastBehind + 1]?.role === 'tool') lastBehind += 1;
  const sources = new Set(exchanges.flatMap(({ source }) => (source ? [source.at] : [])));
  const inOrder = [...sources].sort((one, other) => one - other);
  const recorded = inOrder.flatMap((from) => {
    const source = branch[from];
    if (!source) return [];
    if (from <= at || from > lastBehind) repairs.push(moved(source));
    return [pieceFor(source, from, caller, at, ownerOf)];
  });
  const missing = exchanges.filter(({ source }) => !source);
  repairs.push(...missing.map(({ call }) => unanswered(caller, call)));
  return [...recorded, ...missing.map(({ callId }) => missingResult(caller, callId))];
}

/** The results in message `from` that belong to the calls of message `at`, as a tool message of their own. */
function pieceFor(
  source: BranchMessage,
  from: number,
  caller: BranchMessage,
  at: number,
  ownerOf: OwnerOf,
): BranchMessage {
  const parts = source.parts.flatMap((part, partIndex): Part[] => {
    const owner = ownerOf(from, partIndex);
    return part.kind === 'toolResult' && owner?.at === at ? [withCallId(part, owner.callId)] : [];
  });
  const firstOwner = source.parts.map((_, partIndex) => ownerOf(from, partIndex)).find((owner) => owner !== undefined);
  // A message that is split, or stays where it was with its other parts, gives its id to one piece only.
  const keepsId = firstOwner?.at === at && isEmpty({ parts: ownParts(source, []) });
  if (keepsId && source.role === 'tool' && source.turn === caller.turn) return withParts(source, parts);
  const id = keepsId ? source.id : digestText(JSON.stringify([source.id, caller.id]));
  return { ...source, role: 'tool', parts, id, turn: caller.turn };
}

function missingResult(caller: BranchMessage, callId: string): BranchMessage {
  return {
    role: 'tool',
    parts: [{ kind: 'toolResult', callId, content: [{ kind: 'text', text: missingResultText }], isError: true }],
    synthetic: true,
    id: digestText(JSON.stringify([caller.id, callId])),
    ordinal: caller.ordinal,
    turn: caller.turn,
  };
}

function leftOut(message: BranchMessage, at: number, ownerOf: OwnerOf): Repair[] {
  if (isEmpty(message)) {
    return [{ messageId: message.id, kind: 'emptyMessage', detail: `An empty ${message.role} message was left out.` }];
  }
  return message.parts.flatMap((part, partIndex): Repair[] => {
    if (part.kind !== 'toolResult') {
      if (mayHold(message.role, part.kind)) return [];
      const detail = `A ${part.kind} part in a ${message.role} message was left out.`;
      return [{ messageId: message.id, kind: 'misplacedPart', detail }];
    }
    if (ownerOf(at, partIndex)) return [];
    const detail = `The result "${part.callId}" answers no open call and was left out.`;
    return [{ messageId: message.id, kind: 'orphanResult', detail }];
  });
}

function renamed(message: BranchMessage, exchanges: readonly Exchange[]): Repair[] {
  return exchanges
    .filter(({ call, callId }) => call.callId !== callId)
    .map(({ call, callId }) => ({
      messageId: message.id,
      kind: 'duplicateCallId',
      detail: `The call id "${call.callId}" is empty or was used before; it goes out as "${callId}".`,
    }));
}

function moved(source: BranchMessage): Repair {
  return {
    messageId: source.id,
    kind: 'misplacedResult',
    detail: 'A tool result that stood elsewhere was moved directly behind its call.',
  };
}

function unanswered(caller: BranchMessage, call: ToolCallPart): Repair {
  return {
    messageId: caller.id,
    kind: 'missingResult',
    detail: `The call "${call.callId}" of ${call.name} has no result; the model is told so.`,
  };
}

function withCallId<Item extends ToolCallPart | ToolResultPart>(part: Item, callId: string): Item {
  return part.callId === callId ? part : { ...part, callId };
}

/** The very same message where the parts are the same. */
function withParts(message: BranchMessage, parts: readonly Part[]): BranchMessage {
  const same = parts.length === message.parts.length && parts.every((part, index) => part === message.parts[index]);
  return same ? message : { ...message, parts };
}

function appendTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
