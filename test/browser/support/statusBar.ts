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
}
