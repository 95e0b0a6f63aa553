import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { desks } from './desk.ts';

const openDesk = desks();

const TIMEOUT = { timeout: 90_000 };

const sheet = (page: Page) => page.getByRole('dialog');
const rows = (page: Page) => page.getByRole('article');
const details = (page: Page) => page.getByRole('button', { name: 'EUR/USD, details' }).tap();
/** Answers the question that is open. */
const answer = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).tap();

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

describe('the strip of positions', () => {
  it('has lots and profit of each; a tap closes a part, reverses the rest, and closes what is left', async () => {
    const desk = await openDesk();
    const { ForexId } = await desk.submit('buy', 'EURUSD', { cont: '0.2', stop_loss_price: '1.05' });
    await desk.submit('buy', 'GBPUSD');
    await desk.restartAt([1.103]);
    const { page, context, problems } = await desk.show(`/trade?id=${ForexId}`);
    const strip = page.getByRole('region', { name: 'Positions in this instrument' });
    await strip.getByRole('button', { name: 'Positions: 1 +60.00' }).tap();
    const row = strip.getByRole('article');
    await row.getByText('Buy 0.20').waitFor();
    await row.getByText('1.10000').waitFor();
    await row.getByText('+60.00').waitFor();

    await row.getByRole('button', { name: 'Close 0.10 lots' }).tap();
    await answer(page, 'Close');
    await page.getByText('EUR/USD closed at 1.10300: +30.000000').waitFor();
    const held = async () =>
      (await desk.deals('open'))
        .filter((order) => order.ForexId === ForexId)
        .map(({ OrderType, Quantity, TargetLossPrice }) => [OrderType, Quantity, TargetLossPrice]);
    expect(await held()).toEqual([[1, 0.1, 1.05]]);

    await row.getByText('Buy 0.10').waitFor();
    await row.getByRole('button', { name: 'Reverse' }).tap();
    await answer(page, 'Reverse');
    await page.getByText('EUR/USD closed at 1.10300 (+30.000000), Sell 0.10 opened at 1.10300').waitFor();
    expect(await held()).toEqual([[2, 0.1, 0]]);

    await strip.getByRole('button', { name: 'Close all' }).tap();
    await answer(page, 'Close 1');
    await expect.poll(held, TIMEOUT).toEqual([]);
    await strip.getByText('No positions here').waitFor();
    expect(await desk.deals('open')).toMatchObject([{ Quantity: 0.1, OriginPrice: 1.3 }]);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('a position', () => {
  it('is closed by a quarter with a chip, and gets more lots on its side at the price now', async () => {
    const desk = await openDesk();
    await desk.submit('buy', 'EURUSD', { cont: '0.2' });
    await desk.restartAt([1.103]);
    const { page, context } = await desk.show();
    await page.setViewportSize({ width: 360, height: 740 });
    await details(page);
    await sheet(page).getByRole('button', { name: '25%' }).tap();
    await sheet(page).getByRole('button', { name: 'Close 0.05 lots' }).tap();
    await answer(page, 'Close');
    await page.getByText('EUR/USD closed at 1.10300: +15.000000').waitFor();
    expect(await covered(page)).toEqual([]);
    await sheet(page).getByRole('button', { name: 'Add 0.15' }).tap();
    await answer(page, 'Buy 0.15');
    await page.getByText('EUR/USD: Buy 0.15 opened at 1.10300').waitFor();
    expect(
      (await desk.deals('open')).map(({ OrderType, Quantity, OriginPrice }) => [
        OrderType,
        Quantity,
        OriginPrice,
      ]),
    ).toEqual([
      [1, 0.15, 1.103],
      [1, 0.15, 1.1],
    ]);
    await context.close();
  });
});

describe('the orders', () => {
  it('close the positions of one instrument after their total, and cancel all that are pending', async () => {
    const desk = await openDesk();
    await desk.submit('buy', 'EURUSD');
    await desk.submit('sell', 'EURUSD', { cont: '0.3' });
    const kept = await desk.submit('buy', 'GBPUSD');
    await desk.submit('buy', 'EURUSD', { status: '0', target_price: '1.05' });
    await desk.submit('sell', 'GBPUSD', { status: '0', target_price: '1.4' });
    await desk.restartAt([1.103]);
    const { page, context, problems } = await desk.show();
    await page.getByRole('button', { name: 'Close all' }).tap();
    await sheet(page).getByText('-60.000000').first().waitFor();
    await sheet(page).getByRole('button', { name: 'EUR/USD' }).tap();
    await sheet(page).getByText('Total profit and loss').waitFor();
    expect(await desk.deals('open')).toHaveLength(3);
    await sheet(page).getByRole('button', { name: 'Close 2', exact: true }).tap();
    await sheet(page).getByText('2 of 2 executed').waitFor();
    await sheet(page).locator('footer').getByRole('button', { name: 'Close' }).tap();
    expect(await desk.deals('open')).toMatchObject([{ Id: kept.Id }]);

    await page.getByRole('tab', { name: /Pending/ }).tap();
    await page.getByRole('button', { name: 'Cancel all' }).tap();
    expect(await desk.deals('pending')).toHaveLength(2);
    await sheet(page).getByRole('button', { name: 'Cancel 2' }).tap();
    await sheet(page).getByText('2 of 2 executed').waitFor();
    expect(await desk.deals('pending')).toEqual([]);
    await sheet(page).locator('footer').getByRole('button', { name: 'Close' }).tap();
    await page.getByText('No pending orders').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('why an order closed', () => {
  const why = (page: Page) => sheet(page).getByRole('region', { name: 'Why it closed' });
  /** The value beside a label of the details. */
  const fact = async (page: Page, label: string) =>
    (await sheet(page)
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd')
      .textContent()) ?? '';

  it('shows trigger, price and time of a stop that the price jumped over', async () => {
    const desk = await openDesk();
    const { Id } = await desk.submit('buy', 'EURUSD', { stop_loss_price: '1.09' });
    await desk.restartAt([1.1, 1.0895]);
    const { page, context } = await desk.show();
    await expect.poll(() => desk.deals('open'), TIMEOUT).toEqual([]);
    await page.getByRole('tab', { name: /History/ }).tap();
    await rows(page).getByText('Stop loss 1.09000, gap 0.00050').waitFor();
    await details(page);
    await why(page).getByText('The first price at or beyond the trigger was 0.00050 worse.').waitFor();
    expect(await fact(page, 'Trigger price')).toBe('1.09000');
    expect(await fact(page, 'Closing price')).toBe('1.08950');
    const [closed] = await desk.deals('closed');
    expect(closed).toMatchObject({ Id, CloseReason: 'stop-loss', UpdatePrice: 1.0895 });
    const shown = await page.evaluate(
      (ms) => new Date(ms).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }),
      closed?.CloseTimeHandler ?? 0,
    );
    expect(await fact(page, 'Closed')).toContain(shown);
    await context.close();
  });
});

describe('a statement on paper', () => {
  it('has the orders of its range and nothing else of the page', async () => {
    const desk = await openDesk();
    const opened = [
      await desk.submit('buy', 'EURUSD'),
      await desk.submit('sell', 'EURUSD'),
      await desk.submit('buy', 'GBPUSD'),
    ];
    await desk.restartAt([1.103]);
    for (const order of opened) await desk.close(order);
    const { page, context } = await desk.show();
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
    await context.close();
  });
});
