import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { WireOrder } from '../../shared/contract/orders.ts';
import { crossOf, drag, forgetTexts, noteTexts, placeOf, textsOn, touchAt } from './chart-lines.ts';
import { closeAs, dealsOf, submitAs } from './deals.ts';
import { handTo, joinAsDemo, type Member } from './member.ts';
import { englishPhone, instrumentNamed } from './phone.ts';
import { openStage } from './stage.ts';

const stage = openStage();

type Fields = Readonly<Record<string, string>>;

/** A trader with one order, on the trade screen of its instrument. */
async function trading(more: Fields | ((close: number) => Fields), isOneTap = false) {
  const { product, browser } = stage;
  const phone = await englishPhone(browser, product.url);
  const { page, context } = phone;
  await noteTexts(page);
  if (isOneTap) await context.addInitScript(() => localStorage.setItem('pipstream.confirm-orders', 'false'));
  const member = await joinAsDemo(product);
  const { Id: id, ForexQuotations } = await instrumentNamed(product.url, 'EURUSD');
  const close = Number(ForexQuotations.Close);
  await submitAs(product.url, member, 'buy', 'EURUSD', typeof more === 'function' ? more(close) : more);
  await handTo(phone, member);
  await page.goto(`/trade?id=${id}`);
  await page.getByRole('application', { name: /Latest/ }).waitFor();
  return { ...phone, member, close };
}

const only = async (member: Member, status: 'open' | 'pending'): Promise<WireOrder> => {
  const orders = await dealsOf(stage.product.url, member, status);
  const [order] = orders;
  if (orders.length !== 1 || !order) throw new Error(`${orders.length} orders`);
  return order;
};
const stopsOf = async (member: Member) => {
  const { TargetLossPrice, TargetProfitPrice } = await only(member, 'open');
  return [Number(TargetLossPrice), Number(TargetProfitPrice)];
};

/** The price that the sheet would set, after its heading has been seen. */
async function proposed(page: Page, heading: string): Promise<number> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: heading }).waitFor();
  const text = (await dialog.getByRole('button', { name: /^Set at/ }).textContent()) ?? '';
  return Number(/[\d.]+$/.exec(text)?.[0]);
}

/** Confirms it, and waits until the sheet no longer covers the chart. */
async function confirm(page: Page): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Set at/ })
    .tap();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Where a label is once it rests: candles that come, and a new line, change the scale. */
async function restingPlaceOf(page: Page, label: string): ReturnType<typeof placeOf> {
  for (let before = Number.NaN; ; ) {
    await forgetTexts(page);
    const at = await placeOf(page, label);
    if (Math.abs(at.y - before) < 3) return at;
    before = at.y;
  }
}

/**
 * Leaves the trader with a position whose take profit is towards the farther edge of the chart: at the nearer one the scale
 * widens while a line is dragged, and afterwards the line is out of range.
 * @returns its label, and the sign of window coordinates in the direction of its profit
 */
async function withRoomToProfit(page: Page, member: Member): Promise<{ label: string; sign: -1 | 1 }> {
  const { y } = await restingPlaceOf(page, 'Buy 0.10');
  const chart = await page.getByRole('application', { name: /Latest/ }).boundingBox();
  if (!chart) throw new Error('no chart');
  if (y > chart.y + chart.height / 2) return { label: 'Buy 0.10', sign: -1 };
  const { url } = stage.product;
  await closeAs(url, member, await only(member, 'open'));
  await submitAs(url, member, 'sell', 'EURUSD');
  return { label: 'Sell 0.10', sign: 1 };
}

describe('the cross of a stop', () => {
  it.each([
    ['SL', 'Remove the stop loss?', [0, 2]],
    ['TP', 'Remove the take profit?', [0.5, 0]],
  ] as const)('%s removes that stop alone, after a question', async (label, question, left) => {
    // Far away, so that their labels are at the edges.
    const far = { stop_loss_price: '0.5', target_profit_price: '2' };
    const { page, context, problems, member } = await trading(far);
    await touchAt(page, await crossOf(page, label));
    const asked = page.getByRole('alertdialog');
    await asked.getByRole('heading', { name: question }).waitFor();
    expect(await stopsOf(member)).toEqual([0.5, 2]);
    await asked.getByRole('button', { name: 'Remove', exact: true }).tap();
    await expect.poll(() => stopsOf(member), { timeout: 30_000 }).toEqual(left);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('with one-tap trading removes it at once', async () => {
    const { page, context, problems, member } = await trading({ stop_loss_price: '0.5' }, true);
    await touchAt(page, await crossOf(page, 'SL'));
    await expect.poll(() => stopsOf(member), { timeout: 30_000 }).toEqual([0, 0]);
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('a finger on a line', () => {
  it('says money and points of the take profit it makes, and of the one it moves; each is asked about once', async () => {
    const { page, context, problems, member } = await trading({});
    const { label: order, sign } = await withRoomToProfit(page, member);
    for (const [label, dy] of [
      [order, sign * 90],
      ['TP', sign * -30],
    ] as const) {
      const before = await stopsOf(member);
      const at = await restingPlaceOf(page, label);
      await forgetTexts(page);
      await drag(page, { x: Math.round(at.x), y: Math.round(at.y) }, dy, () =>
        expect
          .poll(async () => {
            const texts = await textsOn(page);
            return ['Take profit', /^\+[\d,]+\.\d\d$/, /^[\d,]+ points?$/].map((wanted) =>
              texts.some(({ text }) => (typeof wanted === 'string' ? text === wanted : wanted.test(text))),
            );
          })
          .toEqual([true, true, true]),
      );
      const price = await proposed(page, 'Take profit');
      expect(await stopsOf(member)).toEqual(before);
      await confirm(page);
      // To the last digit.
      await expect.poll(() => stopsOf(member), { timeout: 30_000 }).toEqual([0, price]);
      expect(price).toBe(Number(price.toFixed(5)));
      // Nearer to the price than before.
      if (before[1]) expect((price - before[1]) * sign).toBeGreaterThan(0);
    }
    expect(problems).toEqual([]);
    await context.close();
  });

  it('moves a stop without a question when one-tap trading is on, unless it moves sideways first: then the chart pans', async () => {
    const { page, context, problems, member } = await trading({}, true);
    const label = async () => {
      const { x, y } = await restingPlaceOf(page, 'Buy 0.10');
      return { x: Math.round(x), y: Math.round(y) };
    };
    const toNewest = page.getByRole('button', { name: 'Go to the latest candle' });
    expect(await toNewest.count()).toBe(0);
    await drag(page, await label(), 60, undefined, 120);
    await toNewest.tap();
    await toNewest.waitFor({ state: 'detached' });
    expect(await stopsOf(member)).toEqual([0, 0]);
    await drag(page, await label(), 80);
    await page.getByText('EUR/USD: stop loss and take profit updated').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    const [stopLoss = 0, takeProfit] = await stopsOf(member);
    expect([stopLoss > 0, takeProfit]).toEqual([true, 0]);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('amends the price of a pending order, which says its margin, after one question', async () => {
    const { page, context, problems, member, close } = await trading((price) => ({
      status: '0',
      target_price: (price - 0.0002).toFixed(5),
    }));
    const at = await restingPlaceOf(page, 'Buy 0.10');
    await forgetTexts(page);
    await drag(page, { x: Math.round(at.x), y: Math.round(at.y) }, 50, () =>
      expect
        .poll(async () => (await textsOn(page)).some(({ text }) => text === 'Margin'), { timeout: 30_000 })
        .toBe(true),
    );
    const price = await proposed(page, 'Order price');
    expect(price).toBeLessThan(close - 0.0002);
    await confirm(page);
    await expect
      .poll(async () => Number((await only(member, 'pending')).Price), { timeout: 30_000 })
      .toBe(price);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('labels', () => {
  it('of many orders never overlap; those out of range stand at the edge with an arrow', async () => {
    const { page, context, member, problems } = await trading({});
    const add = (side: 'buy' | 'sell', more: Fields = {}) =>
      submitAs(stage.product.url, member, side, 'EURUSD', more);
    await add('buy');
    await add('buy', { stop_loss_price: '0.5' });
    await add('sell', { target_profit_price: '0.6', cont: '0.2' });
    await add('buy', { status: '0', target_price: '0.7', cont: '0.3' });
    const labels = async () => {
      await forgetTexts(page);
      await placeOf(page, 'Buy 0.30');
      const texts = await textsOn(page);
      return texts.filter(({ text }) => /^(\d+ × )?(Buy \d|Sell \d|SL|TP)/.test(text));
    };
    await expect
      .poll(async () => (await labels()).map(({ text }) => text), { timeout: 30_000 })
      .toEqual(expect.arrayContaining(['SL ↓', 'TP ↓', 'Buy 0.30 ↓', 'Sell 0.20']));
    const rows = (await labels()).map(({ y }) => y).toSorted((a, b) => a - b);
    expect(rows.length).toBeGreaterThanOrEqual(5);
    const gaps = rows.slice(1).map((y, i) => y - (rows[i] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(22);
    expect(problems).toEqual([]);
    await context.close();
  });
});
