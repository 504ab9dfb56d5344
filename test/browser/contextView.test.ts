import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { FakeHost, sampleRequest } from '../support/view/fakeHost';
import { themes, type Theme } from '../support/view/themes';
import { launchBrowser, openView, type ViewPage } from '../support/view/viewPage';

const [light, , highContrast] = themes as [Theme, Theme, Theme];

/** Needs `npm run build` first: it is the built page that is opened. */
describe('Context view in a browser', function () {
  this.timeout(60_000);
  let browser: Browser;
  let view: ViewPage | undefined;

  before(async () => {
    browser = await launchBrowser();
  });

  afterEach(async () => {
    assert.deepEqual(view?.problems, [], 'errors or refused content on the page');
    await view?.page.close();
    view = undefined;
  });

  after(() => browser.close());

  async function open(host: FakeHost, theme = light) {
    view = await openView(browser, host, theme);
    await view.page.getByRole('heading', { name: 'Conversations' }).waitFor();
    return view.page;
  }

  it('tells the bar in words', async () => {
    const page = await open(new FakeHost(10));
    const name = await page.getByRole('img').getAttribute('aria-label');
    assert.match(name ?? '', /^4,845 of 6,553 tokens used \(74 %\)\. Instructions 412, .* target mark at 6,553\.$/);
  });

  it('draws a few rows of ten thousand', async () => {
    const page = await open(new FakeHost(10_000));
    await page.getByRole('option').first().waitFor();
    assert.ok((await page.getByRole('option').count()) < 40);
    assert.equal(await page.getByRole('option').first().getAttribute('aria-setsize'), '10000');
  });

  it('goes to the last row and opens it by the keyboard alone', async () => {
    const host = new FakeHost(10_000);
    const page = await open(host);
    await page.getByRole('listbox').focus();
    await page.keyboard.press('End');
    await page.getByText('Turn 5000 · Assistant').waitFor();
    await page.keyboard.press('Enter');
    const id = (9999).toString(16).padStart(32, '0');
    assert.deepEqual(host.received.at(-1), { kind: 'open', conversation: 'parcels', message: id });
    assert.equal(
      await page.getByRole('listbox').getAttribute('aria-activedescendant'),
      await page.getByRole('option', { selected: true }).getAttribute('id'),
    );
  });

  it('finds, marks and opens what is searched', async () => {
    const host = new FakeHost(40);
    const page = await open(host);
    await page.getByRole('searchbox').fill('queue');
    await page.getByText('20 passages found').waitFor();
    assert.equal(await page.locator('mark').first().textContent(), 'queue');
    await page
      .getByRole('button', { name: /Which queue do late scans go to/ })
      .first()
      .click();
    assert.equal(host.received.at(-1)?.kind, 'open');
  });

  it('says when nothing is found', async () => {
    const page = await open(new FakeHost(40));
    await page.getByRole('searchbox').fill('zebra');
    await page.getByText('Nothing found.').waitFor();
  });

  it('keeps what was typed, folded and scrolled to over a reload', async () => {
    const page = await open(new FakeHost(10_000));
    const list = page.getByRole('listbox');
    await list.evaluate((element) => (element.scrollTop = 42 * 500));
    await page.getByText('Turn 251 · You').waitFor();
    await page.getByRole('heading', { name: 'Compactions' }).click();
    await page.waitForFunction(() => sessionStorage.getItem('kept')?.includes('Compactions'));
    await page.reload();
    await page.getByText('Turn 251 · You').waitFor();
    assert.equal(await page.getByRole('button', { name: /Undo/ }).isVisible(), false);
    await page.getByRole('searchbox').fill('queue');
    await page.waitForFunction(() => sessionStorage.getItem('kept')?.includes('queue'));
    await page.reload();
    await page.getByText('passages found').waitFor();
  });

  it('offers to undo the newest compaction only', async () => {
    const host = new FakeHost(40);
    const page = await open(host);
    const undo = page.getByRole('button', { name: /Undo/ });
    await undo.first().waitFor();
    assert.equal(await undo.count(), 1);
    await undo.click();
    assert.deepEqual(host.received.at(-1), { kind: 'undo', conversation: 'parcels' });
  });

  it('leaves a deleted conversation', async () => {
    const page = await open(new FakeHost(40));
    await page.getByRole('button', { name: /^A regular expression/ }).click();
    await page.getByText('Nothing of this conversation is archived yet.').waitFor();
    await page.getByRole('button', { name: 'Delete the archive of A regular expression' }).click();
    await page.getByText('40 messages, oldest first').waitFor();
    await page.getByText('A regular expression').waitFor({ state: 'detached' });
  });

  it('shows a fault where the user looks, and loads again when it is over', async () => {
    const page = await open(new FakeHost(40));
    await page.getByText('40 messages, oldest first').waitFor();
    await view?.send({ kind: 'fault', about: 'archive', sentence: 'The archive is locked: close the other window.' });
    await page.getByRole('alert').filter({ hasText: 'close the other window' }).waitFor();
    await view?.send({ kind: 'changed' });
    await page.getByText('close the other window').waitFor({ state: 'detached' });
  });

  it('says unknown, without marks, where no window is known', async () => {
    const host = new FakeHost(0);
    host.request = { ...sampleRequest, budget: { kind: 'unknown', reason: 'Set throughline.window.', warnings: [] } };
    const page = await open(host);
    await page.getByText('how many a request may use is unknown').waitFor();
    assert.equal(await page.locator('.bar-mark').count(), 0);
  });

  it('is a start for someone who has never used it', async () => {
    const host = new FakeHost(0);
    host.request = undefined;
    host.conversations = [];
    const page = await open(host);
    await page.getByRole('button', { name: 'Load Sample Conversation' }).click();
    assert.deepEqual(host.received.at(-1), { kind: 'loadSample' });
  });

  it('never scrolls sideways, in the narrowest side bar too', async () => {
    const page = await open(new FakeHost(40), highContrast);
    await page.setViewportSize({ width: 200, height: 700 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  });
});
