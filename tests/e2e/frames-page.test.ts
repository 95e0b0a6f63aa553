import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../architecture/sources.ts';
import { launchChromium } from '../helpers/chromium.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { replay } from '../replay/cli/command.ts';

it('the page of frames finds what is folded in a frame, and opens it', async () => {
  const html = join(temporaryFolder(), 'frames.html');
  const file = join(root, 'tests/recordings/two-prices.jsonl.gz');
  expect(await replay(['frames', file, '--html', html])).toMatchObject({ status: 0 });
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(pathToFileURL(html).href);
  const rows = page.locator('tbody tr:visible');
  const open = page.locator('details[open]');
  const all = await rows.count();
  await page.getByRole('searchbox').fill('"topic":"DAY_MARKET","seq":57,');
  expect([await rows.count(), await open.count()]).toEqual([1, 1]);
  expect(await open.innerText()).toContain('"seq":57,');
  await page.getByRole('searchbox').fill('');
  expect([await rows.count(), await open.count()]).toEqual([all, 0]);
});
