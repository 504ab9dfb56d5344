import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { viewHtml } from '../../../src/host/view/viewHtml';
import type { ToHost, ToView } from '../../../src/shared/protocol';
import type { FakeHost } from './fakeHost';
import type { Theme } from './themes';

const origin = 'http://view.test';

/** What `test/editor/install` gives: kept as a type here because those scripts are plain JavaScript. */
interface Install {
  findNode(): Promise<string>;
  findBrowser(node: string): Promise<{ executable: string; env: Record<string, string> }>;
}

/** Starts the browser the editor harness uses. */
export async function launchBrowser(): Promise<Browser> {
  const { findNode } = await load<Pick<Install, 'findNode'>>('test/editor/install/node.mjs');
  const { findBrowser } = await load<Pick<Install, 'findBrowser'>>('test/editor/install/browser.mjs');
  const { executable, env } = await findBrowser(await findNode());
  return chromium.launch({
    executablePath: executable,
    env: { ...process.env, ...env } as Record<string, string>,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
}

async function load<Module>(file: string): Promise<Module> {
  return (await import(pathToFileURL(resolve(file)).href)) as Module;
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
