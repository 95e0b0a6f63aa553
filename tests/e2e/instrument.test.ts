import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { englishPhone, instrumentNamed } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene({ FEED_HOURS: 'market' });
const WAIT = { timeout: 90_000 };

/** @returns the sheet that says what the instrument of this code is */
async function readAbout(page: Page, code: string) {
  const { Id: id } = await instrumentNamed(scene.product.url, code);
  await page.goto(`/trade?id=${id}`);
  await page.getByRole('button', { name: 'About this instrument' }).tap();
  const sheet = page.getByRole('dialog');
  await sheet.waitFor();
  const fact = async (label: string) =>
    (await sheet
      .locator('dt', { hasText: new RegExp(`^${label}`) })
      .locator('xpath=following-sibling::dd')
      .textContent()) ?? '';
  return { sheet, fact };
}

it('the sheet of an instrument has its full name, its hours in the chosen zone, and what a lot of it costs', async () => {
  const { page, context, problems } = await englishPhone(scene.browser, scene.product.url);
  await context.addInitScript(() => localStorage.setItem('pipstream.clock-zone', 'Asia/Kathmandu'));
  const { sheet, fact } = await readAbout(page, 'EURUSD');
  await sheet.getByRole('heading', { name: 'Euro / US Dollar' }).waitFor();
  await sheet.getByText('Trading hours, your time (UTC+5:45)').waitFor();
  // The market may be open or closed when the test runs.
  await sheet.getByText(/^(Closes|Opens) in \d+ \w+( \d+ \w+)?, \w+day \d\d:\d\d\./).waitFor();
  await sheet.getByText(/^Low \d\.\d{5}$/).waitFor();
  await sheet.getByText(/^High \d\.\d{5}$/).waitFor();
  expect(await fact('One lot$')).toBe('100,000 EUR');
  expect(await fact('Leverage')).toMatch(/^up to \d+×$/);
  for (const label of ['Margin of one lot', 'Fee of one lot', 'One point'])
    await expect.poll(() => fact(label), WAIT).toMatch(/^[\d,]+\.\d\d USD$/);
  expect(await fact('Smallest order, step')).toMatch(/^0\.01, 0\.01$/);
  await sheet.getByText('No spread. Sell and Buy deal at one and the same price.').waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  const around = await readAbout(page, 'BTCUSD');
  await around.sheet.getByText('Open around the clock, every day.').waitFor();
  expect(problems).toEqual([]);
});

it('an instrument that is starred on the trade screen is a favourite of the device, also after a reload', async () => {
  const { page, problems } = await englishPhone(scene.browser, scene.product.url);
  const { Id: id } = await instrumentNamed(scene.product.url, 'XAUUSD');
  await page.goto(`/trade?id=${id}`);
  const star = page.getByRole('banner').getByRole('button', { name: 'Favourites' });
  await star.tap();
  await expect.poll(() => star.getAttribute('aria-pressed'), WAIT).toBe('true');
  await page.getByRole('link', { name: 'Quotes' }).tap();
  const rows = page.getByRole('list', { name: 'Quotes' }).locator('li[aria-posinset]');
  await page.getByRole('group', { name: 'Categories' }).getByRole('button', { name: 'Favourites' }).tap();
  await expect.poll(() => rows.count(), WAIT).toBe(1);
  await page.reload();
  await rows.filter({ hasText: 'XAU/USD' }).waitFor();
  expect(await rows.count()).toBe(1);
  expect(problems).toEqual([]);
});
