import type { Locator, Page } from 'playwright-core';

/** How long a turn may take. */
const TURN_MS = 20_000;

/** A row of the list of messages; a long message that is half scrolled away has a second, sticking one. */
const ROW = '.monaco-list-row:not(.monaco-tree-sticky-row)';

/** One turn of the mouse wheel: less than the height of the list, so that no row is skipped. */
const SCROLL_PIXELS = 600;

/** A saved chat comes back within a second or so after the workbench is drawn. */
const RESTORE_MS = 5000;

/** The editor turns a long paste into an attachment; in pieces of this many characters it stays text. */
const PASTE_CHARACTERS = 2000;

/** The chat panel of a workbench. */
export class Chat {
  private readonly panel: Locator;
  private readonly input: Locator;

  constructor(private readonly page: Page) {
    this.panel = page.locator('.part.auxiliarybar .interactive-session');
    this.input = this.panel.locator('.chat-input-container').last();
  }

  /** Shows the panel and puts the cursor into its input. */
  async open(): Promise<void> {
    if (!(await this.input.isVisible())) await this.page.keyboard.press('ControlOrMeta+Alt+i');
    await this.input.locator('.monaco-editor').first().click();
  }

  /** Resolves when a chat from before a reload is back, or, where there is none, when it would have been. */
  async restored(): Promise<void> {
    await this.lastRow()
      .waitFor({ timeout: RESTORE_MS })
      .catch(() => undefined);
  }

  /** Name of the model in the picker. */
  async model(): Promise<string> {
    return (await this.panel.locator('.model-picker-item').last().innerText()).trim();
  }

  /** Chooses a model by its name in the picker. */
  async selectModel(name: string): Promise<void> {
    await this.panel.locator('.model-picker-item a').first().click();
    await this.page.locator('.context-view .monaco-list-row').filter({ hasText: name }).first().click();
  }

  /**
   * Sends a message and resolves to the response when it is complete. A text that starts with `@` replaces what is in
   * the input; any other goes to the participant that is sticking there.
   */
  async send(text: string): Promise<string> {
    await this.open();
    if (text.startsWith('@')) await this.clear();
    const before = await this.lastIndex();
    await this.type(text);
    await this.submit();
    return this.completed(before + 2);
  }

  /**
   * Puts `text` in place of the nth user message (from 0) and sends it, which drops all that came after it; resolves to
   * the new response. The whole text is replaced, the participant's name with it.
   */
  async editMessage(n: number, text: string): Promise<string> {
    const request = await this.reveal(2 * n);
    await request.locator('.rendered-markdown').first().click();
    await request.locator('.interactive-input-editor .monaco-editor').first().click();
    await this.clear();
    await this.type(text);
    await this.submit();
    // Until the new message shows, the response below is still the old one.
    const words = text.replace(/^@\S+\s*(\/\S+)?/u, '').trim();
    await this.row(2 * n)
      .locator('.rendered-markdown')
      .filter({ hasText: words.slice(0, 80) })
      .waitFor();
    return this.completed(2 * n + 1);
  }

  /** Texts of the user messages, oldest first. */
  async requests(): Promise<string[]> {
    return (await this.rows()).filter((_text, index) => index % 2 === 0);
  }

  /** Texts of the responses, oldest first. */
  async responses(): Promise<string[]> {
    return (await this.rows()).filter((_text, index) => index % 2 === 1);
  }

  /** Text of the newest response. */
  async lastResponse(): Promise<string> {
    return this.lastRow().locator('.value').innerText();
  }

  /** The buttons a participant has put into its newest response. */
  buttons(): Locator {
    return this.lastRow().locator('.value .chat-command-button .monaco-button');
  }

  private async clear(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.press('Delete');
  }

  /** Pastes: typing takes the editor a millisecond per character. */
  private async type(text: string): Promise<void> {
    const pieces = text.match(new RegExp(`[^]{1,${String(PASTE_CHARACTERS)}}`, 'gu')) ?? [];
    for (const piece of pieces)
      await this.page.evaluate((paste) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', paste);
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      }, piece);
  }

  /** Enter, which would accept a completion if its list were open. */
  private async submit(): Promise<void> {
    if (await this.page.locator('.suggest-widget.visible').isVisible()) await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Enter');
  }

  private lastRow(): Locator {
    return this.panel.locator(`${ROW}[data-last-element="true"]`).first();
  }

  private async lastIndex(): Promise<number> {
    const row = this.lastRow();
    return (await row.count()) ? Number(await row.getAttribute('data-index')) : -1;
  }

  /** Waits until the row with this index is the last one and done, and gives its text. */
  private async completed(index: number): Promise<string> {
    const row = this.panel.locator(`${ROW}[data-last-element="true"][data-index="${String(index)}"]`);
    await row.locator('.interactive-response:not(.chat-response-loading)').waitFor({ timeout: TURN_MS });
    return row.locator('.value').innerText();
  }

  private row(index: number): Locator {
    return this.panel.locator(`.interactive-list ${ROW}[data-index="${String(index)}"]`);
  }

  /** The row with this index, scrolled to: the list draws only what shows. */
  private async reveal(index: number): Promise<Locator> {
    const row = this.row(index);
    for (let turns = 0; !(await row.count()) && turns < 200; turns++) await this.scroll(-SCROLL_PIXELS);
    await row.scrollIntoViewIfNeeded();
    return row;
  }

  /** Texts of all rows; the list draws only what shows, so this scrolls from end to end. */
  private async rows(): Promise<string[]> {
    const last = await this.lastIndex();
    if (last < 0) return [];
    await this.reveal(0);
    const texts: string[] = [];
    for (let index = 0; index <= last; index++) {
      const row = this.row(index);
      while (!(await row.count())) await this.scroll(SCROLL_PIXELS);
      texts.push(await row.locator('.value').innerText());
    }
    return texts;
  }

  private async scroll(pixels: number): Promise<void> {
    const list = await this.panel.locator('.interactive-list').boundingBox();
    if (list) await this.page.mouse.move(list.x + list.width / 2, list.y + list.height / 2);
    await this.page.mouse.wheel(0, pixels);
    await this.page.waitForTimeout(50);
  }
}
