import { clearMergeCache, countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { createTextCounter } from '../../src/core/tokens/textCounter';
import { megabytes, unbroken, type BenchText } from './tokenTexts';

/** Speeds in MB of UTF-8 a second. Cold: caches empty, the text never seen. Warm: the same text again. */
interface SpeedRow {
  readonly work: string;
  readonly megabytes: number;
  readonly coldOurs: number;
  readonly coldPeer: number;
  /** Above 1: faster than gpt-tokenizer. */
  readonly cold: number;
  readonly warmOurs: number;
  readonly warmPeer: number;
  readonly warm: number;
  readonly tokens: number;
  readonly peerTokens: number;
}

interface UnbrokenRow {
  readonly work: string;
  readonly milliseconds: number;
  /** Time per byte over that of prose, both cold. */
  readonly timesProse: number | undefined;
  /** Over gpt-tokenizer's count of the first 8 KB, in per cent: the whole would take it minutes. */
  readonly percentOff: number;
}

/** F1, F1b: counting against gpt-tokenizer, the fastest exact tokenizer in wide use; unbroken runs against prose. */
export async function run(dataDir: string): Promise<readonly object[]> {
  const loading = await loadTimes();
  console.table(loading);
  const texts = megabytes(dataDir);
  if (!texts.some(({ work }) => work === 'prose')) console.log(`prose: no data in ${dataDir}, skipped.`);
  for (const { work, source } of texts) console.log(`${work}: ${source}`);

  const { default: o200kBase } = await import('js-tiktoken/ranks/o200k_base');
  const newCounter = () => createTextCounter(o200kBase);
  const speeds = texts.map((text) => measure(text, newCounter));
  console.table(speeds);

  const prose = texts.find(({ work }) => work === 'prose')?.text;
  const runs = unbroken().map(({ work, text }) => measureUnbroken(work, text, prose, newCounter));
  console.table(runs);
  return [...loading, ...speeds, ...runs];
}

/** Passes of each kind; the best counts, since noise only ever adds. */
const passes = 5;

/** No further pass after this long: gpt-tokenizer takes ten seconds for base64 once its cache is full. */
const enoughMs = 15_000;

const noSpecialTokens = { disallowedSpecial: new Set<string>() };
const peerCount = (text: string) => countTokens(text, noSpecialTokens);

/** Both warmed up alike, then pass by pass in turn, so that a busy moment hits both. */
function measure({ work, text, warmUp }: BenchText, newCounter: () => ReturnType<typeof createTextCounter>): SpeedRow {
  let counter = newCounter();
  const ours = { cold: Infinity, warm: Infinity, tokens: 0 };
  const peer = { cold: Infinity, warm: Infinity, tokens: 0 };
  for (let pass = 0; pass < passes; pass += 1) {
    counter.countText(warmUp);
    peerCount(warmUp);
  }
  const started = performance.now();
  for (let pass = 0; pass < passes && performance.now() - started < enoughMs; pass += 1) {
    counter = newCounter();
    clearMergeCache();
    ours.cold = Math.min(
      ours.cold,
      timed(() => (ours.tokens = counter.countText(text))),
    );
    peer.cold = Math.min(
      peer.cold,
      timed(() => (peer.tokens = peerCount(text))),
    );
    ours.warm = Math.min(
      ours.warm,
      timed(() => counter.countText(text)),
    );
    peer.warm = Math.min(
      peer.warm,
      timed(() => peerCount(text)),
    );
  }
  const size = Buffer.byteLength(text) / 1e6;
  const speed = (milliseconds: number) => round((1000 * size) / milliseconds);
  return {
    work,
    megabytes: round(size),
    coldOurs: speed(ours.cold),
    coldPeer: speed(peer.cold),
    cold: round(peer.cold / ours.cold),
    warmOurs: speed(ours.warm),
    warmPeer: speed(peer.warm),
    warm: round(peer.warm / ours.warm),
    tokens: ours.tokens,
    peerTokens: peer.tokens,
  };
}

/** Prose is measured anew beside each text: a figure from minutes ago says little on a busy machine. */
function measureUnbroken(
  work: string,
  text: string,
  prose: string | undefined,
  newCounter: () => ReturnType<typeof createTextCounter>,
): UnbrokenRow {
  let milliseconds = Infinity;
  let proseMs = Infinity;
  for (let pass = 0; pass < passes; pass += 1) {
    const counter = newCounter();
    milliseconds = Math.min(
      milliseconds,
      timed(() => counter.countText(text)),
    );
    if (prose !== undefined)
      proseMs = Math.min(
        proseMs,
        timed(() => counter.countText(prose)),
      );
  }
  const perByte = milliseconds / Buffer.byteLength(text);
  const head = text.slice(0, 8192);
  return {
    work,
    milliseconds: round(milliseconds),
    timesProse: prose === undefined ? undefined : round(perByte / (proseMs / Buffer.byteLength(prose))),
    percentOff: round(100 * (newCounter().countText(head) / peerCount(head) - 1)),
  };
}

/** What the first count pays: reading the data, and building the table. js-tiktoken's own beside it. */
async function loadTimes(): Promise<{ work: string; milliseconds: number }[]> {
  const started = performance.now();
  const { default: o200kBase } = await import('js-tiktoken/ranks/o200k_base');
  const data = performance.now() - started;
  const { Tiktoken } = await import('js-tiktoken/lite');
  return [
    { work: 'load: data of o200k_base', milliseconds: round(data) },
    { work: 'load: our table', milliseconds: round(best(() => timed(() => createTextCounter(o200kBase)))) },
    { work: "load: js-tiktoken's", milliseconds: round(timed(() => new Tiktoken(o200kBase))) },
  ];
}

function best(measureOnce: () => number): number {
  return Math.min(...Array.from({ length: passes }, measureOnce));
}

function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
