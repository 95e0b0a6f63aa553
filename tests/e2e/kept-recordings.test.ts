import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { root } from '../architecture/sources.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { englishPhone, seeChanges } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene();

async function saved(page: Page, button: Locator): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.tap()]);
  const path = join(temporaryFolder(), download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

/** Of a recording that can be read to its end. */
async function stateOf(
  path: string,
): Promise<{ quotes: Record<string, unknown>; counters: { opened: number } }> {
  const command = ['--disable-warning=ExperimentalWarning', 'replay/cli/main.ts', path, '--state'];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, maxBuffer: 1e9 });
  return JSON.parse(stdout);
}

it('a reload loses neither the recording nor the last minutes, and the tab goes on recording', async () => {
  const { page, context, problems } = await englishPhone(scene.browser, scene.product.url, 'block');
  await page.goto('/trade?record');
  const dot = page.getByRole('button', { name: /^Recording\. Press to mark/ });
  // The first price may be that of the list, before the socket has brought any.
  await seeChanges(page.locator('.price').first(), 2);
  await dot.tap();
  await page.getByText('Marked.').waitFor();
  await page.goto('/rank');
  // On the next screen, without the address that began it.
  await dot.waitFor();
  const notice = page.getByText(/^An interrupted recording of .* was kept\.$/);
  await notice.waitFor();
  const first = await saved(page, page.getByRole('button', { name: 'Save', exact: true }));
  expect(first).toMatch(/-interrupted\.jsonl\.gz$/);
  expect(Object.keys((await stateOf(first)).quotes).length).toBeGreaterThan(1);
  // Told once.
  await page.reload();
  await dot.waitFor();
  await page.goto('/mine/diagnostics');
  const kept = page.getByRole('region', { name: 'Kept recordings' });
  const minutes = page.getByText(/^The last minutes before the app was reloaded or closed/);
  const block = kept.locator('div', { has: minutes }).filter({ has: page.getByRole('button') });
  const ring = await saved(page, block.last().getByRole('button', { name: 'Save', exact: true }));
  expect(ring).toMatch(/-before-reload\.jsonl\.gz$/);
  expect((await stateOf(ring)).counters.opened).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Stop recording' }).tap();
  await expect.poll(() => dot.count()).toBe(0);
  await page.goto('/rank');
  await page.getByRole('main').waitFor();
  expect(await dot.count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});
