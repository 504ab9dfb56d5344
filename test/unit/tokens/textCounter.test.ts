import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Tiktoken } from 'js-tiktoken/lite';
import cl100kBase from 'js-tiktoken/ranks/cl100k_base';
import o200kBase from 'js-tiktoken/ranks/o200k_base';
import { createTextCounter } from '../../../src/core/tokens/textCounter';

/** The two encodings with the library's own count beside ours; made once, since the library takes a second to load. */
const encodings = [
  ['o200k_base', o200kBase],
  ['cl100k_base', cl100kBase],
] as const;

for (const [name, encoding] of encodings) {
  describe(`counting text in ${name}`, () => {
    const ours = createTextCounter(encoding);
    let library: Tiktoken;
    before(() => {
      library = new Tiktoken(encoding);
    });
    const check = (text: string) =>
      assert.equal(ours.countText(text), library.encode(text, [], []).length, JSON.stringify(text));

    const samples: Record<string, string> = {
      nothing: '',
      prose: "She said it's the 3rd time; they'LL never\tlearn, won't they?\n\n  New paragraph — with dashes…",
      code: 'export const x = (a: number) => {\r\n    return a ** 2; // ²\r\n};\n\n\t\tif (!done) { retry(); }\n',
      Chinese: '压缩之前先把对话完整地存档。模型的上下文窗口有限,所以需要压缩!',
      Japanese: '会話が長くなると、コンテキストウィンドウを超えてしまいます。',
      'Arabic and Thai': 'السلام عليكم ورحمة الله สวัสดีครับ ยินดีต้อนรับ',
      'emoji sequences': '👩‍👩‍👧‍👦 🇩🇪 👍🏽 e\u0301 \u{1F600}\u{1F601}',
      'text that looks like special tokens': 'a <|endoftext|> b <|endofprompt|><|im_start|>',
      'lone surrogates': 'a\ud800b \udc00\ud83d \ude00x',
      base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'a run of spaces before a word': `${' '.repeat(120)}word`,
      'a contraction at the end': "don't can'",
    };
    for (const [kind, text] of Object.entries(samples)) {
      it(`gives the library's count for ${kind}`, () => check(text));
    }

    it("gives the library's count for any text without a very long run", () => {
      const unit = fc.oneof(
        { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
        { weight: 3, arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 60 }) },
        {
          weight: 1,
          arbitrary: fc.constantFrom("'s", "'LL", ' \n', '\r\n', '   ', '//', '漢字', '\ud800', 'ÀÉ', '123456'),
        },
      );
      fc.assert(
        fc.property(fc.array(unit, { maxLength: 6 }), (units) => check(units.join(''))),
        { numRuns: 300 },
      );
    });

    it('gives the same count when asked again', () => {
      const text = 'unverfälschbare Zeichenketten aus Überraschungseiern';
      assert.equal(ours.countText(text), ours.countText(text));
    });
  });
}

describe('counting a megabyte without a break', () => {
  const ours = createTextCounter(o200kBase);
  const units = 1_000_000;
  const runs: Record<string, string> = {
    'one letter': 'a',
    spaces: ' ',
    newlines: '\n',
    'equals signs': '=',
    'one Han character': '漢',
    'combining marks': '\u0301',
    'lone surrogates': '\ud800',
    emoji: '😀',
    'alternating case': 'aA',
    'a letter and a mark': 'e\u0301',
  };
  for (const [kind, unit] of Object.entries(runs)) {
    it(`costs as much per character as a kilobyte of it: ${kind}`, () => {
      const short = ours.countText(unit.repeat(1024 / unit.length)) / 1024;
      const long = ours.countText(unit.repeat(units / unit.length)) / units;
      assert.ok(Math.abs(long / short - 1) < 0.02, `${short} → ${long} tokens a unit`);
    });
  }

  it('survives a run longer than the regular expression engine can take', () => {
    assert.ok(ours.countText('漢'.repeat(7_000_000)) > 0);
  });
});

describe('where exactness is given up', () => {
  const ours = createTextCounter(o200kBase);
  // Counts of gpt-tokenizer 4.0.0 for the same text; the library itself takes minutes for it.
  const alphabets: [kind: string, alphabet: string, exact: number][] = [
    ['lower-case letters', 'abcdefghijklmnopqrstuvwxyz', 2588],
    ['punctuation', '!@#$%^&*()-_=+[]{}', 3297],
    ['white space', ' \n\t', 1637],
    [
      'Han characters',
      '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年',
      4778,
    ],
  ];
  for (const [kind, alphabet, exact] of alphabets) {
    it(`counts at most 2 % too much on 5,000 random ${kind}`, () => {
      const count = ours.countText(randomText(alphabet, 5000));
      assert.ok(count >= exact && count <= exact * 1.02, `${count} against ${exact}`);
    });
  }
});

/** The same text on every run: a linear congruential generator from a fixed seed. */
function randomText(alphabet: string, units: number): string {
  let state = 7;
  return Array.from({ length: units }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return alphabet.charAt(Math.floor((state / 2 ** 32) * alphabet.length));
  }).join('');
}
