import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { WireOrder } from '../../shared/contract/order-row.ts';
import { savedText } from './phone.ts';
import { traders } from './trader.ts';

const openTrader = traders();

const TIMEOUT = { timeout: 90_000 };

const sheet = (page: Page) => page.getByRole('dialog');
const rows = (page: Page) => page.getByRole('article');
describe('the portfolio', () => {
  // spec: 2.45
  it('opens from the orders, and has what is held of each instrument at the price now', async () => {
    const trader = await openTrader();
    await trader.submit('buy', 'EURUSD');
    await trader.submit('sell', 'GBPUSD');
    await trader.restartAt([1.103], [1.31]);
    const { page, problems } = await trader.show();
    await page.getByRole('link', { name: /^Equity.*Portfolio$/ }).tap();
    await page.waitForURL('**/portfolio');
    await page.getByRole('link', { name: /^EUR\/USD long 0\.10 lots · 11,030 \+30\.00/ }).waitFor();
    await page.getByRole('link', { name: /^GBP\/USD short 0\.10 lots · 13,100 -100\.00/ }).waitFor();
    await page.getByText('net -2,070 USD').waitFor();
    await page.getByRole('button', { name: 'Hide balance' }).tap();
    await page.getByText('net •••••• USD').waitFor();
    expect(problems).toEqual([]);
  });
});

/** What of the open sheet lies below the newest toast. */
const covered = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const toast = [...document.querySelectorAll('[popover] button')].at(-1);
    if (toast === undefined) throw new Error('no toast');
    await Promise.all(toast.getAnimations().map(({ finished }) => finished));
    const { top, bottom, left, right } = toast.getBoundingClientRect();
    return [...document.querySelectorAll('dialog[open] :is(button, input)')]
      .filter((control) => {
        const box = control.getBoundingClientRect();
        return box.top < bottom && box.bottom > top && box.left < right && box.right > left;
      })
      .map((control) => control.textContent || control.tagName);
  });

describe('a position', () => {
  it('is closed by a quarter with a chip, and gets more lots on its side at the price now', async () => {
    const trader = await openTrader();
    await trader.submit('buy', 'EURUSD', { cont: '0.2' });
    await trader.restartAt([1.103]);
    const { page } = await trader.show();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'EUR/USD, details' }).tap();
    await sheet(page).getByRole('button', { name: '25%' }).tap();
    await sheet(page).getByRole('button', { name: 'Close 0.05 lots' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close', exact: true }).tap();
    await page.getByText('EUR/USD closed at 1.10300: +15.000000').waitFor();
    expect(await covered(page)).toEqual([]);
    await sheet(page).getByRole('button', { name: 'Add 0.15' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Buy 0.15', exact: true }).tap();
    await page.getByText('EUR/USD: Buy 0.15 opened at 1.10300').waitFor();
    expect(
      (await trader.deals('open')).map(({ OrderType, Quantity, OriginPrice }) => [
        OrderType,
        Quantity,
        OriginPrice,
      ]),
    ).toEqual([
      [1, 0.15, 1.103],
      [1, 0.15, 1.1],
    ]);
  });
});

/** The cells of a file without quoted ones. */
const cellsOf = (file: string): readonly (readonly string[])[] =>
  file
    .replace(/^\ufeff/, '')
    .split('\r\n')
    .map((line) => line.split(','));

async function downloaded(page: Page): Promise<readonly (readonly string[])[]> {
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download orders as CSV' }).tap();
  return cellsOf(await savedText(file));
}

const cellsFor = (order: WireOrder): readonly string[] => [
  String(order.Id),
  order.ForexTradeLists.ShowCode,
  order.OrderType === 1 ? 'Buy' : 'Sell',
  order.Quantity.toFixed(4),
  new Date(order.CreateTimeHandler).toISOString(),
  order.OriginPrice.toFixed(5),
  new Date(order.CloseTimeHandler).toISOString(),
  order.UpdatePrice.toFixed(5),
  `Closed by you at ${order.UpdatePrice.toFixed(5)}`,
  order.TradeFee.toFixed(6),
  order.FactProfits.toFixed(6),
];

const sumOf = (orders: readonly WireOrder[], of: 'FactProfits' | 'TradeFee'): string =>
  orders.reduce((sum, order) => sum + order[of], 0).toFixed(6);

describe('the history', () => {
  it('shows what a filter lets through, and its file has exactly the orders that the exchange has', async () => {
    const trader = await openTrader();
    const opened = [await trader.submit('buy', 'GBPUSD'), await trader.submit('sell', 'GBPUSD')];
    // More than a page of twenty.
    for (let i = 0; i < 11; i++)
      opened.push(await trader.submit('buy', 'EURUSD'), await trader.submit('sell', 'EURUSD'));
    await trader.restartAt([1.097], [1.304]);
    for (const order of opened) await trader.close(order);
    const { page, problems } = await trader.show();
    await page.getByRole('tab', { name: 'History' }).tap();
    await page.getByRole('tab', { name: 'History 24' }).waitFor();
    const expectFile = async (filter: Readonly<Record<string, string>>) => {
      const orders = (await trader.deals('closed', filter)).toReversed();
      const cells = await downloaded(page);
      expect(cells.slice(1, -1)).toEqual(orders.map(cellsFor));
      expect(cells.at(-1)?.slice(-2)).toEqual([sumOf(orders, 'TradeFee'), sumOf(orders, 'FactProfits')]);
      return orders;
    };
    expect(await expectFile({})).toHaveLength(24);

    await page.getByRole('button', { name: 'Filter' }).tap();
    await sheet(page).getByRole('button', { name: 'Losers' }).tap();
    await sheet(page).getByRole('button', { name: 'EUR/USD' }).tap();
    await sheet(page).getByRole('button', { name: 'Show' }).tap();
    await page.getByRole('heading', { name: /^Today, .*11 · -330\.00$/ }).waitFor();
    expect(await rows(page).count()).toBe(11);
    const [{ ForexId } = { ForexId: 0 }] = opened.slice(2);
    const lost = await expectFile({ result: 'loss', forex_id: String(ForexId) });
    expect(lost.map(({ OrderType, FactProfits }) => [OrderType, FactProfits])).toEqual(
      Array(11).fill([1, -30]),
    );
    expect(problems).toEqual([]);
  });
});

describe('the story of an order', () => {
  // spec: 2.46
  it('answers why a stop was executed, on the one screen that a tap on the order opens', async () => {
    const trader = await openTrader();
    const order = await trader.submit('buy', 'EURUSD', { stop_loss_price: '1.09' });
    await trader.moveStop(order, 1.095);
    await trader.restartAt([1.09499]);
    const { page, problems } = await trader.show();
    await page.getByRole('tab', { name: 'History' }).tap();
    await page.getByRole('button', { name: 'EUR/USD, details' }).tap();
    const lines = sheet(page).getByRole('region', { name: 'What happened' }).getByRole('listitem');
    await lines.last().waitFor();
    const texts = await Promise.all((await lines.all()).map((line) => line.locator('p').allTextContents()));
    expect(texts).toEqual([
      ['Bought at 1.10000', 'Buy 0.10 ·\u00a0Stop loss 1.09000'],
      ['Stop loss moved to 1.09500', 'before: 1.09000'],
      ['Price touched it: 1.09499', 'Stop loss 1.09500'],
      ['Executed at 1.09499', '1 point past it: no price between'],
    ]);
    expect(await lines.last().evaluate((line) => line.getBoundingClientRect().bottom < innerHeight)).toBe(
      true,
    );
    const times = await lines
      .locator('time')
      .evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''));
    expect(times).toEqual(times.toSorted());
    expect(times.every((time) => time.length === '2026-11-29T09:20:31.412Z'.length)).toBe(true);
    expect(problems).toEqual([]);
  });
});

describe('a statement on paper', () => {
  it('has the orders of its range and nothing else of the page', async () => {
    const trader = await openTrader();
    const opened = [
      await trader.submit('buy', 'EURUSD'),
      await trader.submit('sell', 'EURUSD'),
      await trader.submit('buy', 'GBPUSD'),
    ];
    await trader.restartAt([1.103]);
    for (const order of opened) await trader.close(order);
    const { page } = await trader.show();
    await page.evaluate(() => {
      window.print = () => performance.mark('printed');
    });
    const printed = () => page.evaluate(() => performance.getEntriesByName('printed').length);
    await page.getByRole('tab', { name: /History/ }).tap();
    await page.getByRole('button', { name: 'Filter' }).tap();
    await sheet(page).getByRole('button', { name: 'Today' }).tap();
    await sheet(page).getByRole('button', { name: 'Winners' }).tap();
    await sheet(page).getByRole('button', { name: 'Show' }).tap();
    await rows(page).getByText('+30.000000').waitFor();
    await page.getByRole('button', { name: 'Print statement' }).tap();
    await expect.poll(printed, TIMEOUT).toBe(1);
    await page.emulateMedia({ media: 'print' });
    const table = page.getByRole('table');
    await table.waitFor();
    expect(await table.getByRole('row').nth(1).getByRole('cell').allTextContents()).toEqual([
      String(opened[0]?.Id),
      'EUR/USD',
      'Buy',
      '0.10',
      expect.any(String),
      '1.10000',
      expect.any(String),
      '1.10300',
      'Closed by you at 1.10300',
      expect.any(String),
      '+30.000000',
    ]);
    // The head, the order and the sums.
    expect(await table.getByRole('row').count()).toBe(3);
    await table.getByRole('rowheader', { name: 'Total (1)' }).waitFor();
    expect(await page.getByRole('tab').first().isVisible()).toBe(false);
  });
});
