import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readBeam, readLocomo } from './retrievalData';

/** A text to count, and the same kind of text for warming up: no part of one is in the other. */
export interface BenchText {
  readonly work: string;
  /** What the text really is. */
  readonly source: string;
  readonly text: string;
  readonly warmUp: string;
}

/** F1: a megabyte each of prose, code, Chinese and base64. Prose is left out where the data is absent. */
export function megabytes(dataDir: string): BenchText[] {
  const prose = [...readLocomo(dataDir), ...readBeam(dataDir)]
    .flatMap(({ messages }) => messages.map(({ text }) => text))
    .join('\n');
  const code = filesOfTypeScript((name) => name.endsWith('.d.ts')).join('\n');
  const chinese = ['zh-cn', 'zh-tw'].flatMap(compilerMessages);
  const japanese = compilerMessages('ja').join('\n');
  const random = seededRandom(1);
  return [
    { work: 'prose', source: 'LoCoMo and BEAM messages', ...cut(prose) },
    { work: 'TypeScript', source: 'the .d.ts files of the TypeScript package', ...cut(code) },
    {
      work: 'Chinese',
      source: 'compiler messages of TypeScript in zh-CN and zh-TW, each four times in random order',
      text: [1, 2, 3, 4].flatMap(() => shuffled(chinese, random)).join('\n'),
      warmUp: japanese,
    },
    { work: 'Chinese, once', source: 'the same, each once', text: chinese.join('\n'), warmUp: japanese },
    {
      work: 'base64',
      source: 'random bytes',
      text: randomText(base64Digits, megabyte, random),
      warmUp: randomText(base64Digits, warmUpUnits, random),
    },
  ].filter(({ text }) => text !== '');
}

/** F1b: 100 KB without a break. */
export function unbroken(): Pick<BenchText, 'work' | 'text'>[] {
  const random = seededRandom(2);
  const han = [
    ...new Set(
      compilerMessages('zh-cn')
        .join('')
        .match(/\p{Script=Han}/gu),
    ),
  ].join('');
  const running = compilerMessages('zh-cn')
    .join('')
    .replace(/\P{Script=Han}/gu, '');
  const units = 100_000;
  return [
    { work: 'one letter', text: 'a'.repeat(units) },
    { work: 'spaces', text: ' '.repeat(units) },
    { work: 'newlines', text: '\n'.repeat(units) },
    { work: 'equals signs', text: '='.repeat(units) },
    { work: 'lower-case letters, random', text: randomText('abcdefghijklmnopqrstuvwxyz', units, random) },
    { work: 'CJK, random', text: randomText(han, units / 3, random) },
    { work: 'CJK, compiler messages without punctuation', text: running.slice(0, units / 3) },
    { work: 'combining marks', text: 'e\u0301\u0302'.repeat(units / 5) },
    { work: 'lone surrogates', text: '\ud800'.repeat(units / 3) },
    { work: 'white space, random', text: randomText(' \n\t', units, random) },
  ];
}

const megabyte = 1_000_000;
const warmUpUnits = 200_000;
const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The first megabyte to count, what follows it to warm up with. Copied, so that neither is a view into the whole. */
function cut(all: string): { text: string; warmUp: string } {
  const copy = (text: string) => Buffer.from(text).toString();
  return {
    text: copy(all.slice(0, megabyte)),
    warmUp: copy(all.slice(megabyte, megabyte + warmUpUnits)),
  };
}

const typeScriptFolder = dirname(require.resolve('typescript'));

function filesOfTypeScript(wanted: (name: string) => boolean): string[] {
  return readdirSync(typeScriptFolder)
    .filter(wanted)
    .map((name) => readFileSync(join(typeScriptFolder, name), 'utf8'));
}

function compilerMessages(language: string): string[] {
  const path = join(typeScriptFolder, language, 'diagnosticMessages.generated.json');
  return Object.values(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>);
}

/** A linear congruential generator: the same text on every run. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomText(alphabet: string, units: number, random: () => number): string {
  return Array.from({ length: units }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join('');
}

function shuffled(lines: readonly string[], random: () => number): string[] {
  return lines
    .map((line) => ({ line, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ line }) => line);
}
