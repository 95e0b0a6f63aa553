import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Position } from '../../../shared/domain/order.ts';
import { loadLaterTexts, showLanguage } from '../../../src/i18n/texts.ts';
import { confirmOrders, singlePositions } from '../../../src/state/preferences.ts';
import type { Plain } from '../../helpers/plain.ts';
import { nextFrame } from '../components/render.tsx';
import * as script from '../scripted/script.ts';
import {
  answer,
  button,
  closed,
  hold,
  position,
  prepareOrderScene,
  rows,
  sheet,
  showHeld,
  textOf,
} from './order-scene.tsx';

/* Positions by instrument: one row an instrument, which unfolds to its parts. */

prepareOrderScene();

beforeEach(() => {
  singlePositions.value = false;
});

const gold = { instrumentId: 9, showCode: 'XAU/USD', code: 'XAUUSD', precision: 3 };
const inGold = (id: number, patch: Plain<Position> = {}) =>
  position(id, { ...gold, openPrice: 2_610_000 + id, volume: 100, side: 'sell', ...patch });

const profits = (...pnls: readonly (readonly [id: number, pnl: number])[]): void =>
  script.putFrame({ quotes: [], positions: pnls.map(([id, pnl]) => ({ id, price: 108_500, pnl })) });

const articles = () => page.getByRole('article');
const lines = () => [...document.querySelectorAll('article p')].map((line) => line.textContent);
const unfold = (name: string) => userEvent.click(button(`${name}, details`));

describe('positions by instrument', () => {
  it('are one row with net side and lots, average and the sum of their profits, whatever their number', async () => {
    await showHeld([
      position(1, { volume: 3_000 }),
      position(2, { volume: 1_000, openPrice: 108_400 }),
      position(3, { volume: 2_000, openPrice: 108_100, side: 'sell' }),
      inGold(4),
    ]);
    expect(rows()).toBe(2);
    expect(lines()).toEqual(['EUR/USD ▲Buy 0.20avg 1.081003 parts', 'XAU/USD ▼Sell 0.012,610.004']);
    profits([1, 5_000_000], [2, -1_500_000], [3, 250_001], [4, 7]);
    await textOf(articles().first().getByText('+3.750001')).toBe('+3.750001');
  });

  it('show the stop of one that is alone in its instrument, whole behind its entry', async () => {
    await page.viewport(390, 740);
    await showHeld([position(1, { stopLoss: 107_000 }), inGold(2, { takeProfit: 2_500_000 }), inGold(3)]);
    profits([1, -12_000_000], [2, 1_000_000], [3, 0]);
    expect(lines()).toEqual(['EUR/USD ▲Buy 0.101.08000SL 1.07000', 'XAU/USD ▼Sell 0.02avg 2,610.0032 parts']);
    const stop = articles().first().getByText(/^SL/).element();
    const box = stop.getBoundingClientRect();
    const facts = stop.parentElement?.getBoundingClientRect();
    expect(box.bottom).toBeLessThanOrEqual((facts?.bottom ?? 0) + 1);
    expect(box.right).toBeLessThanOrEqual((facts?.right ?? 0) + 1);
  });

  it('unfold to their parts, one line each with lots, entry, stop or trail, and profit', async () => {
    await showHeld([
      inGold(1, { stopLoss: 2_650_000 }),
      inGold(2, { stopLoss: 2_640_000, trailPoints: 1_200 }),
      position(3),
      inGold(4),
    ]);
    await page.viewport(420, 740);
    profits([1, 1_000_000], [2, 2_000_000], [3, 3_000_000], [4, -4_000_000]);
    await unfold('XAU/USD');
    await vi.waitFor(() =>
      expect(lines()).toEqual([
        'EUR/USD ▲Buy 0.101.08000',
        'XAU/USD ▼Sell 0.03avg 2,610.0023 parts',
        '▼Sell 0.012,610.004-4.00',
        '▼Sell 0.012,610.002Trail 1,200+2.00',
        '▼Sell 0.012,610.001SL 2,650.000+1.00',
      ]),
    );
    await userEvent.click(button('XAU/USD 0.01, details').first());
    await expect.element(sheet().getByText('Order number')).toBeVisible();
    await userEvent.click(sheet().getByRole('button', { name: 'Close', exact: true }));
    await unfold('XAU/USD');
    await vi.waitFor(() => expect(rows()).toBe(2));
  });

  it('are closed as one intent with one sheet of results', async () => {
    await showHeld([inGold(1), inGold(2), position(3)]);
    await userEvent.click(button('Close XAU/USD, all 2 positions'));
    await userEvent.click(sheet().getByRole('button', { name: 'Close 2' }));
    const calls = [await script.nextCall('closeOrder'), await script.nextCall('closeOrder')];
    expect(calls.map((call) => call.args[0])).toEqual([2, 1]);
    for (const call of calls)
      call.answer({ ok: true, value: closed(Number(call.args[0]), { ...gold, closePrice: 2_600_000 }) });
    await expect.element(sheet().getByRole('status')).toHaveTextContent('2 of 2 executed');
    await expect.element(sheet().getByText('Closed at 2,600.000').first()).toBeVisible();
  });

  it('close a part by its cross after a question', async () => {
    await showHeld([inGold(1), inGold(2)]);
    await unfold('XAU/USD');
    await userEvent.click(button('Close XAU/USD, 0.01 lots').last());
    await userEvent.click(answer('Close'));
    const call = await script.nextCall('closeOrder');
    expect(call.args[0]).toBe(1);
    call.answer({ ok: true, value: closed(1, gold) });
  });

  it('open the details of one that is alone in its instrument, and close it as before', async () => {
    await showHeld([inGold(1), position(3)]);
    await userEvent.click(button('Close XAU/USD, 0.01 lots'));
    await userEvent.click(answer('Keep it'));
    await unfold('XAU/USD');
    await expect.element(sheet().getByText('Order number')).toBeVisible();
  });

  it('keep the row of a group that was closed while a tap acts without a question', async () => {
    confirmOrders.value = false;
    await showHeld([position(1), inGold(2), inGold(3)]);
    await hold([inGold(2)]);
    await vi.waitFor(() => expect(rows()).toBe(2));
    expect(document.querySelector('article')?.textContent).toContain('Closed');
    expect(lines()[1]).toBe('XAU/USD ▼Sell 0.012,610.002');
  });

  it('are shown one by one when the switch says so', async () => {
    await showHeld([inGold(1), inGold(2), inGold(3)]);
    expect(rows()).toBe(1);
    await userEvent.click(button('Single positions'));
    await vi.waitFor(() => expect(rows()).toBe(3));
    await expect.element(button('Single positions')).toHaveAttribute('aria-pressed', 'true');
    expect(singlePositions.value).toBe(true);
  });

  it('name the price at which the account would be stopped out, of the instrument with the largest net amount', async () => {
    const margin = 5_000_000_000;
    await showHeld([position(1, { volume: 100_000, margin }), inGold(2, { margin: 40_000_000 })]);
    script.putFrame({
      quotes: [{ close: 108_500, timeMs: 2 }],
      account: { equity: 10_000_000_000, floatingPnl: 5_000_000_000, margin, marginLevel: 20_000 },
      positions: [{ id: 1, price: 108_500, pnl: 5_000_000_000 }],
    });
    // At half of the margin, 2,500.00, 7,500.00 are lost: 750 points of 10.00.
    await textOf(page.getByText(/^Stop out/)).toBe('Stop out: EUR/USD 1.07750');
    // Little is held for so much money: no price stops it out.
    script.putFrame({ account: { equity: 10_000_000_000_000, floatingPnl: 5_000_000_000, margin } });
    await expect.element(page.getByText(/^Stop out/)).not.toBeVisible();
  });

  it('of three hundred in one instrument make one row, and unfold a slice at a time', async () => {
    await showHeld(Array.from({ length: 300 }, (_, i) => inGold(i + 1)));
    expect(rows()).toBe(1);
    await unfold('XAU/USD');
    await vi.waitFor(() => expect(rows()).toBeGreaterThan(10));
    expect(rows()).toBeLessThanOrEqual(90);
  });
});

describe('a row of an instrument', () => {
  const usual = { width: innerWidth, height: innerHeight };
  afterEach(async () => {
    document.documentElement.dir = 'ltr';
    await showLanguage('en');
    await page.viewport(usual.width, usual.height);
  });

  const box = (node: Element | null | undefined): DOMRect => {
    if (!node) throw new Error('nothing there');
    return node.getBoundingClientRect();
  };
  const isApart = (one: DOMRect, other: DOMRect): boolean =>
    one.right <= other.left + 0.5 || other.right <= one.left + 0.5;

  it.each(['en', 'hk', 'ar', 'de'] as const)(
    'is 60 px high and a part 44, with all of them whole and apart, in %s at 320 and 360 px',
    async (language) => {
      await showHeld([position(1, { volume: 123_400 }), inGold(2, { stopLoss: 2_650_000 }), inGold(3)]);
      await unfold('XAU/USD');
      await showLanguage(language);
      await loadLaterTexts();
      document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
      profits([1, -12_345_670_000], [2, 98_765_430_000], [3, -5_000_000]);
      for (const width of [320, 360]) {
        await page.viewport(width, 740);
        await nextFrame();
        await nextFrame();
        const all = [...document.querySelectorAll('article')];
        expect(all.map((one) => Math.round(box(one).height))).toEqual([60, 60, 44, 44]);
        for (const article of all) {
          const [side, profit] = [
            article.querySelector('[data-tone]:not([class*=profit], [class*=pnl])')?.parentElement,
            article.querySelector('[class*=profit], [class*=pnl]'),
          ];
          const close = [...article.querySelectorAll('button')].at(-1);
          const [lots, sum, tap] = [box(side), box(profit), box(close)];
          for (const part of [lots, sum, tap]) {
            expect(part.left).toBeGreaterThanOrEqual(0);
            expect(part.right).toBeLessThanOrEqual(width);
          }
          expect([isApart(lots, sum), isApart(sum, tap), isApart(lots, tap)]).toEqual([true, true, true]);
          expect([tap.height, tap.width].every((side) => side >= 44)).toBe(true);
          expect(close && close.scrollWidth <= close.clientWidth).toBe(true);
          const facts = article.querySelector('[class*=facts], [class*=entry]');
          for (const fact of facts?.children ?? [])
            if (box(fact).top < box(facts).bottom - 4) expect(isApart(box(fact), sum)).toBe(true);
        }
      }
    },
  );
});
