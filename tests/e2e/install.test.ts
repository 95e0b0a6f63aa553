import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { englishPhone } from './phone.ts';
import { openStage } from './stage.ts';

const stage = openStage();

/** The paths in the caches of the origin. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

/** Waits until the shell, with the texts of English, is on the device and answers for the page. */
async function installed(page: Page): Promise<void> {
  await expect
    .poll(async () => (await kept(page)).filter((path) => /\/en\.(first|later)-/.test(path)).length, {
      timeout: 90_000,
    })
    .toBe(2);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

describe('the installed app', () => {
  it('keeps the shell on the device after a visit: no answer of the exchange, and no language but those in use', async () => {
    const { page, context, problems } = await englishPhone(stage.browser, stage.product.url);
    await page.goto('/');
    await page.locator('li').first().waitFor();
    await installed(page);
    const paths = await kept(page);
    expect(paths).toEqual(expect.arrayContaining(['/', '/boot.js', '/icon.svg', '/manifest.json']));
    expect(paths.some((path) => /^\/(v1|api|logos|socket)/.test(path))).toBe(false);
    const languages = paths.flatMap((path) => /\/([a-z]+)\.first-/.exec(path)?.[1] ?? []);
    expect(languages.toSorted()).toEqual(['en', 'hk']);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('starts on every path of the app without a network', async () => {
    const { page, context } = await englishPhone(stage.browser, stage.product.url);
    await page.goto('/');
    await installed(page);
    await context.setOffline(true);
    for (const [path, tab] of [
      ['/', 'Quotes'],
      ['/trade?id=1', 'Trade'],
      ['/rank', 'Ranking'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('navigation').getByRole('link', { name: tab }).waitFor();
    }
    await page.getByText('Offline').first().waitFor();
    await context.setOffline(false);
    await page.getByText('Live').first().waitFor();
    await context.close();
  });
});
