import assert from 'node:assert/strict';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { breakStorage } from './support/storage';
import { receivedRequests, testModelExtension, testModelVendor } from './support/testModel';
import { Workbench } from './support/workbench';

/** About 2,500 tokens that say little. */
const filler = 'The drizzle went on and the pumps kept their pace while we waited for the ferry. '.repeat(140).trim();

/** Each fault is one clear sentence, and the turn goes on. */
describe('What goes wrong around a turn', () => {
  let workbench: Workbench;
  let extension: string;

  before(async () => {
    // A copy, because a part of it will be missing.
    extension = join(await mkdtemp(join(tmpdir(), 'throughline-copy-')), 'throughline');
    for (const part of ['package.json', 'dist', 'media'])
      await cp(resolve(part), join(extension, part), { recursive: true });
    await rename(engineFile(), `${engineFile()}.aside`);
    workbench = await Workbench.start({
      extensions: [extension, testModelExtension],
      modelVendors: [testModelVendor],
    });
    await workbench.statusBar.text(/policy checkpoint/);
    await workbench.chat.open();
    await workbench.chat.selectModel('Test 8k');
  });
  after(async () => {
    await workbench.close();
    await rm(join(extension, '..'), { recursive: true });
  });

  function engineFile(): string {
    return join(extension, 'dist', 'engine.js');
  }

  async function titles(): Promise<string[]> {
    return workbench.chat.buttons().allInnerTexts();
  }

  it('says that the engine is missing, and answers', async () => {
    assert.match(await workbench.chat.send('@throughline Good morning.'), /^Noted\./);
    const [sentence = '', ...others] = await titles();
    assert.match(
      sentence,
      /^Not compacted, nothing changed: .*engine is missing \(.*engine\.js\): reinstall the extension/,
    );
    assert.deepEqual(others, []);
    assert.match(await workbench.statusBar.text(/unknown/), /^unknown$/);
  });

  it('measures again with the next message once the engine is back', async () => {
    await rename(`${engineFile()}.aside`, engineFile());
    assert.match(await workbench.chat.send('Are you well?'), /^Noted\./);
    assert.deepEqual(await titles(), []);
    assert.match(await workbench.statusBar.text(/ \/ /), /^\d+ \/ 6,553/);
  });

  it('shows the error of a model in one sentence, and goes on with the next message', async () => {
    const response = await workbench.chat.send('fail with: The kettle is empty.');
    assert.match(response, /^Test 8k did not answer: .*The kettle is empty\.$/);
    assert.match(await workbench.chat.send('Try again.'), /^Noted\./);
  });

  it('says that a window is unknown, once, and answers', async () => {
    await workbench.chat.selectModel('Test No Window');
    assert.match(await workbench.chat.send('How large are you?'), /^Noted\./);
    assert.match(await workbench.statusBar.text(/unknown/), /^unknown$/);
    assert.match(await workbench.chat.send('And now?'), /^Noted\./);
    const notices = (await workbench.notifications()).filter((text) => text.includes('Test No Window'));
    assert.equal(notices.length, 1);
    assert.match(notices[0] ?? '', /an input limit of 0, which is not a positive number of tokens.*"window"/);
    assert.match(await workbench.chat.send('/compact'), /Compaction is disabled\. .*an input limit of 0/);
    await workbench.chat.selectModel('Test 8k');
  });

  it('sends the request as it is where the archive cannot be written, and writes nothing half', async () => {
    await workbench.chat.send(filler);
    await workbench.chat.send(filler);
    const restore = await breakStorage(workbench);
    assert.match(await workbench.chat.send(`Third half. ${filler}`), /^Noted\./);
    const [sentence = '', ...others] = await titles();
    assert.match(sentence, /^Not compacted, nothing changed: The archive could not be written \(.+\)/);
    assert.deepEqual(others, []);
    const sent = JSON.stringify((await receivedRequests(workbench.workspace)).at(-1)?.messages);
    assert.match(sent, /Good morning/);
    await restore();

    assert.match(await workbench.chat.send('And on.'), /^Noted\./);
    assert.match((await titles())[0] ?? '', /^Compacted [\d,]+ → [\d,]+ tokens/);
  });
});
