import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { WireOrder } from '../../shared/contract/orders.ts';
import { desks } from './desk.ts';
import { savedText } from './phone.ts';

const openDesk = desks();

const TIMEOUT = { timeout: 90_000 };

const sheet = (page: Page) => page.getByRole('dialog');
const rows = (page: Page) => page.getByRole('article');
const details = (page: Page) => page.getByRole('button', { name: 'EUR/USD, details' }).tap();

describe('the portfolio', () => {
  // spec: 2.45
  it('opens from the orders, and has what is held of each instrument at the price now', async () => {
    const desk = await openDesk();
    await desk.submit('buy', 'EURUSD');
    await desk.submit('sell', 'GBPUSD');
    await desk.restartAt([1.103], [1.31]);
    const { page, context, problems } = await desk.show();
    await page.getByRole('link', { name: /^Equity.*Portfolio$/ }).tap();
    await page.waitForURL('**/portfolio');
    await page.getByRole('link', { name: /^EUR\/USD long 0\.10 lots · 11,030 \+30\.00/ }).waitFor();
    await page.getByRole('link', { name: /^GBP\/USD short 0\.10 lots · 13,100 -100\.00/ }).waitFor();
    await page.getByText('net -2,070 USD').waitFor();
    await page.getByRole('button', { name: 'Hide balance' }).tap();
    await page.getByText('net •••••• USD').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('a pending order', () => {
  it('waits at its new price, and is filled there', async () => {
    const desk = await openDesk();
    const order = await desk.submit('buy', 'EURUSD', { status: '0', target_price: '1.09' });
    const { page, context } = await desk.show();
    await page.getByRole('tab', { name: /Pending/ }).tap();
    await details(page);
    await sheet(page).getByRole('button', { name: 'Change price' }).tap();
    const price = sheet(page).getByLabel('Order price', { exact: true });
    await price.fill('1.1');
    await sheet(page).getByRole('button', { name: 'Save' }).tap();
    await sheet(page).getByText('This is the market price. Choose another one').waitFor();
    await price.fill('1.095');
    await sheet(page).getByRole('button', { name: 'Save' }).tap();
    await page.getByText('EUR/USD: order price is now 1.09500').waitFor();
    expect(await desk.deals('pending')).toMatchObject([{ Id: order.Id, Price: 1.095 }]);
    await desk.restartAt([1.0951, 1.095]);
    await page.getByText('EUR/USD: pending order filled at 1.09500').waitFor();
    expect(await desk.deals('open')).toMatchObject([{ Id: order.Id, OriginPrice: 1.095 }]);
    await context.close();
  });
});

describe('a trailing stop', () => {
  it('follows the price while the phone is off, survives a restart, and closes where it then stands', async () => {
    const desk = await openDesk();
    await desk.submit('buy', 'EURUSD');
    const before = await desk.show();
    await details(before.page);
    await sheet(before.page).getByRole('button', { name: 'Edit stop loss and take profit' }).tap();
    await sheet(before.page).getByRole('button', { name: 'Trailing stop' }).tap();
    await sheet(before.page).getByRole('textbox', { name: 'Distance in points' }).fill('100');
    await sheet(before.page).getByRole('button', { name: 'Save' }).tap();
    await before.page.getByText('EUR/USD: stop loss and take profit updated').waitFor();
    expect(await desk.deals('open')).toMatchObject([{ TrailPoints: 100, TargetLossPrice: 1.099 }]);
    await before.context.close();

    const risen = Array.from({ length: 31 }, (_, at) => 1.1 + at / 10_000);
    await desk.restartAt(risen);
    const stop = async () => (await desk.deals('open'))[0]?.TargetLossPrice;
    await expect.poll(stop, TIMEOUT).toBe(1.102);
    // From here on no price is as high again: a stop that was forgotten would be lower.
    await desk.restartAt([1.1025]);
    const { page, context } = await desk.show();
    await rows(page).getByText('SL 1.10200').waitFor();

    await desk.restartAt([1.1025, 1.1023, 1.1021, 1.102, 1.1019, 1.1]);
    await page.getByText('Trailing stop · EUR/USD closed at 1.10200: +20.000000').waitFor();
    await page.getByRole('tab', { name: /History/ }).tap();
    await rows(page).getByText('Trailing stop 1.10200', { exact: true }).waitFor();
    expect(await desk.deals('closed')).toMatchObject([
      { CloseReason: 'trailing-stop', TargetLossPrice: 1.102, UpdatePrice: 1.102, FactProfits: 20 },
    ]);
    await context.close();
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
    const desk = await openDesk();
    const opened = [await desk.submit('buy', 'GBPUSD'), await desk.submit('sell', 'GBPUSD')];
    // More than a page of twenty.
    for (let i = 0; i < 11; i++)
      opened.push(await desk.submit('buy', 'EURUSD'), await desk.submit('sell', 'EURUSD'));
    await desk.restartAt([1.097], [1.304]);
    for (const order of opened) await desk.close(order);
    const { page, context, problems } = await desk.show();
    await page.getByRole('tab', { name: 'History' }).tap();
    await page.getByRole('tab', { name: 'History 24' }).waitFor();
    const expectFile = async (filter: Readonly<Record<string, string>>) => {
      const orders = (await desk.deals('closed', filter)).toReversed();
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
    await context.close();
  });
});
