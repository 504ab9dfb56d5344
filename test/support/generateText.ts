import fc from 'fast-check';

/** Words in the shape of real ones, among them identifiers, so that texts are searchable and tokenise like prose. */
const words = (
  'the request that we sent after a reload holds one more message than before because parseConfig reads retry_limit ' +
  'from src/server/main.ts and the timeout of 30000 ms is never reset when error E1042 comes back so please check it'
).split(' ');

/** Texts in which a careless cut, split or count goes wrong. All well-formed. */
export const oddTexts: readonly string[] = [
  '👩‍👩‍👧‍👦 and 🏳️‍🌈',
  'e\u0301a\u0308o\u0302\u0323',
  '🇩🇪🇫🇷🇯🇵🇧🇷',
  '각한글\u1112\u1161\u11ab',
  '重跑gen-itgc后，再看一次日志。',
  'สวัสดีครับ',
  'क्षत्रिय',
  'one\r\ntwo\r\n',
  '👍🏽👍🏿',
  '<|endoftext|> and <|im_start|>',
  '\u202eabc\u202c\u200b\ufeff',
  'z' + '\u0335'.repeat(40),
];

/** Texts with a surrogate that has no partner: what a cut by UTF-16 units leaves behind. */
export const brokenTexts: readonly string[] = ['cut \ud83d', '\ude00 off', 'a\ud83db', '\ude00\ud83d'];

/** `count` words, always the same for the same seed; at least one. */
export function proseOf(seed: number, count: number): string {
  let state = seed >>> 0;
  return Array.from({ length: Math.max(1, count) }, () => {
    // The generator of Numerical Recipes: good enough to pick words by its upper bits.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return words[(state >>> 16) % words.length];
  }).join(' ');
}

/** Prose of at most `maxWords` words; one in eight is ten times as long. Never empty. */
export function prose(maxWords: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(), fc.integer({ min: 1, max: maxWords }), oneIn(8, fc.constant(10)))
    .map(([seed, count, factor]) => proseOf(seed, count * (factor ?? 1)));
}

/** The value once in `n` times, otherwise `undefined`. */
export function oneIn<T>(n: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof(
    { weight: n - 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: value.map((it): T | undefined => it) },
  );
}
