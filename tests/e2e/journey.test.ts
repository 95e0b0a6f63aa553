import { describe, expect, it } from 'vitest';
import {
  buyHere,
  enterDemo,
  instrumentNamed,
  openPhone,
  pictureOf,
  seeChanges,
  speakEnglish,
} from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene({});

/** What the browser reports of an exchange that is down; the last when the app first registers its service worker then. */
const OUTAGE =
  /ERR_CONNECTION|WebSocket connection|status of 5|^An unknown error occurred when fetching the script\.$/;

describe('a trader on a phone', () => {
  // spec: 1.1 1.3 2.9 2.13 2.15 4.1 4.8 4.9 7.21 7.46 7.48 7.51 7.53 7.64 8.19
  it('opens a demo account, trades, and finds the trade again after a reload and a crash of the exchange', async () => {
    const { page, problems } = await openPhone(scene.browser, scene.product.url);
    // Crypto is always open, so the test runs at any time.
    const { Id, ShowCode } = await instrumentNamed(scene.product.url, 'BTCUSD');

    await page.goto('/');
    await expect.poll(() => page.locator('html').getAttribute('lang'), { timeout: 90_000 }).toBe('zh-HK');
    await speakEnglish(page);
    await enterDemo(page);

    await page.goto('/');
    await page
      .getByRole('button', { name: 'Crypto' })
      .or(page.getByRole('radio', { name: 'Crypto' }))
      .first()
      .tap();
    // It may be among the movers as well.
    const row = page.getByRole('list', { name: 'Quotes' }).getByRole('link', { name: ShowCode });
    await row.waitFor();
    await seeChanges(row, 3);

    await row.tap();
    await page.waitForURL(`**/trade?id=${Id}`);
    await page.locator('canvas').first().waitFor();
    const before = await pictureOf(page);
    await expect.poll(() => pictureOf(page), { timeout: 90_000 }).not.toBe(before);

    const buy = page.getByRole('button', { name: /^Buy \d/ });
    await seeChanges(buy, 2);
    await buyHere(page, ShowCode);

    await page.getByRole('link', { name: 'Orders' }).tap();
    const position = page.getByRole('article').filter({ hasText: ShowCode });
    await position.waitFor();
    await seeChanges(position, 3);

    await page.getByRole('button', { name: `${ShowCode}, details` }).tap();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Edit stop loss and take profit' }).tap();
    await sheet.getByLabel('Stop loss', { exact: true }).fill('1000');
    await sheet.getByLabel('Take profit', { exact: true }).fill('900000');
    await sheet.getByRole('button', { name: 'Save' }).tap();
    await page.getByText(`${ShowCode}: changes saved`).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => position.textContent()).toContain('SL');

    expect(problems).toEqual([]);
    await scene.product.crashAndRestart();
    await page.reload();
    await position.waitFor();
    await expect.poll(() => position.textContent()).toContain('SL');
    await seeChanges(position, 3);
    // A restart of the exchange is not a bug: the browser reports it, the app continues.
    expect(problems.splice(0).filter((problem) => !OUTAGE.test(problem))).toEqual([]);

    await position.getByRole('button', { name: new RegExp(`^Close ${ShowCode}`) }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close', exact: true }).tap();
    await page.getByText(new RegExp(`^${ShowCode} closed at`)).waitFor();
    await page.getByText('No open positions').waitFor();

    await page.getByRole('tab', { name: /History/ }).tap();
    await page.getByRole('article').filter({ hasText: ShowCode }).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: /History/ }).tap();
    await page.getByRole('article').filter({ hasText: ShowCode }).waitFor();

    expect(problems).toEqual([]);
  });
});
