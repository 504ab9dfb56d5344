import { MemoryArchiveStore } from '../../src/archive/memoryArchiveStore';
import { openSqlJs } from '../../src/archive/openSqlJs';
import { replayTurns } from '../../src/cli/replayTurns';
import type { Policy } from '../../src/core/compaction/boundary';
import { assistantMessage, userMessage, type Message } from '../../src/core/conversation/message';
import type { FitRequest } from '../../src/engine/api';
import { createCounters } from '../../src/engine/counters';
import { LocalEngine } from '../../src/engine/engine';

export interface FitRow {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
}

/** Turns of the conversations that are timed (F2): the second is 2 million tokens long. */
const lengths = [1_000, 10_000] as const;

/** Next turns that are timed; the middle one counts. */
const timedTurns = 11;

/** F2, F3 and F10: what a fit costs in long conversations, and how steady it is over 60 turns in an 8k window. */
export async function run(): Promise<FitRow[]> {
  const rows: FitRow[] = [];
  for (const turns of lengths) rows.push(...(await timed(turns)));
  for (const [policy, recall] of [
    ['rolling', false],
    ['rolling', true],
    ['checkpoint', true],
  ] as const) {
    rows.push(...(await steadiness(policy, recall)));
  }
  return rows;
}

async function timed(turns: number): Promise<FitRow[]> {
  const messages = conversation(turns, 100);
  const counting = createCounters()({});
  const counted = await clock(() => messages.reduce((sum, message) => sum + counting.countMessage(message), 0));

  const engine = newEngine();
  const first = await clock(() => engine.fit(request([...messages, userMessage('Where did we begin?')])));
  const nexts: number[] = [];
  for (let turn = 0; turn < timedTurns; turn += 1) {
    messages.push(userMessage(`And what about number ${turn}?`), assistantMessage(`Number ${turn} is done.`));
    nexts.push(await clock(() => engine.fit(request([...messages, userMessage('Go on.')]))));
  }
  nexts.sort((a, b) => a - b);
  const what = `${turns} turns`;
  return [
    { what: `${what}: first fit, nothing cached`, value: round(first), unit: 'ms' },
    { what: `${what}: counting alone`, value: round(counted), unit: 'ms' },
    { what: `${what}: next turn's fit`, value: round(nexts[timedTurns >> 1] ?? 0), unit: 'ms' },
  ];
}

async function steadiness(policy: Policy, recall: boolean): Promise<FitRow[]> {
  const engine = newEngine();
  const base = request([]);
  const { summary } = await replayTurns(conversation(60, 100), createCounters()({}), (upToHere) =>
    engine.fit({
      ...base,
      messages: upToHere,
      limits: { contextLength: 8192, maxOutputTokens: 2048 },
      compaction: { policy, recall },
    }),
  );
  const what = `60 turns at 8,192, ${policy}${recall ? '' : ' without recall'}`;
  return [
    { what: `${what}: compactions`, value: summary.compactions, unit: '' },
    { what: `${what}: mean fill of the target`, value: round(summary.meanFill ?? 0), unit: '' },
  ];
}

function newEngine(): LocalEngine {
  return new LocalEngine({
    store: new MemoryArchiveStore(openSqlJs('node_modules/sql.js/dist/sql-wasm.wasm')),
    counterOf: createCounters(),
    now: Date.now,
    newId: () => crypto.randomUUID(),
  });
}

function request(messages: readonly Message[]): FitRequest {
  return {
    conversation: 'bench',
    messages,
    tools: [],
    model: {},
    limits: { maxInputTokens: 128_000 },
    budget: {},
    compaction: { policy: 'checkpoint' },
    retrieval: { kind: 'inline', when: 'compacting' },
    trigger: 'request',
  };
}

/** Turns of about `2 × tokens` tokens of made-up words, always the same ones. */
function conversation(turns: number, tokens: number): Message[] {
  let state = 1;
  const word = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return words[state % words.length] ?? '';
  };
  const text = () => Array.from({ length: tokens }, word).join(' ');
  return Array.from({ length: turns }, () => [userMessage(text()), assistantMessage(text())]).flat();
}

const words =
  'the a of to and is in it you that we will port queue staging deploy branch merge review test file line error retry time day rule name value key table index server client request answer turn'.split(
    ' ',
  );

async function clock(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
