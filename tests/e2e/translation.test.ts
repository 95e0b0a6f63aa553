import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { traders } from './trader.ts';

const openTrader = traders();

const TIMEOUT = { timeout: 90_000 };

/**
 * Does what browsers do to translate a page: puts each text into two `font` elements, as a new node.
 * @param obeys leaves what the page marks as not to be translated; some extensions do not
 * @returns the texts that were replaced
 */
const translate = (page: Page, obeys: boolean): Promise<readonly string[]> =>
  page.evaluate((onlyAllowed) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node instanceof Text && node.data.trim() !== '') texts.push(node);
    return texts.flatMap((text) => {
      const parent = text.parentElement;
      if (parent === null || parent.closest('script, style, font') !== null) return [];
      if (onlyAllowed && parent.closest('[translate="no"]') !== null) return [];
      const outer = document.createElement('font');
      outer.append(document.createElement('font'));
      outer.firstElementChild?.append(text.data);
      text.replaceWith(outer);
      return [text.data.trim()];
    });
  }, obeys);

/** Whether a text is a price, an amount, a time or a code rather than words. */
function isFigure(text: string): boolean {
  if (/^[A-Z]{3,5}(\/[A-Z]{3,4})?$/.test(text)) return true;
  const rest = text.replace(/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b|\b(SL|TP|UID)\b/g, '');
  return /[0-9]/.test(text) && !/[a-z]{2,}/.test(rest);
}

const SCREENS = [
  '/',
  '/trade',
  '/order',
  '/portfolio',
  '/rank',
  '/mine/history',
  '/product',
  '/user',
  '/news',
];

/** Waits until nothing is loaded any more. */
async function settle(page: Page): Promise<void> {
  let before = -1;
  const texts = () => page.evaluate(() => document.body.innerText.replace(/[0-9]/g, '').length);
  await expect
    .poll(
      async () => {
        const last = before;
        before = await texts();
        return before === last;
      },
      { ...TIMEOUT, interval: 300 },
    )
    .toBe(true);
}

it('no figure of the main screens is translated, and the page is in its language from the first paint on', async () => {
  const trader = await openTrader();
  await trader.submit('buy', 'EURUSD', { stop_loss_price: '1.05', target_profit_price: '1.2' });
  await trader.submit('buy', 'GBPUSD', { status: '0', target_price: '1.25' });
  await trader.close(await trader.submit('sell', 'EURUSD'));
  const { page, context } = await trader.show('/');
  await expect.poll(() => page.locator('html').getAttribute('lang'), TIMEOUT).toBe('en-US');
  // The page is there, its modules have not run.
  await context.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') performance.mark(`lang ${document.documentElement.lang}`);
    });
  });
  const figures: Record<string, readonly string[]> = {};
  const note = async (name: string) => {
    await settle(page);
    const found = (await translate(page, true)).filter(isFigure);
    if (found.length > 0) figures[name] = [...new Set(found)];
  };
  for (const path of SCREENS) {
    await page.goto(path);
    const marks = await page.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name));
    expect(marks).toContain('lang en-US');
    await note(path);
  }
  await page.goto('/order');
  await page.getByRole('button', { name: 'EUR/USD, details' }).tap();
  await note('a position');
  await page.goto('/order');
  await page.getByRole('tab', { name: /Pending/ }).tap();
  await note('pending');
  await page.goto('/order');
  await page.getByRole('tab', { name: /History/ }).tap();
  await note('history');
  await page.getByRole('article').first().getByRole('button').first().tap();
  await note('a closed order');
  expect(figures).toEqual({});
  await context.close();
});

it('a page that was translated all the same shows the prices of the exchange', async () => {
  const trader = await openTrader();
  const { ForexId } = await trader.submit('buy', 'EURUSD');
  const phones = await Promise.all(['/', `/trade?id=${ForexId}`, '/order'].map((path) => trader.show(path)));
  for (const { page } of phones) {
    await page.getByText('1.10000').first().waitFor();
    await settle(page);
    await translate(page, false);
  }
  await trader.restartAt([1.103]);
  const [home, trade, orders] = phones;
  for (const phone of phones.slice(0, 2))
    await expect.poll(() => phone.page.getByText('1.10300').count(), TIMEOUT).toBeGreaterThan(0);
  for (const text of ['+30.00', /^Buy \d/])
    await expect.poll(() => trade?.page.getByText(text).count(), TIMEOUT).toBeGreaterThan(0);
  await expect.poll(() => orders?.page.getByText('+30.000000').count(), TIMEOUT).toBeGreaterThan(0);
  // Only where a position says at which price it was opened.
  expect(await home?.page.getByText('1.10000').count()).toBe(0);
  for (const { context, problems } of phones) {
    expect(problems.filter((problem) => /removeChild|insertBefore/.test(problem))).toEqual([]);
    await context.close();
  }
});
