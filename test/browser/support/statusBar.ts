import type { Locator, Page } from 'playwright-core';

/** The status bar of a workbench. */
export class StatusBar {
  constructor(private readonly page: Page) {}

  /** The item whose text or accessible name matches; it may not be there yet. */
  item(match: string | RegExp): Locator {
    const items = this.page.locator('.part.statusbar .statusbar-item');
    return items
      .filter({ hasText: match })
      .or(items.filter({ has: this.page.getByRole('button', { name: match }) }))
      .first();
  }

  /** Text of the matching item, once it shows. */
  async text(match: string | RegExp): Promise<string> {
    return (await this.item(match).innerText()).trim();
  }

  /** Text of the matching item's tooltip, which stays open until the mouse moves on. */
  async tooltip(match: string | RegExp): Promise<string> {
    await this.page.mouse.move(0, 0);
    await this.item(match).hover();
    const hover = this.page.locator('.monaco-hover:visible').last();
    await hover.waitFor();
    return hover.innerText();
  }
}
