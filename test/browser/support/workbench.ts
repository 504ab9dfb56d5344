import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Frame, type Page } from 'playwright-core';
import { BROWSER_FLAGS } from '../../editor/browserFlags.mjs';
import { installWebEditor } from '../../editor/install.mjs';
import { startServer } from '../../editor/server.mjs';
import { Chat } from './chat';
import { StatusBar } from './statusBar';

/** What a workbench is started with. */
export interface WorkbenchOptions {
  /** Absolute paths of the extensions, which are there as if the user had installed them. */
  extensions: string[];
  /** Folder to open; an empty one of its own when left out. */
  workspace?: string;
  /** User settings. */
  settings?: Record<string, unknown>;
  /** Vendors whose models are configured, as "Add Models" of the editor would; without one a provider's models are not offered. */
  modelVendors?: string[];
}

const THEMES = { light: 'Light Modern', dark: 'Dark Modern', hc: 'Dark High Contrast' };

/** The editor in a browser saves every five seconds. */
const SAVE_MS = 6000;
/** How long a webview may take to load. */
const VIEW_MS = 15_000;

/**
 * A real editor with extensions, in a browser without a window: what a test does with it and sees of it.
 *
 * Each has a server and a data folder of its own. `reload()` keeps both, so what the editor and the extensions stored
 * is there again, as for a user who reloads the window. `close()` removes all.
 */
export class Workbench {
  readonly chat: Chat;
  readonly statusBar: StatusBar;

  private constructor(
    /** The browser's page, for what this class has no word for. */
    readonly page: Page,
    /** Holds the editor's state; user data is below `data/User`. */
    readonly dataDir: string,
    /** The folder that is open. */
    readonly workspace: string,
    private readonly stopAll: () => Promise<void>,
  ) {
    this.chat = new Chat(page);
    this.statusBar = new StatusBar(page);
  }

  /** Resolves when the workbench is drawn; extensions activate on their own time. */
  static async start({
    extensions,
    workspace,
    settings = {},
    modelVendors = [],
  }: WorkbenchOptions): Promise<Workbench> {
    const root = await mkdtemp(join(tmpdir(), 'throughline-workbench-'));
    const dataDir = join(root, 'server');
    const folder = workspace ?? join(root, 'workspace');
    await mkdir(join(dataDir, 'data', 'User'), { recursive: true });
    await mkdir(folder, { recursive: true });
    const models = modelVendors.map((vendor) => ({ name: vendor, vendor }));
    await writeFile(join(dataDir, 'data', 'User', 'chatLanguageModels.json'), JSON.stringify(models));

    const editor = await installWebEditor();
    const server = await startServer({
      ...editor,
      dataDir,
      settings: { ...QUIET, ...settings },
      // Not as extensions under development: an address can name only one of those.
      installed: extensions,
      forTests: true,
    });
    let browser: Browser | undefined;
    const stopAll = async () => {
      await browser?.close();
      await server.stop();
      await rm(root, { recursive: true, force: true });
    };
    try {
      browser = await chromium.launch({
        executablePath: editor.browser.executable,
        env: { ...process.env, ...editor.browser.env },
        args: BROWSER_FLAGS,
      });
      // A tall window, so that a chat of some turns is drawn whole.
      const page = await browser.newPage({ viewport: { width: 1400, height: 1600 } });
      page.setDefaultTimeout(15_000);
      await page.goto(server.url({ workspace: folder, extensions: [] }));
      const workbench = new Workbench(page, dataDir, folder, stopAll);
      await workbench.drawn();
      return workbench;
    } catch (error) {
      await stopAll();
      throw error;
    }
  }

  private async drawn(): Promise<void> {
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 60_000 });
  }

  /**
   * Reloads the window and resolves when it is drawn again. Waits first until the editor has saved: it writes the chat
   * and the state of its views every few seconds and not on leaving, so a reload at once brings back an older chat or none.
   */
  async reload(): Promise<void> {
    await this.page.waitForTimeout(SAVE_MS);
    await this.page.reload();
    await this.drawn();
    await this.chat.restored();
  }

  /** Runs the command with exactly this title (with its category: `Throughline: Search Conversation`) through the command palette. */
  async runCommand(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    const input = this.page.locator('.quick-input-widget input[type="text"]');
    await input.fill(`>${title}`);
    await this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: title }).first().click();
  }

  /** Writes a picture of the window. */
  async screenshot(path: string): Promise<void> {
    await this.page.screenshot({ path });
  }

  /** Switches the colour theme and resolves when it is applied. */
  async setTheme(theme: keyof typeof THEMES): Promise<void> {
    await this.runCommand('Preferences: Color Theme');
    const input = this.page.locator('.quick-input-widget input[type="text"]');
    await input.fill(THEMES[theme]);
    await input.press('Enter');
    await this.page.locator(`.monaco-workbench.${{ light: 'vs', dark: 'vs-dark', hc: 'hc-black' }[theme]}`).waitFor();
  }

  /** Texts of all notices, newest first. Under test the editor shows none by itself: they wait behind the bell. */
  async notifications(): Promise<string[]> {
    await this.runCommand('Notifications: Show Notifications');
    const texts = await this.page.locator('.notifications-center .notification-list-item-message').allInnerTexts();
    await this.page.keyboard.press('Escape');
    return texts;
  }

  /** The document inside the webview with this title, once it shows. Its command `<Container>: Focus on <Title> View` opens a view. */
  async view(title: string): Promise<Frame> {
    const deadline = Date.now() + VIEW_MS;
    while (Date.now() < deadline) {
      for (const frame of this.page.frames()) {
        const element = frame.parentFrame() && (await frame.frameElement().catch(() => undefined));
        if ((await element?.getAttribute('id')) === 'active-frame' && (await element?.getAttribute('title')) === title)
          return frame;
      }
      await this.page.waitForTimeout(100);
    }
    throw new Error(`No webview titled '${title}' shows after ${String(VIEW_MS)} ms`);
  }

  /** Ends the browser and the server, and removes their data. */
  async close(): Promise<void> {
    await this.stopAll();
  }
}

/** Settings that keep the editor's own advertising and questions out of tests. */
const QUIET = {
  'workbench.startupEditor': 'none',
  'chat.tips.enabled': false,
};
