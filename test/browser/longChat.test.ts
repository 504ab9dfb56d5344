import assert from 'node:assert/strict';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { askedTurn, messageOf, nameOf, turnCount, valueOf } from './support/longConversation';
import { breakStorage } from './support/storage';
import {
  receivedRequests,
  resultsOf,
  testModelExtension,
  testModelVendor,
  testWindowTokens,
  textOf,
  tokensOf,
  type ReceivedRequest,
} from './support/testModel';
import { Workbench } from './support/workbench';

/** What it looks like, for people. */
const pictures = 'test-results/browser';

/** About 2,500 tokens that say little. */
const filler = 'The drizzle went on and the pumps kept their pace while we waited for the ferry. '.repeat(140).trim();

/**
 * One chat in a real workbench, from its first message over a compaction, a reload, `/compact` and an edit: each test
 * goes on where the one before stopped.
 */
describe('A chat longer than its window', () => {
  let workbench: Workbench;
  /** Not mocha's `bail`: that would leave this whole suite out, without a word, where another one failed before. */
  let isBroken = false;
  /** Responses so far, slash commands included. */
  let responses = 0;
  /** Turns of the long conversation so far. */
  let turn = 0;
  /** Which response of the chat (from 0) each turn got. */
  const responseOfTurn: number[] = [];
  /** Which response of the chat came with the compaction, and its notice. */
  const compaction = { response: 0, notice: '' };

  before(async () => {
    await mkdir(pictures, { recursive: true });
    workbench = await Workbench.start({
      extensions: [resolve('.'), testModelExtension],
      modelVendors: [testModelVendor],
    });
    await workbench.statusBar.text(/policy checkpoint/);
    await workbench.chat.open();
    await workbench.chat.selectModel('Test 8k');
  });
  beforeEach(function () {
    if (isBroken) this.skip();
  });
  afterEach(async function () {
    if (this.currentTest?.state !== 'failed') return;
    isBroken = true;
    await workbench.screenshot(join(pictures, 'failed.png'));
    await copyFile(join(workbench.workspace, 'requests.jsonl'), join(pictures, 'failed-requests.jsonl'));
  });
  after(() => workbench.close());

  async function send(text: string): Promise<string> {
    const response = await workbench.chat.send(text);
    responses += 1;
    return response;
  }

  async function sendNextTurn(): Promise<string> {
    turn += 1;
    responseOfTurn[turn] = responses;
    return send(turn === 1 ? `@throughline ${messageOf(turn)}` : messageOf(turn));
  }

  async function lastRequest(): Promise<ReceivedRequest> {
    const request = (await receivedRequests(workbench.workspace)).at(-1);
    assert.ok(request, 'the model received nothing');
    return request;
  }

  it('is compacted once it no longer fits, with a notice, and the early value asked for comes back', async () => {
    let response = '';
    while (compaction.notice === '' && turn < turnCount) {
      response = await sendNextTurn();
      compaction.notice = (await workbench.chat.buttons().allInnerTexts())[0] ?? '';
    }
    compaction.response = responses - 1;
    assert.match(
      compaction.notice,
      /^Compacted [\d,]+ → [\d,]+ tokens · \d+ turns moved, still searchable · \d passages? recalled$/,
    );
    const value = valueOf(askedTurn(turn) ?? 0);
    assert.match(response, new RegExp(`The answer is ${value}, from ([^.]* and )?a recalled passage`));
  });

  it('shows one number in the notice, the status bar, the view and /context, and the number is true', async () => {
    const [, after = Number.NaN] = numbersIn(compaction.notice);
    const [inStatusBar, target = Number.NaN] = numbersIn(await workbench.statusBar.text(/ \/ /));
    assert.equal(inStatusBar, after);
    const used = `${grouped(after)} of ${grouped(target)} tokens used`;
    assert.ok((await send('/context')).startsWith(`Last request to Test 8k: ${used}`));
    await workbench.runCommand('Throughline: Open Context View');
    const view = await workbench.view('Context');
    await view.getByRole('img', { name: used }).waitFor();
    const counted = tokensOf(await lastRequest());
    assert.ok(Math.abs(counted / after - 1) < 0.05, `${String(after)} by us, ${String(counted)} by another tokenizer`);
  });

  it('tells in the tooltip what the request holds, in every theme', async () => {
    const [, after = Number.NaN] = numbersIn(compaction.notice);
    for (const theme of ['light', 'dark', 'hc'] as const) {
      await workbench.setTheme(theme);
      const tooltip = await workbench.statusBar.tooltip(/ \/ /);
      assert.match(
        tooltip,
        new RegExp(`Test 8k: ${grouped(after)} of .*Last compaction: [\\d,]+ → ${grouped(after)}`, 's'),
      );
      await workbench.screenshot(join(pictures, `chat-${theme}.png`));
    }
    await workbench.page.mouse.move(0, 0);
  });

  it('goes on for 60 messages, answers each early question, and never sends more than the window', async () => {
    const wrong: string[] = [];
    while (turn < turnCount) {
      const response = await sendNextTurn();
      const asked = askedTurn(turn);
      if (asked !== undefined && !response.includes(`The answer is ${valueOf(asked)}`))
        wrong.push(`turn ${String(turn)} asks for turn ${String(asked)}: ${response.slice(0, 80)}`);
    }
    assert.deepEqual(wrong, []);
    const sizes = (await receivedRequests(workbench.workspace)).map(tokensOf);
    assert.ok(Math.max(...sizes) <= testWindowTokens, `sizes: ${sizes.join(' ')}`);
  });

  it('has its boundary, notice and archive again after a reload', async () => {
    const checkpoint = checkpointOf(await lastRequest());
    assert.ok(checkpoint);
    await workbench.reload();
    assert.equal((await workbench.chat.buttonsOf(compaction.response))[0], compaction.notice);
    await workbench.statusBar.text(/ \/ /);
    assert.match(await send(`/search ${nameOf(2)}`), new RegExp(valueOf(2)));

    await send('Thank you. Nothing else to report.');
    assert.deepEqual(await workbench.chat.buttons().allInnerTexts(), []);
    assert.equal(checkpointOf(await lastRequest()), checkpoint);
    assert.doesNotMatch(textOf(await lastRequest()), new RegExp(messageOf(2).slice(0, 60)));
  });

  it('says why /compact is disabled', async () => {
    await setPolicy('off');
    assert.match(
      await send('/compact'),
      /Compaction is disabled\. Compaction is switched off: set "throughline\.policy"/,
    );
    await setPolicy('checkpoint');
  });

  it('says why /compact failed, and changes nothing', async () => {
    const restore = await breakStorage(workbench);
    const report = await send('/compact anyway');
    await restore();
    assert.match(
      report,
      /Compaction failed, nothing changed\. The archive could not be written \(.+\)\. Check the storage folder\./,
    );
    await send('Still here.');
    assert.deepEqual(await workbench.chat.buttons().allInnerTexts(), []);
  });

  it('says that /compact has nothing to do, and compacts when asked again', async () => {
    const report = await send('/compact');
    assert.match(
      report,
      /Nothing to do\. The conversation holds [\d,]+ tokens, and a request may use 6,553 of the window's 8,192\./,
    );
    assert.deepEqual(await workbench.chat.buttons().allInnerTexts(), ['Compact anyway']);
    const reduced = await workbench.chat.press('Compact anyway');
    responses += 1;
    const [before = 0, after = 0] = numbersIn(/Reduced .* tokens: \d+ turns left the request/.exec(reduced)?.[0] ?? '');
    assert.ok(after > 0 && after < before, reduced);
    assert.equal(numbersIn(await workbench.statusBar.text(/ \/ /))[0], after);
  });

  it('never brings back what was edited away', async () => {
    const edited = 24;
    const gone = Array.from({ length: turnCount - edited + 1 }, (_, index) => edited + index);
    const goneValues = new RegExp(gone.map(valueOf).join('|'));
    assert.match(await send(`/search ${nameOf(26)}`), new RegExp(valueOf(26)));

    const question = `Let us begin this day anew. What is ${nameOf(26)}?`;
    const answer = await workbench.chat.editMessage(responseOfTurn[edited] ?? 0, `@throughline ${question}`);
    assert.match(answer, /^I cannot see it/);
    const searched = await lastRequest();
    assert.match(resultsOf(searched).join('\n'), /verbatim from the archive/);
    assert.doesNotMatch(textOf(searched), goneValues);

    const found = await workbench.chat.send(`/search ${nameOf(26)}`);
    assert.doesNotMatch(found, goneValues);
    assert.match(found, /turn \d+ · user/);

    await workbench.chat.send(`${filler}\nThat was the first half.`);
    assert.match(await workbench.chat.send(`${filler}\nWhat is ${nameOf(27)}?`), /^I cannot see it/);
    assert.match((await workbench.chat.buttons().allInnerTexts())[0] ?? '', /^Compacted .* passages? recalled$/);
    assert.doesNotMatch(textOf(await lastRequest()), goneValues);
  });

  async function setPolicy(policy: string): Promise<void> {
    const folder = join(workbench.workspace, '.vscode');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'settings.json'), JSON.stringify({ 'throughline.policy': policy }));
    await workbench.statusBar.text(new RegExp(`policy ${policy}`));
  }
});

/** The record that stands for what left, as the model reads it. */
function checkpointOf({ messages }: ReceivedRequest): string | undefined {
  const texts = messages.flatMap(({ parts }) => parts.map(({ text }) => text));
  return texts.find((text) => text?.startsWith('This is a record made by Throughline'));
}

/** All numbers written in a text, such as `6,553`. */
function numbersIn(text: string): number[] {
  return (text.match(/\d[\d,]*/g) ?? []).map((number) => Number(number.replaceAll(',', '')));
}

function grouped(number: number | undefined): string {
  return (number ?? Number.NaN).toLocaleString('en-US');
}
