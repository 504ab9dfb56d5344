import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Workbench } from './support/workbench';

/** What the other browser tests stand on: each thing the page object does, against an extension that does little. */
describe('The workbench of the browser tests', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.start({
      extensions: [resolve('test/fixtures/probe-extension')],
      modelVendors: ['probe'],
    });
    await workbench.statusBar.text('probe ready');
  });
  after(() => workbench.close());

  it('reads a status-bar item', async () => {
    assert.equal(await workbench.statusBar.text(/probe/), 'probe ready');
  });

  it('sends a message to a participant and waits for the whole response', async () => {
    await workbench.chat.open();
    await workbench.chat.selectModel('Probe Small');
    assert.match(await workbench.chat.send('@probe hello'), /^Turn 1: hello \(5 characters, probe-small\)/);
    assert.deepEqual(await workbench.chat.buttons().allInnerTexts(), ['Show Notice']);
  });

  it('sends a long message of many lines as text, character for character', async () => {
    const text = 'A line with Ünïcode 😀 in it.\n'.repeat(2000).trim();
    assert.match(await workbench.chat.send(text), new RegExp(`\\(${text.length} characters`));
  });

  it('sends a slash command', async () => {
    assert.match(await workbench.chat.send('@probe /history'), /user: hello\n.*"turn":1/);
  });

  it('edits an earlier message, which drops what came after it', async () => {
    assert.match(await workbench.chat.editMessage(1, '@probe edited'), /^Turn 2: edited/);
    assert.equal((await workbench.chat.responses()).length, 2);
    assert.deepEqual(await workbench.chat.requests(), ['@probe hello', '@probe edited']);
  });

  it('edits the last message', async () => {
    assert.match(await workbench.chat.editMessage(1, '@probe edited again'), /^Turn 2: edited again/);
  });

  it('runs a command, and reads the notice it shows', async () => {
    await workbench.runCommand('Probe: Show Notice');
    assert.deepEqual(await workbench.notifications(), ['Probe notice']);
  });

  it('reaches into a webview', async () => {
    await workbench.runCommand('Probe: Focus on Probe View View');
    const view = await workbench.view('Probe View');
    await view.getByRole('button').click();
    assert.equal(await view.getByRole('button').innerText(), 'pressed');
  });

  it('finds the chat again after a reload, with the history its participant sees', async () => {
    await workbench.reload();
    assert.deepEqual(await workbench.chat.requests(), ['@probe hello', '@probe edited again']);
    await workbench.statusBar.text('probe ready');
    assert.match(await workbench.chat.send('@probe /history'), /user: edited again\n.*"turn":2/);
  });

  it('switches themes and takes a picture', async () => {
    for (const theme of ['dark', 'hc', 'light'] as const) await workbench.setTheme(theme);
    const picture = join(workbench.dataDir, 'picture.png');
    await workbench.screenshot(picture);
    assert.ok((await stat(picture)).size > 10_000);
  });
});
