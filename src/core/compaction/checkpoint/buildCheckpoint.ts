import type { Branch, BranchMessage, MessageId } from '../../conversation/message';
import { keepStart } from '../../conversation/unicode';
import { carriedInstructions, maxCarriedShareOfTarget, maxCarriedTokens } from './carriedInstructions';
import { commandEntries } from './commands';
import { decisionEntries, ruleEntries } from './decisions';
import { quote } from './defang';
import { inShownOrder } from './entry';
import type { Entry } from './entry';
import { errorEntries } from './errors';
import { evidenceEntries } from './evidence';
import { fileEntries } from './files';
import { closingText, openingText, sectionHeadings } from './frame';
import type { SectionHeading } from './frame';
import { goalOf } from './goal';
import { openQuestionEntries } from './openQuestions';
import { summaryEntries } from './summary';
import { personText, transcriptOf } from './transcript';
import { workQueueEntries } from './workQueue';

/** What a checkpoint is made from. */
export interface CheckpointInput {
  /**
   * Everything the checkpoint stands for, from the beginning of the branch. Always the transcript itself, never an
   * earlier checkpoint: nothing degrades from one to the next.
   */
  readonly covered: Branch;
  /** The newest user message. Named as the latest request; carried only where it is itself covered and not kept. */
  readonly current?: BranchMessage;
  /** Covered messages still shown verbatim: not repeated. */
  readonly keptIds: ReadonlySet<MessageId>;
  /** Tokens of the whole text. */
  readonly budgetTokens: number;
  /** The request's target in tokens: the caps of the parts derive from it. */
  readonly targetTokens: number;
  readonly countText: (text: string) => number;
  /** Named in the text iff given. */
  readonly searchToolName?: string;
  readonly readToolName?: string;
  /** What to dwell on, from `/compact` or the setting. */
  readonly instructions?: string;
}

/** A checkpoint before the store gives it an id. */
export interface CheckpointDraft {
  readonly text: string;
  /** The block of carried instructions, an exact piece of `text`; empty where there is none. */
  readonly carriedText: string;
  /** The user messages carried verbatim, oldest first. */
  readonly carried: readonly MessageId[];
}

/**
 * Tokens of each part: a share of the target with a ceiling. Together at most 32 % of the target, so that a checkpoint
 * leaves two thirds of a request to the conversation; the ceilings end the growth where reading it would cost more
 * attention than it saves searches. Room a part leaves unused passes to the next.
 */
const partCaps = {
  bookkeeping: { share: 0.08, tokens: 2_048 },
  evidence: { share: 0.05, tokens: 1_024 },
  summary: { share: 0.09, tokens: 2_560 },
} as const;

/** What one section of the bookkeeping may take of it: a long list of files must not push out the work queue. */
const bookkeepingShares = {
  Goal: 1,
  'Work queue': 0.5,
  'Rules and preferences': 0.4,
  Decisions: 0.3,
  'Open questions': 0.2,
  Files: 0.4,
  Commands: 0.3,
  Errors: 0.25,
} as const;

/** A focus is a sentence or two; a pasted page is cut. */
const focusUnits = 600;

/**
 * The record that stands for the covered turns, made without a model: the same input gives the same bytes.
 *
 * `undefined` where not even its first sentences fit `budgetTokens` or nothing is covered. Otherwise the text is
 * well-formed Unicode of at most `budgetTokens` by `countText`, to be sent as a user message. Parts take their room in
 * this order: frame, carried instructions, bookkeeping, evidence, summary; nothing is quoted twice.
 */
export function buildCheckpoint(input: CheckpointInput): CheckpointDraft | undefined {
  const { covered, current, keptIds, countText } = input;
  const moved = covered.filter(({ id, role, turn }) => role !== 'system' && turn > 0 && !keptIds.has(id));
  const gone = new Set(moved.map(({ id }) => id));
  const turns = new Set(moved.map(({ turn }) => turn));
  const [first] = moved;
  const last = moved.at(-1);
  if (!first || !last) return undefined;

  const transcript = transcriptOf(covered);
  const focus = keepStart((input.instructions ?? '').trim(), focusUnits);
  const page = new Page(headOf(input, turns.size, first.turn, last.turn, focus), input.budgetTokens, countText);
  if (page.isOver()) return undefined;

  const carried = carriedInstructions({
    requests: transcript.requests,
    shown: keptIds,
    currentText: current && !gone.has(current.id) ? personText(current) : '',
    budgetTokens: Math.min(
      maxCarriedTokens,
      Math.floor(input.targetTokens * maxCarriedShareOfTarget),
      page.room('Carried instructions'),
    ),
    countText,
  });
  page.carry(carried.text, carried.messages);
  const quoted = new Set([...keptIds, ...carried.messages.map(({ id }) => id)]);
  const carriedTurns = new Set(carried.messages.map(({ turn }) => turn));

  let room = cap(partCaps.bookkeeping, input.targetTokens);
  const bookkeepingTokens = room;
  const book = (heading: keyof typeof bookkeepingShares, entries: Iterable<Entry>) => {
    room -= page.add(heading, entries, Math.min(room, bookkeepingTokens * bookkeepingShares[heading]));
  };
  book('Goal', goalOf(transcript, current, carriedTurns));
  book('Work queue', workQueueEntries(transcript));
  book('Rules and preferences', ruleEntries(transcript, quoted));
  book('Decisions', decisionEntries(transcript, quoted));
  book('Open questions', openQuestionEntries(transcript));
  book('Files', fileEntries(transcript));
  book('Commands', commandEntries(transcript));
  book('Errors', errorEntries(transcript));

  room += cap(partCaps.evidence, input.targetTokens);
  room -= page.add('Evidence', evidenceEntries({ covered, transcript, shown: page.quoted(quoted), focus }), room);
  room += cap(partCaps.summary, input.targetTokens);
  page.add('Summary', summaryEntries(transcript, focus, page.quoted(quoted)), room);
  return page.draft();
}

function headOf(input: CheckpointInput, turns: number, firstTurn: number, lastTurn: number, focus: string): string {
  const { searchToolName, readToolName } = input;
  const opening = openingText({
    turns,
    firstTurn,
    lastTurn,
    ...(searchToolName !== undefined && { searchToolName }),
    ...(readToolName !== undefined && { readToolName }),
  });
  return focus === '' ? opening : `${opening}\nMade with this focus in mind: ${quote(focus, focusUnits)}`;
}

function cap({ share, tokens }: { share: number; tokens: number }, targetTokens: number): number {
  return Math.max(0, Math.min(tokens, Math.floor(targetTokens * share)));
}

/** After so many statements in a row that do not fit, the rest of a section is not tried. */
const missesUntilFull = 6;

/** The text in the making: takes statements while they fit, shows them by section. */
class Page {
  private readonly taken: { heading: SectionHeading; entry: Entry }[] = [];
  private carriedText = '';
  private carried: readonly BranchMessage[] = [];
  private used: number;

  constructor(
    private readonly head: string,
    private readonly budgetTokens: number,
    private readonly countText: (text: string) => number,
  ) {
    this.used = countText(`${head}\n`) + countText(closingText);
  }

  isOver(): boolean {
    return this.countText(this.text()) > this.budgetTokens;
  }

  /** Tokens left for a section that has not begun. */
  room(heading: SectionHeading): number {
    return this.budgetTokens - this.used - this.countText(headingLine(heading));
  }

  carry(text: string, messages: readonly BranchMessage[]): void {
    if (text === '') return;
    this.used += this.countText(headingLine('Carried instructions')) + this.countText(`${text}\n`);
    this.carriedText = text;
    this.carried = messages;
  }

  /** Adds statements, in the order of their claim, while they fit `tokens` and the page. Returns the tokens they took. */
  add(heading: SectionHeading, entries: Iterable<Entry>, tokens: number): number {
    const before = this.used;
    const headingTokens = this.countText(headingLine(heading));
    let misses = 0;
    for (const entry of entries) {
      const begun = this.used > before;
      const cost = this.countText(`${entry.text}\n`) + (begun ? 0 : headingTokens);
      if (this.used - before + cost > tokens || this.used + cost > this.budgetTokens) {
        misses += 1;
        if (misses === missesUntilFull) break;
        continue;
      }
      misses = 0;
      this.used += cost;
      this.taken.push({ heading, entry });
    }
    return this.used - before;
  }

  /** `before` and the messages that statements taken so far quote. */
  quoted(before: ReadonlySet<MessageId>): ReadonlySet<MessageId> {
    return new Set([...before, ...this.taken.flatMap(({ entry }) => entry.quotes ?? [])]);
  }

  /** The pieces add up to the whole only nearly, so the last taken go until it is true of the whole. */
  draft(): CheckpointDraft {
    while (this.isOver() && this.taken.length > 0) this.taken.pop();
    if (this.isOver()) {
      this.carriedText = '';
      this.carried = [];
    }
    return {
      text: this.text(),
      carriedText: this.carriedText,
      carried: this.carried.map(({ id }) => id),
    };
  }

  private text(): string {
    const sections = sectionHeadings.flatMap((heading) => {
      const entries = this.taken.filter((item) => item.heading === heading).map(({ entry }) => entry);
      const body =
        heading === 'Carried instructions'
          ? this.carriedText
          : inShownOrder(entries)
              .map(({ text }) => text)
              .join('\n');
      return body === '' ? [] : [headingLine(heading) + body];
    });
    return [this.head, ...sections, closingText].join('\n');
  }
}

function headingLine(heading: SectionHeading): string {
  return `## ${heading}\n`;
}
