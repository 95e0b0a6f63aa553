import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../architecture/sources.ts';
import { startProduct } from '../helpers/product.ts';
import { enterDemo, instrumentNamed, openPhone, seeChanges, speakEnglish } from './phone.ts';
import { openBrowser } from './scene.ts';

const ticks = join(root, '../shared/data/ticks');
const tape = join(root, 'tests/fixtures/tape-eurusd.csv');
const FEEDS = [
  { what: 'the tape of this project', feed: `ticks:EURUSD=${tape}`, codes: ['EURUSD'], files: [tape] },
  {
    what: 'recorded days of EURUSD and XAUUSD',
    feed: `ticks:EURUSD=${ticks}/oanda_eurusd_20140502.csv.gz,XAUUSD=${ticks}/oanda_xauusd_20140502.csv.gz+${ticks}/oanda_xauusd_20140505.csv.gz`,
    codes: ['EURUSD', 'XAUUSD'],
    files: [ticks],
  },
];

const browser = openBrowser();

describe.each(FEEDS)('with $what', ({ what, feed, codes, files }) => {
  it('the app lists exactly these instruments, their prices move, and an order is filled', async (task) => {
    task.skip(!files.every(existsSync), `${what}: the files are not here`);
    const product = await startProduct({ FEED: feed });
    onTestFinished(product.stop);
    const listed = await Promise.all(codes.map((code) => instrumentNamed(product.url, code)));
    const names = listed.map(({ ShowCode }) => ShowCode);
    const { page, context } = await openPhone(browser(), product.url);
    onTestFinished(() => context.close());
    await speakEnglish(page);
    await enterDemo(page);
    await page.goto('/');
    const list = page.getByRole('list', { name: 'Quotes' });
    const rows = list.getByRole('link');
    await expect.poll(() => rows.count(), { timeout: 30_000 }).toBe(names.length);
    for (const name of names) {
      const row = list.getByRole('link', { name });
      await row.waitFor();
      await seeChanges(row, 2);
    }
    await list.getByRole('link', { name: names.at(-1) ?? '' }).tap();
    await page.locator('canvas').first().waitFor();
    await page.getByRole('button', { name: /^Sell [\d.]+/ }).tap();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Sell [\d.]+ at/ })
      .tap();
    await page.getByText(/^Sold [\d.]+ .* at/).waitFor();
    await page.getByRole('link', { name: 'Orders' }).tap();
    const position = page.getByRole('article');
    await position.waitFor();
    await seeChanges(position, 2);
  });
});
