/** Pictures of the Context view in every theme, for people: `npx tsx test/support/view/screenshots.mts [folder]`. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FakeHost, sampleRequest } from './fakeHost';
import { themes, type Theme } from './themes';
import { launchBrowser, openView } from './viewPage';

const folder = process.argv[2] ?? 'test-results/view';
await mkdir(folder, { recursive: true });
const browser = await launchBrowser();
const size = { width: 320, height: 1300 };

async function picture(name: string, theme: Theme, host: FakeHost, query = ''): Promise<void> {
  const { page, problems } = await openView(browser, host, theme, size);
  await page.getByRole('heading', { name: 'Conversations' }).waitFor();
  await page.getByRole('searchbox').fill(query);
  if (query !== '') await page.locator('mark').first().waitFor();
  else await page.waitForTimeout(300);
  await page.screenshot({ path: join(folder, `${name}-${theme.name}.png`) });
  if (problems.length > 0) console.error(name, theme.name, problems);
  await page.close();
}

for (const theme of themes) {
  await picture('browse', theme, new FakeHost(10_000));
  await picture('search', theme, new FakeHost(40), 'queue');
}
const [light] = themes;
if (light !== undefined) {
  const unknown = new FakeHost(0);
  unknown.request = {
    ...sampleRequest,
    budget: {
      kind: 'unknown',
      reason: 'The model declares no window: set throughline.window to its size in tokens.',
      warnings: [],
    },
    lastCompaction: undefined,
  };
  await picture('unknown', light, unknown);
  const fresh = new FakeHost(0);
  fresh.request = undefined;
  fresh.conversations = [];
  await picture('fresh', light, fresh);
}
await browser.close();
