import type { Locator, Page } from 'playwright-core';

/** How long a turn may take. */
const TURN_MS = 20_000;

/** The list of messages; responses may hold lists of their own. */
const SCROLLED = '.interactive-list > .monaco-list > .monaco-scrollable-element';

/** One of its rows; a long message that is half scrolled away has a second one, which sticks to the top. */
const ROW = `${SCROLLED} > .monaco-list-rows > .monaco-list-row`;

/** Until a piece shows; two pieces that end alike look the same, so it may not. */
const PASTE_MS = 1000;

/** More than any chat is high. */
const TO_THE_END_PIXELS = 1_000_000;

/** Few rows of a chat are lower, so that a leap of this for each row seldom goes too far. */
const LEAST_ROW_PIXELS = 100;

/** Inside a row of the list: what a participant offers to press. */
const BUTTONS = '.value .chat-command-button .monaco-button';

/** Less than the height of the list, so that no row is skipped. */
const SCROLL_PIXELS = 600;

/** What sticks to the top of the list covers this much of it at most. */
const STICKING_PIXELS = 200;

/** How the editor reads the wheel of such an event: upwards, and 120 units for 50 pixels. */
const WHEEL_UNITS_PER_PIXEL = -120 / 50;

/** A saved chat comes back within a second or so after the workbench is drawn. */
const RESTORE_MS = 5000;

/** How long the open picker is looked at for a model, and how often it is opened anew. */
const PICKER_MS = 2000;
const PICKER_ATTEMPTS = 10;

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

  /**
   * Chooses a model by its name in the picker. The picker shows what was known when it was opened, so it is opened again
   * until the model's extension has told of it.
   */
  async selectModel(name: string): Promise<void> {
    const rows = this.page.locator('.context-view .monaco-list-row');
    for (let attempt = 0; attempt < PICKER_ATTEMPTS; attempt += 1) {
      await this.panel.locator('.model-picker-item a').first().click();
      await rows.first().waitFor();
      const row = rows.filter({ hasText: name }).first();
      // Models that were not used lately are folded away.
      const folded = rows.filter({ hasText: 'Other Models' });
      if (!(await row.count()) && (await folded.count())) await folded.first().click();
      const isThere = await row.waitFor({ timeout: PICKER_MS }).then(
        () => true,
        () => false,
      );
      if (isThere) return row.click();
      await this.page.keyboard.press('Escape');
    }
    throw new Error(`The model picker never showed "${name}".`);
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
    return this.lastRow().locator(BUTTONS);
  }

  /** Titles of the buttons in the nth response (from 0). */
  async buttonsOf(n: number): Promise<string[]> {
    const titles = await (await this.reveal(2 * n + 1)).locator(BUTTONS).allInnerTexts();
    // The rest of this class looks at the end of the list.
    while (!(await this.lastRow().count())) await this.scroll(TO_THE_END_PIXELS);
    return titles;
  }

  /** Presses a button of the newest response that sends a message, and resolves to the response to that. */
  async press(title: string): Promise<string> {
    const before = await this.lastIndex();
    await this.buttons().filter({ hasText: title }).click();
    return this.completed(before + 2);
  }

  /** Leaves this chat for an empty one. */
  async startNew(): Promise<void> {
    await this.open();
    await this.page.keyboard.press('ControlOrMeta+l');
    await this.lastRow().waitFor({ state: 'detached' });
  }

  private async clear(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.press('Delete');
  }

  /**
   * Pastes: typing takes the editor a millisecond per character. It may ask its paste providers first, and drops what it
   * has not pasted yet when Enter is pressed, so this waits until each piece shows.
   */
  private async type(text: string): Promise<void> {
    const pieces = text.match(new RegExp(`[^]{1,${String(PASTE_CHARACTERS)}}`, 'gu')) ?? [];
    for (const piece of pieces)
      await this.page.evaluate(
        async ({ paste, deadline }) => {
          const focused = document.activeElement;
          const lines = focused?.closest('.monaco-editor')?.querySelector('.view-lines');
          const before = lines?.textContent;
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', paste);
          focused?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
          while (lines?.textContent === before && Date.now() < deadline)
            await new Promise((resolve) => requestAnimationFrame(resolve));
        },
        { paste: piece, deadline: Date.now() + PASTE_MS },
      );
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
    return this.panel.locator(`${ROW}[data-index="${String(index)}"]`);
  }

  /** The row with this index, scrolled to: the list draws only what shows, and drawing takes it long, so it leaps. */
  private async reveal(index: number): Promise<Locator> {
    const row = this.row(index);
    for (let turns = 0; !(await row.count()) && turns < 200; turns++) {
      const drawn = await this.panel
        .locator(ROW)
        .evaluateAll((rows) => rows.map((element) => Number(element.getAttribute('data-index'))));
      const rowsAway = index - (drawn[0] ?? index + 1);
      await this.scroll(Math.sign(rowsAway) * Math.max(SCROLL_PIXELS, Math.abs(rowsAway) * LEAST_ROW_PIXELS));
    }
    const [rowBox, listBox] = await Promise.all([row.boundingBox(), this.panel.locator(SCROLLED).boundingBox()]);
    if (rowBox && listBox) await this.scroll(rowBox.y - listBox.y - STICKING_PIXELS);
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

  /** By an event of our own: one of the browser's mouse moves the list by 50 pixels, however far the wheel turned. */
  private async scroll(pixels: number): Promise<void> {
    await this.panel
      .locator(SCROLLED)
      .evaluate(
        (list, deltaY) => list.dispatchEvent(new WheelEvent('wheel', { deltaY, bubbles: true, cancelable: true })),
        pixels * WHEEL_UNITS_PER_PIXEL,
      );
    await this.page.waitForTimeout(50);
  }
}
