import { quote } from './defang';
import type { Entry } from './entry';
import { normalised } from '../../conversation/sentences';
import type { CallRecord, Said, Transcript } from './transcript';

export type WorkState = 'active' | 'todo' | 'done';

export interface WorkItem {
  readonly title: string;
  readonly state: WorkState;
  readonly turn: number;
}

/**
 * The work queue as last stated, in its own order.
 *
 * Read from calls that hand over a list of items with titles and states (`TodoWrite`, `manage_todo_list`,
 * `update_plan`, …: told by the shape of the arguments, not by name), from checklists in call arguments and in text, and
 * from remarks that a numbered step is done. A later list replaces an earlier one, except that what was done stays
 * done: an item that left the list finished must not be started again.
 */
export function workQueueOf(transcript: Transcript): WorkItem[] {
  const items = new Map<string, WorkItem>();
  for (const statement of statementsOf(transcript)) {
    if (statement.replaces) for (const [key, item] of items) if (item.state !== 'done') items.delete(key);
    for (const item of statement.items) {
      const key = normalised(item.title);
      items.delete(key);
      items.set(key, item);
    }
  }
  return [...items.values()];
}

/** The queue as statements: what is under way first, then what is to do, then what is done, newest done first. */
export function workQueueEntries(transcript: Transcript): Entry[] {
  const queue = workQueueOf(transcript);
  const inState = (state: WorkState) => queue.filter((item) => item.state === state);
  // Shown in the queue's own order behind the state, so the next step is the first of "todo".
  return [...inState('active'), ...inState('todo'), ...inState('done').toReversed()].map((item) => ({
    text: `- [${mark[item.state]}] ${quote(item.title, titleUnits)} #${item.turn}`,
    ordinal: queue.indexOf(item) + rank[item.state] * queue.length,
  }));
}

const titleUnits = 160;
const mark: Record<WorkState, string> = { active: 'active', todo: 'todo', done: 'done' };
const rank: Record<WorkState, number> = { done: 0, active: 1, todo: 2 };

interface Statement {
  readonly ordinal: number;
  readonly items: readonly WorkItem[];
  /** A whole list takes the place of the one before; a remark about one step does not. */
  readonly replaces: boolean;
}

function statementsOf({ calls, requests, answers }: Transcript): Statement[] {
  const plan: string[] = [];
  const fromCalls = calls.flatMap((call) => whole(call.ordinal, itemsOfCall(call)));
  const fromText = [...requests, ...answers]
    .toSorted((a, b) => a.message.ordinal - b.message.ordinal)
    .flatMap((said) => textStatements(said, plan));
  return [...fromCalls, ...fromText].toSorted((a, b) => a.ordinal - b.ordinal);
}

function whole(ordinal: number, items: readonly WorkItem[]): Statement[] {
  return items.length === 0 ? [] : [{ ordinal, items, replaces: true }];
}

function itemsOfCall(call: CallRecord): WorkItem[] {
  if (call.result?.isError || typeof call.args !== 'object' || call.args === null) return [];
  for (const value of Object.values(call.args)) {
    const items = Array.isArray(value) ? listItems(value, call.turn) : [];
    if (items.length > 0) return items;
    // Some tools take the list as Markdown. Long strings are file contents, whose checklists are not this queue.
    if (typeof value === 'string' && value.length < longestChecklistUnits) {
      const checklist =
        value.trimStart().startsWith('[') || /^\s*[-*] \[/.test(value) ? checklistOf(value, call.turn) : [];
      if (checklist.length > 0) return checklist;
    }
  }
  return [];
}

const longestChecklistUnits = 8_000;

/** Items of an array iff each has a title and a state. */
function listItems(values: readonly unknown[], turn: number): WorkItem[] {
  const items: WorkItem[] = [];
  for (const value of values) {
    if (typeof value !== 'object' || value === null) return [];
    const fields = new Map<string, unknown>(Object.entries(value));
    const title = titleFields.map((name) => fields.get(name)).find((field) => typeof field === 'string');
    const state = stateFields.map((name) => stateOf(fields.get(name))).find((found) => found !== undefined);
    if (typeof title !== 'string' || title.trim() === '' || state === undefined) return [];
    items.push({ title, state, turn });
  }
  return items;
}

const titleFields = ['content', 'title', 'step', 'text', 'task', 'subject', 'name', 'description', 'activeForm'];
const stateFields = ['status', 'state', 'done', 'completed', 'checked'];

function stateOf(value: unknown): WorkState | undefined {
  if (typeof value === 'boolean') return value ? 'done' : 'todo';
  if (typeof value !== 'string') return undefined;
  const word = value.toLowerCase().replace(/[\s-]+/g, '_');
  if (/^(done|complete|completed|finished|closed|cancelled|canceled|skipped)$/.test(word)) return 'done';
  if (/^(in_progress|inprogress|active|doing|started|current|running)$/.test(word)) return 'active';
  return /^(todo|to_do|pending|not_started|notstarted|open|planned|blocked|queued)$/.test(word) ? 'todo' : undefined;
}

/** Lines such as `- [x] title`; `[-]`, `[~]` and `[>]` are under way. Signs like ✅ count as well. */
function checklistOf(text: string, turn: number): WorkItem[] {
  if (!checklistSign.test(text)) return [];
  const items: WorkItem[] = [];
  for (const line of text.split('\n')) {
    const box = /^\s*(?:[-*+]|\d{1,3}[.)])?\s*\[([ xX✓✔~>-])\]\s+(\S.*)$/u.exec(line);
    const sign = box ? undefined : /^\s*(?:[-*+]|\d{1,3}[.)])?\s*(✅|☑️?|✔️?|⬜|☐|⏳|🔄)\s*(\S.*)$/u.exec(line);
    const [, state, title] = box ?? sign ?? [];
    if (state === undefined || title === undefined) continue;
    items.push({ title: title.trim(), state: boxState(state), turn });
  }
  return items;
}

const checklistSign = /\[[ xX✓✔~>-]\]|[✅☑✔⬜☐⏳🔄]/u;

function boxState(sign: string): WorkState {
  if (/^[xX✓✔✅☑]/u.test(sign)) return 'done';
  return /^[~>⏳🔄-]/u.test(sign) ? 'active' : 'todo';
}

/** Checklists of at least two lines, and remarks about the steps of the numbered list seen last. */
function textStatements({ message, text }: Said, plan: string[]): Statement[] {
  const { turn, ordinal } = message;
  const checklist = checklistOf(text, turn);
  if (checklist.length >= 2) return whole(ordinal, checklist);
  const steps = numberedSteps(text);
  if (steps.length >= 3) plan.splice(0, plan.length, ...steps);
  const done = doneSteps(text);
  if (done.length === 0) return [];
  const title = (step: number) => plan[step - 1] ?? `Step ${step}`;
  const items = plan.map((_step, index): WorkItem => ({ title: title(index + 1), state: 'todo', turn }));
  const finished = done.map((step): WorkItem => ({ title: title(step), state: 'done', turn }));
  const already = new Set(finished.map((item) => item.title));
  return [
    { ordinal, items: items.filter((item) => !already.has(item.title)), replaces: false },
    { ordinal, items: finished, replaces: false },
  ];
}

/** Titles of a list that counts 1, 2, 3 …; the first such list of the text. */
function numberedSteps(text: string): string[] {
  const steps: string[] = [];
  for (const [, number, title] of text.matchAll(/^\s*(?:step\s+)?(\d{1,2})[.):]\s+(\S.*)$/gim)) {
    if (Number(number) !== steps.length + 1) continue;
    steps.push((title ?? '').trim());
  }
  return steps;
}

/** Numbers of the steps a text calls done: "step 2 is done", "steps 1–3 completed", "finished step 4". */
function doneSteps(text: string): number[] {
  // The long patterns run only where there is something for them.
  if (!stepSign.test(text.toLowerCase())) return [];
  const done: number[] = [];
  for (const pattern of [stepThenDone, doneThenStep]) {
    for (const [, from, to] of text.matchAll(pattern)) {
      const first = Number(from);
      const last = Math.min(Number(to ?? from), first + maxStepsInRemark);
      for (let step = first; step <= last; step += 1) done.push(step);
    }
  }
  return done;
}

/** "Steps 1–99" in a joke must not make a hundred items. */
const maxStepsInRemark = 30;

const stepSign = /(?:step|task|phase|schritt|[eé]tape|pas+o|шаг|этап)\S{0,2} ?\d|步[骤驟]|ステップ|단계/;
const stepWord =
  '(?:steps?|tasks?|phases?|schritte?|étapes?|etapes?|pasos?|passos?|passo|шаги?|этапы?|步骤|步驟|ステップ|단계)';
const number = '\\s*(\\d{1,2})(?:\\s*(?:-|–|to|bis|à|a|до)\\s*(\\d{1,2}))?';
/** Not "complete" alone: "Step 1: Complete the form" is still to do. */
const doneWord =
  '(?:done|completed|finished|(?:is|are|now) complete|erledigt|fertig|abgeschlossen|terminée?s?|finie?s?|hechos?|completad[oa]s?|terminad[oa]s?|concluíd[oa]s?|feit[oa]s?|готов[оы]?|завершен[оы]?|сделан[оы]?|完成|完了|완료)';
/** Between step and "done" stand a colon or a few short words, "has been", "ist jetzt", but no other verb's object. */
const between = '[\\s:,–—は가이은는已]*(?:(?!not|nicht|pas|no|não|не)\\p{L}{1,5}\\s+){0,3}';
const stepThenDone = new RegExp(`${stepWord}${number}${between}${doneWord}(?!\\p{L})`, 'giu');
const doneThenStep = new RegExp(`(?<!\\p{L})(?<!not |nicht |un)${doneWord}(?: with)? ${stepWord}${number}`, 'giu');
