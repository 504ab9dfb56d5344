import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { assistantMessage, userMessage, type Message } from '../../src/core/conversation/message';
import { attachmentReferences, readAttachments, withoutContents } from '../../src/host/chat/attachments';
import { LastRequests } from '../../src/host/chat/lastRequests';
import { showCompactionNotice } from '../../src/host/chat/notices';
import { toLanguageModelMessages } from '../../src/host/chat/wire';
import { commandIds, modelVendor, toolNames } from '../../src/host/ids';
import { readSettings } from '../../src/host/settings';
import { toResultContent } from '../../src/host/tools/toolResult';
import { aLedger, fitted, knownBudget } from '../support/numbers';

/** Two pixels by one, the smallest PNG header that tells its size. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEElEQVR4nGNgYGD4D8QgAAAP9wP9', 'base64');

/** State that is kept for as long as the test runs, through JSON as in the editor. */
function memento(values = new Map<string, string>()): vscode.Memento {
  return {
    keys: () => [...values.keys()],
    get: (key: string) => {
      const value = values.get(key);
      return value === undefined ? undefined : (JSON.parse(value) as never);
    },
    update: (key, value) => {
      values.set(key, JSON.stringify(value));
      return Promise.resolve();
    },
  };
}

/** A response stream that keeps the buttons it was given. */
function buttons(): { stream: vscode.ChatResponseStream; shown: vscode.Command[] } {
  const shown: vscode.Command[] = [];
  const stream = { button: (command: vscode.Command) => shown.push(command) };
  return { stream: stream as unknown as vscode.ChatResponseStream, shown };
}

before(async () => {
  await vscode.extensions.getExtension('throughline.throughline')?.activate();
});

describe('Commands of the palette', () => {
  it('are all registered', async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      Object.values(commandIds).filter((id) => !registered.has(id)),
      [],
    );
  });
});

describe('Retrieval tools for every agent', () => {
  async function call(name: string, input: object): Promise<string> {
    const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
    return toResultContent(result.content)
      .map((piece) => (piece.kind === 'text' ? piece.text : ''))
      .join('');
  }

  it('are offered by the editor', () => {
    const offered = new Set(vscode.lm.tools.map(({ name }) => name));
    assert.deepEqual(
      Object.values(toolNames).filter((name) => !offered.has(name)),
      [],
    );
  });

  it('answer in a sentence while no conversation was recorded, and ask for no confirmation', async () => {
    assert.match(await call(toolNames.search, { query: 'port' }), /nothing to search/);
    assert.match(await call(toolNames.read, { citation: '#1' }), /nothing to search/);
  });

  it('explain an empty query', async () => {
    assert.match(await call(toolNames.search, { query: '' }), /query is empty/);
  });
});

describe('Throughline Offline', () => {
  it('is there in two sizes and quotes what stands in its request', async () => {
    const models = await vscode.lm.selectChatModels({ vendor: modelVendor });
    assert.deepEqual(
      models.map(({ maxInputTokens }) => maxInputTokens).sort((a, b) => a - b),
      [8_192, 32_768],
    );
    const conversation: Message[] = [
      userMessage('The port is 8443.'),
      assistantMessage('Noted.'),
      userMessage('Which port is it?'),
    ];
    const reply = await models[0]?.sendRequest(toLanguageModelMessages(conversation, false));
    let answer = '';
    for await (const piece of reply?.text ?? []) answer += piece;
    assert.match(answer, /> The port is 8443\./);
  });
});

describe('A message on its way to a model', () => {
  it('keeps tool calls and results as parts, instructions as a user message, and leaves thinking out', () => {
    const sent = toLanguageModelMessages(
      [
        { role: 'system', parts: [{ kind: 'text', text: 'Be exact.' }] },
        userMessage('q'),
        {
          role: 'assistant',
          parts: [
            { kind: 'thinking', text: 'hm' },
            { kind: 'toolCall', callId: '1', name: 'grep', argumentsJson: '{"pattern":"x"}' },
          ],
        },
        { role: 'tool', parts: [{ kind: 'toolResult', callId: '1', content: [{ kind: 'text', text: 'found' }] }] },
      ],
      false,
    );
    const { User, Assistant } = vscode.LanguageModelChatMessageRole;
    assert.deepEqual(
      sent.map(({ role }) => role),
      [User, User, Assistant, User],
    );
    assert.deepEqual(sent[2]?.content, [new vscode.LanguageModelToolCallPart('1', 'grep', { pattern: 'x' })]);
    assert.deepEqual(sent[3]?.content, [
      new vscode.LanguageModelToolResultPart('1', [new vscode.LanguageModelTextPart('found')]),
    ]);
  });

  it('is left out where it would be empty', () => {
    assert.deepEqual(
      toLanguageModelMessages([{ role: 'assistant', parts: [{ kind: 'thinking', text: 'hm' }] }], false),
      [],
    );
  });

  // Case 90: a lone surrogate in stored text must not reach the wire.
  it('is well-formed Unicode, and survives arguments that are no JSON', () => {
    const [message] = toLanguageModelMessages(
      [
        {
          role: 'assistant',
          parts: [
            { kind: 'text', text: 'a\ud800b' },
            { kind: 'toolCall', callId: '1', name: 'grep', argumentsJson: '{"pattern' },
          ],
        },
      ],
      false,
    );
    assert.deepEqual(message?.content, [
      new vscode.LanguageModelTextPart('a\ufffdb'),
      new vscode.LanguageModelToolCallPart('1', 'grep', {}),
    ]);
  });
});

describe('Attachments', () => {
  let folder = '';
  const uri = (name: string) => vscode.Uri.file(join(folder, name));
  const reference = (value: unknown, id = 'ref'): vscode.ChatPromptReference => ({ id, value });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'throughline-attachments-'));
    await writeFile(join(folder, 'a.txt'), 'one\ntwo\nthree\n');
    await writeFile(join(folder, 'dot.png'), png);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('are read whole, by range, as a listing, as an image and as given text, in the order they were attached', async () => {
    const location = new vscode.Location(uri('a.txt'), new vscode.Range(1, 0, 1, 3));
    // The editor lists them from the last to the first.
    const references = [
      reference(vscode.Uri.file(folder)),
      reference('selected words', 'selection'),
      reference(uri('dot.png')),
      reference(location),
      reference(uri('a.txt')),
    ];
    const parts = await readAttachments(references);
    assert.deepEqual(parts[0], { kind: 'attachment', reference: uri('a.txt').toString(), text: 'one\ntwo\nthree\n' });
    assert.deepEqual(parts[1], { kind: 'attachment', reference: `${uri('a.txt').toString()}#L2-L2`, text: 'two' });
    assert.ok(parts[2]?.kind === 'image' && parts[2].width === 2 && parts[2].byteLength === png.length);
    assert.deepEqual(parts[3], { kind: 'attachment', reference: 'selection', text: 'selected words' });
    assert.equal(parts[4]?.kind === 'attachment' && parts[4].text, 'a.txt\ndot.png');
  });

  it('say in their place why a file could not be read', async () => {
    const [part] = await readAttachments([reference(uri('missing.txt'))]);
    assert.match(part?.kind === 'attachment' ? (part.text ?? '') : '', /could not be read/);
  });

  it('keep their names when the contents are gone', async () => {
    const references = [reference(uri('a.txt'))];
    const [read] = await readAttachments(references);
    assert.deepEqual(attachmentReferences(references), read && [withoutContents(read)]);
  });

  it('are whole in later turns where they were pasted', async () => {
    const references = [reference('pasted words', 'paste-1')];
    assert.deepEqual(attachmentReferences(references), await readAttachments(references));
  });
});

describe('What a tool returned', () => {
  it('is read from text and from rendered prompt elements', () => {
    const rendered = {
      node: {
        type: 1,
        children: [
          { type: 2, text: 'a' },
          { type: 1, children: [{ type: 2, text: 'b' }] },
        ],
      },
    };
    assert.deepEqual(
      toResultContent([
        new vscode.LanguageModelTextPart('x'),
        new vscode.LanguageModelPromptTsxPart(rendered),
        { unknown: 1 },
      ]),
      [
        { kind: 'text', text: 'x' },
        { kind: 'text', text: 'ab' },
      ],
    );
  });
});

describe('Settings', () => {
  it('have the defaults that package.json promises', () => {
    assert.deepEqual(readSettings({ vendor: 'v', family: 'f', id: 'i' }), {
      budget: {},
      compaction: { policy: 'checkpoint', headroomPercent: 25, recall: true, archive: true },
      workspaceTools: readSettings({}).workspaceTools,
      toolRounds: 25,
      warnings: [],
    });
  });

  it('of one model win over the general ones', async () => {
    const configuration = vscode.workspace.getConfiguration('throughline');
    await configuration.update('models', { 'v/f': { window: 4_096 } }, vscode.ConfigurationTarget.Global);
    assert.equal(readSettings({ vendor: 'v', family: 'f', id: 'i' }).budget.window, 4_096);
    await configuration.update('models', undefined, vscode.ConfigurationTarget.Global);
  });
});

describe('The last request', () => {
  const sent = { ledger: aLedger({ history: 3_180 }), budget: knownBudget(8_192), modelLabel: 'Test 8k' };

  it('is the same after a reload', () => {
    const state = memento();
    const outcome = { ...fitted({ branch: ['a', 'b'], evicted: ['a'] }), kind: 'unchanged' as const };
    new LastRequests(state).set('c', sent, outcome);
    assert.deepEqual(new LastRequests(state).current, {
      conversation: 'c',
      ...sent,
      scope: { branch: ['a', 'b'], live: ['b'] },
    });
  });

  it('is none where the stored state is damaged', () => {
    assert.equal(
      new LastRequests(memento(new Map([['throughline.lastRequest', '{"conversation":"c"}']]))).current,
      undefined,
    );
  });
});

describe('The notice of a compaction', () => {
  const outcome = {
    ...fitted(),
    kind: 'compacted' as const,
    boundary: {
      id: 'b-1',
      policy: 'checkpoint' as const,
      origin: 'automatic' as const,
      kept: [],
      shortened: [],
      before: 7_412,
      after: 1_000,
      turnsMoved: 24,
      createdAt: 1,
    },
    before: 7_412,
    after: 1_000,
    ledgerBefore: aLedger({ history: 7_412 }),
    turnsMoved: 24,
    searchable: true,
  };

  it('is made of buttons, which are no text of the conversation', () => {
    const { stream, shown } = buttons();
    showCompactionNotice(stream, 'c', outcome);
    assert.deepEqual(
      shown.map(({ title, arguments: given }) => [title, given]),
      [
        ['Compacted 7,412 → 1,000 tokens · 24 turns moved, still searchable', undefined],
        ['Show', ['c', 'b-1']],
        ['Search', ['c']],
        ['Undo', ['c', 'b-1']],
      ],
    );
  });

  it('offers nothing that cannot be done where nothing was stored', () => {
    const { boundary: _boundary, ...unstored } = outcome;
    const { stream, shown } = buttons();
    showCompactionNotice(stream, 'c', unstored);
    assert.equal(shown.length, 1);
  });
});
