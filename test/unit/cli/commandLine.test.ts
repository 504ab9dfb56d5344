import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { runCli, runJson } from './runCli';

const hello = [{ role: 'user', content: 'hello' }];

describe('the command line', () => {
  for (const args of [[], ['--help'], ['help']]) {
    it(`lists its commands for "${args.join(' ')}"`, async () => {
      const { code, out, err } = await runCli(args);
      assert.deepEqual([code, err], [0, '']);
      for (const command of ['compact', 'replay', 'search', 'count'])
        assert.match(out, new RegExp(`^  ${command} `, 'm'));
    });
  }

  for (const command of ['compact', 'replay', 'search', 'count']) {
    it(`${command} --help tells of its options`, async () => {
      const { code, out } = await runCli([command, '--help']);
      assert.equal(code, 0);
      assert.match(out, /--json/);
    });
  }

  const faults: [string, string[], RegExp][] = [
    ['a command that is not there', ['import'], /no command "import"/],
    ['an unknown option', ['count', '--frobnicate'], /--frobnicate/],
    ['an option without its value', ['count', '--input'], /--input/],
    ['a word too many', ['count', 'chat.json'], /chat\.json/],
    ['no input', ['count'], /--input/],
    [
      'a file that is not there',
      ['count', '--input', 'no/such/chat.json'],
      /^throughline: no\/such\/chat\.json: there is no/,
    ],
    ['a file without a name', ['count', '--input', ''], /--input needs a name/],
    ['a store without a name', ['compact', '--input', '-', '--store', ''], /--store needs a name/],
    ['a folder', ['count', '--input', import.meta.dirname], /folder/],
    [
      'a window of nothing',
      ['count', '--input', '-', '--window', '0'],
      /--window must be a positive whole number, not "0"/,
    ],
    [
      'a negative window',
      ['count', '--input', '-', '--window', '-5'],
      /--window must be a positive whole number, not "-5"/,
    ],
    ['half a token', ['count', '--input', '-', '--max-tokens', '1.5'], /--max-tokens must be/],
    ['a word for a number', ['count', '--input', '-', '--max-output', 'many'], /--max-output must be/],
    ['infinity', ['count', '--input', '-', '--max-input', 'Infinity'], /--max-input must be/],
    ['0 percent', ['count', '--input', '-', '--hard-percent', '0'], /--hard-percent must be a number from 1 to 100/],
    ['101 percent', ['count', '--input', '-', '--soft-percent', '101'], /--soft-percent must be/],
    ['too much headroom', ['compact', '--input', '-', '--headroom', '91'], /--headroom must be a number from 0 to 90/],
    [
      'an unknown policy',
      ['compact', '--input', '-', '--policy', 'brutal'],
      /--policy must be one of checkpoint, rolling, off/,
    ],
    ['an unknown tokenizer', ['count', '--input', '-', '--encoding', 'p50k'], /--encoding must be one of/],
    ['an unknown format', ['count', '--input', '-', '--format', 'xml'], /--format must be one of auto/],
    ['a model as summariser', ['compact', '--input', '-', '--endpoint', 'http://localhost'], /not available yet/],
    [
      'a conversation that is no name',
      ['compact', '--input', '-', '--conversation', '../x'],
      /--conversation may hold/,
    ],
    ['a replay without a window', ['replay', '--input', '-'], /--window N or --max-input N/],
    ['a search for nothing', ['search', '--store', '.', '--query', ' '], /--query/],
    ['a search nowhere', ['search', '--query', 'x'], /--store DIR or --index FILE/],
    ['a store that is not there', ['search', '--store', 'no/such/store', '--query', 'x'], /no such folder/],
  ];
  for (const [name, args, message] of faults) {
    it(`answers ${name} with one line and exit code 2`, async () => {
      const { code, out, err } = await runCli(args, JSON.stringify(hello));
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, /^throughline: [^\n]+\n$/);
      assert.match(err, message);
    });
  }

  const badInput: [string, string | Uint8Array, RegExp][] = [
    ['nothing', '', /standard input: the file is empty/],
    ['an empty conversation', '[]', /standard input: this conversation holds no messages/],
    ['broken JSON', '[\n{"role":"user"\n', /standard input: line 2: this is not valid JSON/],
    [
      'a message of no role',
      '[{"role":"user","content":"a"},{"content":"b"}]',
      /standard input: messages\[1\]: the role/,
    ],
    ['a damaged gzip file', gzipSync('[]').subarray(0, 12), /standard input: this gzip file is damaged/],
  ];
  for (const [name, input, message] of badInput) {
    it(`names file, place and reason for ${name}`, async () => {
      const { code, out, err } = await runCli(['count', '--input', '-'], input);
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, /^[^\n]+\n$/);
      assert.match(err, message);
    });
  }

  it('reads gzip by its first bytes, from a file and from standard input', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'throughline-cli-'));
    try {
      const file = path.join(folder, 'chat.json');
      const zipped = gzipSync(JSON.stringify(hello));
      await writeFile(file, zipped);
      const fromFile = await runCli(['count', '--input', file, '--json']);
      const fromStdin = await runCli(['count', '--input', '-', '--json'], zipped);
      assert.equal(fromFile.code, 0);
      assert.equal(fromFile.out, fromStdin.out);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('tells of broken lines on standard error and keeps standard output to its document', async () => {
    const lines = `${JSON.stringify(hello[0])}\n{"role":"us\n`;
    const { code, out, err } = await runCli(['count', '--input', '-', '--json'], lines);
    assert.equal(code, 0);
    assert.equal((JSON.parse(out) as { messages: number }).messages, 1);
    assert.equal(err, 'throughline: standard input: line 2: this line is not a JSON object\n');
  });
});

describe('throughline count', () => {
  interface Count {
    readonly total: number;
    readonly ledger: Record<string, number>;
    readonly target: number | null;
  }

  it('gives categories that add up to the total, and the thresholds where a window is known', async () => {
    const { document } = await runJson<Count>(['count', '--window', '8192'], {
      messages: [{ role: 'system', content: 'Be brief' }, ...hello],
      tools: [{ type: 'function', function: { name: 'read', parameters: { type: 'object' } } }],
    });
    assert.equal(
      Object.values(document.ledger).reduce((sum, tokens) => sum + tokens, 0),
      document.total,
    );
    for (const category of ['instructions', 'tools', 'current']) assert((document.ledger[category] ?? 0) > 0, category);
    assert(document.target !== null && document.target > 0);
    assert.equal((await runJson<Count>(['count'], hello)).document.target, null);
  });

  it('counts with the tokenizer it is told', async () => {
    const chinese = [{ role: 'user', content: '你好,世界。'.repeat(50) }];
    const totals = [];
    for (const encoding of ['o200k_base', 'cl100k_base']) {
      totals.push((await runJson<Count>(['count', '--encoding', encoding], chinese)).document.total);
    }
    assert((totals[0] ?? 0) < (totals[1] ?? 0), totals.join(' '));
  });

  // Case 49.
  it('does not count an image as the text it is written in', async () => {
    const url = `data:image/png;base64,${'A'.repeat(3_000_000)}`;
    const content = [{ type: 'image_url', image_url: { url } }];
    const { document } = await runJson<Count>(['count'], [{ role: 'user', content }]);
    assert(document.total > 0 && document.total < 5_000, String(document.total));
  });
});
