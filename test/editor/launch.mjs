#!/usr/bin/env node
/**
 * Stands in for the executable of a desktop VS Code, so that `@vscode/test-electron` can run tests without one: takes
 * its flags, shows the Code OSS server's workbench in a browser without a window, passes on what the tests print, and
 * exits with their result.
 */
import './plainErrors.mjs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'node:util';
import { chromium } from 'playwright-core';
import { BROWSER_FLAGS } from './browserFlags.mjs';
import { installWebEditor } from './install.mjs';
import { startServer } from './server.mjs';

/** What tests print and what the editor logs come the same way; this begins what the tests print. */
const MARK = '⟦test⟧';
/** A run that has not ended by then will not: its extension host is gone. */
const LIMIT_MS = 15 * 60_000;
/** How many of the editor's own messages are shown when a run fails. */
const SHOWN_MESSAGES = 40;

/** @param {string} name */
function flag(name) {
  return process.argv.filter((arg) => arg.startsWith(`--${name}=`)).map((arg) => arg.slice(name.length + 3));
}

/** @param {string} tests */
async function run(tests) {
  const editor = await installWebEditor();
  const dataDir = await mkdtemp(join(tmpdir(), 'throughline-editor-'));
  const workspace = process.argv.slice(2).find((arg) => !arg.startsWith('-')) ?? dataDir;
  process.env['THROUGHLINE_OUTPUT_MARK'] = MARK;
  const server = await startServer({ ...editor, dataDir, settings: {} });
  const browser = await chromium.launch({
    executablePath: editor.browser.executable,
    env: { ...process.env, ...editor.browser.env },
    args: BROWSER_FLAGS,
  });
  try {
    const page = await browser.newPage();
    /** @type {Promise<number>} */
    const exited = new Promise((resolve, reject) => {
      page.on('crash', () => reject(new Error('The page of the editor crashed')));
      setTimeout(
        () => reject(new Error(`The tests did not end within ${LIMIT_MS / 60_000} minutes`)),
        LIMIT_MS,
      ).unref();
      void page.exposeFunction('codeAutomationExit', resolve);
    });
    /** @type {string[]} */
    const ownMessages = [];
    await page.exposeFunction('codeAutomationLog', (/** @type {string} */ _type, /** @type {unknown[]} */ args) => {
      const text = format(...args);
      if (text.startsWith(MARK)) console.log(text.slice(MARK.length));
      else ownMessages.push(text);
    });
    await page.goto(server.url({ workspace, extensions: flag('extensionDevelopmentPath'), tests }));
    const code = await exited;
    if (code !== 0) console.error(['The editor said:', ...new Set(ownMessages)].slice(-SHOWN_MESSAGES).join('\n'));
    return code;
  } finally {
    await browser.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const [tests] = flag('extensionTestsPath');
if (!tests)
  throw new Error('launch.mjs runs tests: give it --extensionTestsPath=<module>, as @vscode/test-electron does.');
process.exitCode = await run(tests);
