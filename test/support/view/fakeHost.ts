import type { ConversationSummary, StoredMessage } from '../../../src/core/archive/store';
import { assistantMessage, textOf, userMessage } from '../../../src/core/conversation/message';
import { archiveRow, hitRow, statesBy } from '../../../src/shared/archiveRow';
import type { CompactionRow, RequestView, ToHost, ToView } from '../../../src/shared/protocol';

const noon = Date.UTC(2026, 4, 12, 12);
const minuteMs = 60_000;
const conversation = 'parcels';

/** A request past its soft threshold, with a little of everything in it. */
export const sampleRequest: RequestView = {
  conversation,
  modelLabel: 'Throughline Offline 8k',
  ledger: {
    categories: {
      instructions: 412,
      tools: 388,
      checkpoint: 604,
      carried: 431,
      memory: 0,
      recalled: 702,
      history: 1310,
      toolCalls: 96,
      toolResults: 640,
      attachments: 120,
      images: 85,
      current: 57,
    },
    total: 4845,
    replyReserve: 1024,
    method: 'tokenizer',
    uncertainty: 0.02,
  },
  budget: {
    kind: 'known',
    window: 8192,
    hard: 6553,
    soft: 4587,
    replyReserve: 1024,
    target: 6553,
    rules: [
      { name: 'window', tokens: 8192, because: 'declared by the model' },
      { name: 'hard', tokens: 6553, because: '80 % of the window' },
      { name: 'soft', tokens: 4587, because: '70 % of the hard threshold' },
      { name: 'replyReserve', tokens: 1024, because: 'the model’s maximum output' },
      { name: 'target', tokens: 6553, because: 'the smaller of hard and window minus reply reserve' },
    ],
    warnings: ['throughline.softPercent is 140, which is not between 1 and 100: 70 is used.'],
  },
  lastCompaction: { before: 7412, after: 3180, turnsMoved: 14, createdAt: noon },
};

const compactions: readonly CompactionRow[] = [
  { id: 'b2', policy: 'checkpoint', origin: 'automatic', before: 7412, after: 3180, turnsMoved: 14, createdAt: noon },
  {
    id: 'b1',
    policy: 'checkpoint',
    origin: 'manual',
    before: 5230,
    after: 2204,
    turnsMoved: 1,
    createdAt: noon - 55 * minuteMs,
  },
];

/** A host that answers like the real one from an archive of `count` messages made up on the spot. */
export class FakeHost {
  /** Everything the page asked for, oldest first. */
  readonly received: ToHost[] = [];
  request: RequestView | undefined = sampleRequest;
  conversations: ConversationSummary[] = [
    { id: conversation, title: 'Parcel tracking: staging and queues', messages: 0, bytes: 421_000, updatedAt: noon },
    { id: 'other', title: 'A regular expression', messages: 4, bytes: 9_300, updatedAt: noon - 1440 * minuteMs },
  ];
  private readonly messages: readonly StoredMessage[];

  constructor(count: number) {
    this.messages = Array.from({ length: count }, (_, ordinal) => storedMessage(ordinal));
    this.conversations = this.conversations.map((summary) =>
      summary.id === conversation ? { ...summary, messages: count } : summary,
    );
  }

  answer(message: ToHost): ToView[] {
    this.received.push(message);
    switch (message.kind) {
      case 'ready':
        return [
          { kind: 'changed' },
          { kind: 'request', request: this.request },
          { kind: 'conversations', conversations: this.conversations },
        ];
      case 'page': {
        const own = message.conversation === conversation ? this.messages : [];
        const rows = own.slice(message.offset, message.offset + message.limit);
        return [
          {
            kind: 'page',
            conversation: message.conversation,
            offset: message.offset,
            rows: rows.map((row) => archiveRow(row, this.stateOf)),
            total: own.length,
            compactions: own.length === 0 ? [] : compactions,
          },
        ];
      }
      case 'search': {
        const found = this.messages.filter((row) => textOf(row).includes(message.query)).slice(0, 50);
        return [
          {
            kind: 'hits',
            conversation: message.conversation,
            query: message.query,
            hits: found.map((row) => {
              const place = { citation: `#${row.turn}`, turn: row.turn, ordinal: row.ordinal, role: row.role };
              const passage = { messageId: row.id, ...place, text: textOf(row), state: 'evicted' as const, score: 1 };
              return hitRow({ ...passage, ...(row.time !== undefined && { time: row.time }) }, this.stateOf);
            }),
          },
        ];
      }
      case 'delete':
        this.conversations = this.conversations.filter(({ id }) => id !== message.conversation);
        return [{ kind: 'changed' }, { kind: 'conversations', conversations: this.conversations }];
      default:
        return [];
    }
  }

  private get stateOf() {
    const ids = this.messages.map(({ id }) => id);
    return statesBy({ branch: ids.filter((_, ordinal) => ordinal !== 3), live: ids.slice(-6) });
  }
}

const said = [
  'The staging collector listens on port 7461. Keep that to yourself, the firewall rule names it.',
  'Noted. I would leave the port alone and put the carrier’s callback behind the gateway instead: then nothing outside has to know it.\n\nThe rule stays as it is.',
  'Which queue do late scans go to?',
  'Late scans go to a queue of their own, so that a slow carrier does not hold up the others. A scan is late when its time is more than two hours before the newest one of the parcel.',
];

function storedMessage(ordinal: number): StoredMessage {
  const content = said[ordinal % said.length] ?? '';
  const message = ordinal % 2 === 0 ? userMessage(content) : assistantMessage(content);
  const time = noon - (10_000 - ordinal) * minuteMs;
  const id = ordinal.toString(16).padStart(32, '0');
  return { ...message, id, parent: '', ordinal, turn: Math.floor(ordinal / 2) + 1, time, archivedAt: noon };
}
