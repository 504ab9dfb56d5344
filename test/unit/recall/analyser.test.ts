import assert from 'node:assert/strict';
import fc from 'fast-check';
import { analyse, Analyser } from '../../../src/core/recall/analyser';
import { searchQuery } from '../../../src/core/recall/searchQuery';

const textsOf = (text: string) => analyse(text).map((term) => term.text);

/** Text, and queries that must share a term with it. Case 123 among them. */
const found: readonly (readonly [text: string, queries: readonly string[]])[] = [
  ['重跑gen-itgc后', ['重跑', '后', 'gen', 'itgc', 'gen-itgc', '重', '跑gen']],
  ['日本語のテストを書く', ['テスト', '日本', '語', '書く', 'を']],
  ['설정을 변경했습니다', ['설정', '변경', '정']],
  ['ฉันชอบกินข้าวผัด', ['ข้าว', 'กิน', 'ผัด']],
  ['getUserName() failed', ['getUserName', 'getusername', 'user', 'get_user_name', 'user name', 'fails', 'failing']],
  ['see src/core/foo_bar.ts:12', ['src/core/foo_bar.ts:12', 'foo_bar.ts', 'foo_bar', 'foo', 'bar.ts', 'src', '12']],
  ['std::vec::Vec at C:\\temp\\new', ['std::vec::Vec', 'Vec', 'temp', 'new']],
  ['upgrade to v1.2.3 or 1.2.3-beta.1', ['v1.2.3', '1.2.3-beta.1', 'beta', 'upgrades', 'upgraded']],
  ['commit a1b2c3d4e5f6 and 0xDEADBEEF', ['a1b2c3d4e5f6', 'A1B2C3D4E5F6', '0xdeadbeef']],
  ['it costs $1,500.50 at 10:30', ['1500.50', '10:30', '1,500.50', 'cost']],
  ["Caroline's dog doesn't bark", ['Caroline', "doesn't", 'doesnt', 'doesn’t', 'dogs', 'barking']],
  ['the “quoted” café—naïve', ['quoted', 'cafe', 'café', 'CAFÉ', 'naive']],
  ['written in C++ and C#, bought .NET', ['c++', 'C#', 'net', 'write', 'buy']],
  ['Привет мир', ['привет', 'мир']],
  ['ship it 🚀 now', ['🚀']],
  ['ＡＢＣ full width', ['abc']],
];

describe('analyse', () => {
  for (const [text, queries] of found)
    it(`finds ${text}`, () => {
      const indexed = new Set(textsOf(text));
      for (const query of queries)
        assert.ok(
          textsOf(query).some((term) => indexed.has(term)),
          query,
        );
    });

  it('keeps long identifiers apart that differ in the middle', () => {
    const [a, b] = ['a1b2c3d4e5f6', 'a1b9999e5f6'].map(textsOf);
    assert.ok(!a?.some((term) => b?.includes(term)));
    const [one, two] = ['uid1777', 'uid2777'].map(textsOf);
    assert.notEqual(one?.[0], two?.[0]);
  });

  it('makes the same terms from a remembered spelling', () => {
    const analyser = new Analyser();
    for (const [text] of found) {
      analyser.analyse(text);
      assert.deepEqual(analyser.analyse(text), analyse(text));
    }
  });

  it('makes bounded terms of anything, and no term of nothing', () => {
    for (const text of ['', ' \n', '/', '"', '--', '\0', '\ud83d']) assert.deepEqual(analyse(text), [], text);
    const unit = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\ud83d', 'a'.repeat(500), '重'.repeat(300)));
    fc.assert(
      fc.property(fc.array(unit), (pieces) => {
        for (const { text } of analyse(pieces.join(''))) assert.ok(text.length > 0 && text.length <= 64);
      }),
    );
  });
});

describe('searchQuery', () => {
  const wordsOf = (text: string) => searchQuery(text, new Analyser()).terms.map((term) => term.text);

  it('leaves stop words out, unless they are quoted or all there is', () => {
    assert.deepEqual(wordsOf('what is the port of it'), ['port']);
    assert.deepEqual(wordsOf('is it the "it" port'), ['it', 'port']);
    assert.deepEqual(
      wordsOf('what is it'),
      ['what', 'is', 'it'].flatMap((word) => analyse(word)).map(({ text }) => text),
    );
  });

  it('keeps negations', () => {
    assert.deepEqual(wordsOf('never deploy without tests'), ['never', 'deploi', 'without', 'test']);
  });

  it('asks for bigrams where there are some, for the character where it stands alone', () => {
    assert.deepEqual(wordsOf('重跑后'), ['重跑', '跑后']);
    assert.deepEqual(wordsOf('重'), ['重']);
  });

  it('names each term once', () => {
    assert.deepEqual(wordsOf('port port ports'), ['port']);
  });
});
