import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ChatMessage } from '../../../src/core/transcripts/chatMessage';
import { runCli, runJson } from './runCli';

interface Compaction {
  readonly kind: string;
  readonly reason?: string;
  readonly window: number | null;
  readonly target: number;
  readonly thresholds: { soft: number; hard: number };
  readonly before: number;
  readonly after: number;
  readonly ledger: Record<string, number>;
  readonly evicted: string[];
  readonly recalled: string[];
  readonly checkpoint?: { id: string; text: string; covers: string };
  readonly request: ChatMessage[];
  readonly diagnosis?: { advice: string; irreducibleTokens: number };
  readonly repairs: { kind: string }[];
  readonly masked: number;
}

interface ReplayDocument {
  readonly turns: { turn: number; kind: string; requestTokens: number; reusablePrefixTokens: number }[];
  readonly summary: Record<string, number> & { retention: { mean: number | null; compactions: number } };
}

interface SearchDocument {
  readonly query: string;
  readonly hits: { citation: string; turn: number; role: string; state: string; text: string }[];
  readonly searched: number;
}

const filler = 'The harbour lay still while the boats came in one by one and the crew folded the nets. ';

/** A chat with a port number nobody repeats, in its second turn. */
function chat(turns: number): ChatMessage[] {
  return Array.from({ length: turns }, (_, turn): ChatMessage[] => [
    {
      role: 'user',
      content: turn === 1 ? 'Remember: the staging database listens on port 54329.' : `Question ${turn}: ${filler}`,
    },
    { role: 'assistant', content: `Answer ${turn}: ${filler.repeat(8)}` },
  ])
    .flat()
    .concat({ role: 'user', content: 'On which port does the staging database listen?' });
}

describe('throughline compact', () => {
  it('sends a conversation that fits as it was given, unknown fields included', async () => {
    const input = [
      { role: 'developer', content: 'Be brief', name: 'rules' },
      { role: 'user', content: [{ type: 'text', text: 'hi', cache_control: { type: 'ephemeral' } }] },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'done', extra: 1 },
      { role: 'user', content: 'thanks' },
    ];
    const { code, document } = await runJson<Compaction>(['compact', '--window', '8192'], input);
    assert.deepEqual([code, document.kind, document.evicted, document.masked], [0, 'unchanged', [], 0]);
    assert.equal(document.before, document.after);
    assert.deepEqual(document.request, input);
  });

  it('moves old turns out when the window is too small, and brings back what is asked for', async () => {
    const { code, document } = await runJson<Compaction>(['compact', '--window', '4096'], chat(40));
    assert.deepEqual([code, document.kind], [0, 'compacted']);
    assert(document.after <= document.target && document.target < document.before);
    assert.equal(
      Object.values(document.ledger).reduce((sum, tokens) => sum + tokens, 0),
      document.after,
    );
    assert(document.evicted.length > 0);
    assert.equal(document.window, 4096);
    assert.match(JSON.stringify(document.request), /54329/);
    assert.match(JSON.stringify(document.request.at(-1)), /On which port/);
  });

  it('brings nothing back with --no-recall', async () => {
    const { document } = await runJson<Compaction>(['compact', '--window', '4096', '--no-recall'], chat(40));
    assert.deepEqual([document.kind, document.recalled], ['compacted', []]);
  });

  it('answers an irreducible request with its diagnosis and exit code 1', async () => {
    const input = [{ role: 'user', content: filler.repeat(400) }];
    const { code, document } = await runJson<Compaction>(['compact', '--window', '2048'], input);
    assert.deepEqual([code, document.kind], [1, 'irreducible']);
    assert(document.diagnosis && document.diagnosis.irreducibleTokens > document.target);
    assert.deepEqual(document.request, input);
  });

  it('says why compaction is off: no window, or switched off', async () => {
    for (const args of [['compact'], ['compact', '--window', '4096', '--policy', 'off']]) {
      const { code, document } = await runJson<Compaction>(args, chat(40));
      assert.deepEqual([code, document.kind, typeof document.reason], [0, 'disabled', 'string']);
      assert.deepEqual(document.request, chat(40));
    }
  });

  // Cases 79 and 90.
  it('lists what it repaired', async () => {
    const { document } = await runJson<Compaction>(
      ['compact', '--window', '8192'],
      [
        { role: 'user', content: 'broken \uD83D here' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        { role: 'user', content: 'go on' },
      ],
    );
    assert.deepEqual(document.repairs.map(({ kind }) => kind).sort(), ['loneSurrogate', 'missingResult']);
    assert.deepEqual(
      document.request.map(({ role }) => role),
      ['user', 'assistant', 'tool', 'user'],
    );
    assert(JSON.stringify(document.request).isWellFormed());
  });

  it('prints a table for people without --json', async () => {
    const { code, out } = await runCli(['compact', '--window', '4096', '--input', '-'], JSON.stringify(chat(40)));
    assert.equal(code, 0);
    assert.match(out, /^compacted\n/);
    assert.match(out, /^target +[\d,]+$/m);
  });
});

describe('throughline replay', () => {
  it('sends each user message as a request and stays under the target', async () => {
    const { code, document } = await runJson<ReplayDocument>(['replay', '--window', '4096'], chat(40));
    const { turns, summary } = document;
    assert.equal(code, 0);
    assert.deepEqual(
      turns.map(({ turn }) => turn),
      Array.from({ length: 41 }, (_, index) => index + 1),
    );
    assert.deepEqual([summary['overTarget'], summary['pairingViolations'], summary['unicodeViolations']], [0, 0, 0]);
    const compactions = turns.filter(({ kind }) => kind === 'compacted').length;
    assert(compactions > 0);
    assert.deepEqual(
      [summary['turns'], summary['compactions'], summary.retention.compactions],
      [41, compactions, compactions],
    );
    const prompt = turns.reduce((sum, { requestTokens }) => sum + requestTokens, 0);
    assert.equal(summary['totalPromptTokens'], prompt);
    assert(turns.every(({ requestTokens, reusablePrefixTokens }) => reusablePrefixTokens <= requestTokens));
  });

  it('repeats the whole of the request before where nothing leaves', async () => {
    const { document } = await runJson<ReplayDocument>(['replay', '--window', '100000'], chat(4));
    const [first, second, third] = document.turns;
    assert(first && second && third);
    assert.equal(first.reusablePrefixTokens, 0);
    assert(second.reusablePrefixTokens > 0 && third.reusablePrefixTokens > second.reusablePrefixTokens);
    assert.equal(document.summary['compactions'], 0);
  });
});

describe('throughline search', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'throughline-cli-'));
    file = path.join(folder, 'chat.json');
    await writeFile(file, JSON.stringify(chat(40)));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const find = async (...args: string[]) => {
    const { code, out, err } = await runCli(['search', '--query', 'staging database port', '--json', ...args]);
    assert.equal(code, 0, err);
    return JSON.parse(out) as SearchDocument;
  };

  it('indexes a conversation in memory', async () => {
    const { query, hits, searched } = await find('--index', file, '--top-k', '2');
    assert.equal(query, 'staging database port');
    assert(hits.length > 0 && hits.length <= 2 && searched > 0);
    assert(
      hits.some(
        ({ citation, turn, role, text }) =>
          citation === '#2' && turn === 2 && role === 'user' && text.includes('54329'),
      ),
    );
  });

  it('finds in a store what a compaction moved there, with and without a branch', async () => {
    const store = path.join(folder, 'store');
    const compacted = await runCli([
      'compact',
      '--input',
      file,
      '--window',
      '4096',
      '--store',
      store,
      '--conversation',
      'harbour',
    ]);
    assert.equal(compacted.code, 0, compacted.err);
    for (const branch of [[], ['--branch', file]]) {
      const { hits } = await find('--store', store, '--conversation', 'harbour', ...branch);
      const [best] = hits;
      assert.deepEqual([best?.citation, best?.state], ['#2', 'evicted']);
    }
  });

  it('serves nothing of another branch', async () => {
    const store = path.join(folder, 'store');
    await runCli(['compact', '--input', file, '--window', '4096', '--store', store, '--conversation', 'harbour']);
    const other = path.join(folder, 'other.json');
    await writeFile(other, JSON.stringify([{ role: 'user', content: 'something else' }]));
    assert.deepEqual((await find('--store', store, '--conversation', 'harbour', '--branch', other)).hits, []);
  });

  it('names the conversations there are where it is asked for another', async () => {
    const store = path.join(folder, 'store');
    await runCli(['compact', '--input', file, '--window', '4096', '--store', store, '--conversation', 'harbour']);
    const { code, err } = await runCli(['search', '--query', 'x', '--store', store, '--conversation', 'desert']);
    assert.equal(code, 2);
    assert.match(err, /there is no desert; the store holds harbour\n$/);
  });

  it('names a store that cannot be written and sends nothing on', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'throughline-'));
    try {
      const file = path.join(folder, 'file');
      await writeFile(file, '');
      const input = JSON.stringify(chat(30));
      for (const command of ['compact', 'replay']) {
        const { code, out, err } = await runCli(
          [command, '--input', '-', '--json', '--window', '2000', '--store', file],
          input,
        );
        assert.equal(code, 2);
        assert.equal(out, '');
        assert.match(err, /^[^\n]*(written|folder|store|archive)[^\n]*\n$/i);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
