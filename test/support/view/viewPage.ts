import { readFile } from 'node:fs/promises';
import { chromium, type Browser, type Page } from 'playwright-core';
import { viewHtml } from '../../../src/host/view/viewHtml';
import type { ToHost, ToView } from '../../../src/shared/protocol';
import { BROWSER_FLAGS } from '../../editor/browserFlags.mjs';
import { findBrowser } from '../../editor/install/browser.mjs';
import { findNode } from '../../editor/install/node.mjs';
import type { FakeHost } from './fakeHost';
import type { Theme } from './themes';

const origin = 'http://view.test';

/** Starts the browser the editor harness uses. */
export async function launchBrowser(): Promise<Browser> {
  const { executable, env } = await findBrowser(await findNode());
  return chromium.launch({ executablePath: executable, env: { ...process.env, ...env }, args: BROWSER_FLAGS });
}

export interface ViewPage {
  readonly page: Page;
  /** Errors and refusals of the content security policy seen so far. */
  readonly problems: readonly string[];
  /** Sends a message as the host would. */
  send(message: ToView): Promise<void>;
}

/** Opens the built Context view on the page the host serves, its style sheet and policy included, beside a fake host. */
export async function openView(
  browser: Browser,
  host: FakeHost,
  theme: Theme,
  size = { width: 320, height: 900 },
): Promise<ViewPage> {
  const page = await browser.newPage({ viewport: size });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  const files: Record<string, { contentType: string; body: string }> = {
    '/': { contentType: 'text/html', body: pageHtml() },
    '/view.js': { contentType: 'text/javascript', body: await readFile('dist/view.js', 'utf8') },
    '/view.css': { contentType: 'text/css', body: await readFile('media/view.css', 'utf8') },
  };
  await page.route('**/*', async (route) => {
    const file = files[new URL(route.request().url()).pathname];
    await (file === undefined ? route.fulfill({ status: 404, body: '' }) : route.fulfill(file));
  });
  const send = async (message: ToView) => {
    await page.evaluate((data) => {
      window.postMessage(data, '*');
    }, message);
  };
  await page.exposeFunction('toHost', async (message: ToHost) => {
    for (const answer of host.answer(message)) await send(answer);
  });
  await page.addInitScript(`globalThis.viewTheme = ${JSON.stringify(theme)}`);
  await page.addInitScript({ path: 'test/support/view/standIn.js' });
  await page.goto(origin);
  return { page, problems, send };
}

function pageHtml(): string {
  return viewHtml({
    scriptUri: `${origin}/view.js`,
    styleUri: `${origin}/view.css`,
    cspSource: origin,
    nonce: 'b3c1',
    language: 'en',
  });
}
