import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { demoPhone, openComputer } from './member.ts';
import { instrumentNamed } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene();

/** Presses it until the keys are there: they come after the first screen. */
async function openHelp(page: Page): Promise<void> {
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect
    .poll(
      async () => {
        await page.keyboard.press('?');
        return help.isVisible();
      },
      { timeout: 90_000, interval: 500 },
    )
    .toBe(true);
}

/** Until the keys are there. */
async function awaitKeys(page: Page): Promise<void> {
  await openHelp(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

const focusedRow = (page: Page) => page.evaluate(() => document.activeElement?.closest('li')?.ariaPosInSet);

it('shows what the keys do; Esc closes it, and the settings open it as well', async () => {
  const { page } = await openComputer(scene, 800);
  await page.goto('/');
  await page.locator('li[aria-posinset="1"]').waitFor();
  await openHelp(page);
  expect(await violationsOn(page, {}, 'dialog')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goto('/mine/system');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('switch').uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // Switched off, single keys do nothing; it is kept.
  await page.keyboard.press('/');
  await page.reload();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  expect(await page.getByRole('dialog').getByRole('switch').isChecked()).toBe(false);
  expect(new URL(page.url()).pathname).toBe('/mine/system');
});

it('arrows walk through the list, Enter opens the row, and / leads to the search', async () => {
  const { page } = await openComputer(scene, 800);
  await page.goto('/');
  await page.locator('li[aria-posinset="3"]').waitFor();
  await awaitKeys(page);
  for (const at of ['1', '2', '3']) {
    await page.keyboard.press('ArrowDown');
    expect(await focusedRow(page)).toBe(at);
  }
  await page.keyboard.press('ArrowUp');
  expect(await focusedRow(page)).toBe('2');
  // Further than the screen is high: the list follows.
  await expect
    .poll(
      async () => {
        await page.keyboard.press('ArrowDown');
        return Number(await focusedRow(page));
      },
      { timeout: 90_000, interval: 20 },
    )
    .toBeGreaterThan(15);
  const name = await page.evaluate(() => document.activeElement?.querySelector('.strong')?.textContent ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.keyboard.press('/');
  await page.waitForURL('**/product');
  // In a field, keys write; Esc leaves it.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), { timeout: 90_000 })
    .toBe('INPUT');
  await page.keyboard.type('eb/s?');
  expect(await page.getByRole('searchbox').inputValue()).toBe('eb/s?');
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  expect(new URL(page.url()).pathname).toBe('/product');
  // From the field, the arrow leads to what was found.
  await page.getByRole('searchbox').fill('gold');
  await page.getByRole('main').locator('li').filter({ hasText: 'Gold' }).waitFor();
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Gold');
});

it('B and S ask for the order; with one-tap trading they choose the button, and Enter deals', async () => {
  const { page, context } = await openComputer(scene, 800);
  const { Id: id } = await instrumentNamed(scene.product.url, 'EURUSD');
  let sent = 0;
  context.on('request', (request) => {
    if (request.url().includes('/v1/api/forex/submit')) sent++;
  });
  await page.goto(`/trade?id=${id}`);
  await awaitKeys(page);
  const isDealt = (side: 'buy' | 'sell') =>
    page.evaluate(
      (side) =>
        (document.activeElement instanceof HTMLElement && document.activeElement.dataset['variant']) === side,
      side,
    );
  const asked = page.getByRole('dialog', { name: 'Please confirm your order' });
  for (const [key, word] of [
    ['b', 'Buy'],
    ['s', 'Sell'],
  ] as const) {
    await page.locator(`[data-variant="${word.toLowerCase()}"]:not(:disabled)`).waitFor();
    await page.keyboard.press(key);
    await asked.waitFor();
    await asked.getByText(word, { exact: true }).first().waitFor();
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
  }
  await context.addInitScript(() => localStorage.setItem('pipstream.confirm-orders', 'false'));
  await page.reload();
  await page.locator('[data-variant="buy"]:not(:disabled)').waitFor();
  await awaitKeys(page);
  await page.keyboard.press('b');
  expect(await isDealt('buy')).toBe(true);
  await page.keyboard.press('s');
  expect(await isDealt('sell')).toBe(true);
  await page.getByText('No positions here').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Close all' }).waitFor();
  // What the letters had sent would have left before.
  expect(sent).toBe(1);
});

it('a phone has no word of keys in its settings', async () => {
  const { page } = await demoPhone(scene);
  await page.goto('/mine/system');
  await page.getByText('Diagnostics').first().waitFor();
  expect(await page.getByText('Keyboard shortcuts').count()).toBe(0);
});
