import { signal } from '@preact/signals-react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CandleRow } from '../../../shared/domain/candle.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { err, ok, refusal } from '../../../shared/result.ts';
import { CandleChart } from '../../../src/chart/CandleChart.tsx';
import { HomeRow } from '../../../src/screens/Home/HomeRow.tsx';
import { PriceHeader } from '../../../src/screens/Trade/PriceHeader.tsx';
import { PositionStrip } from '../../../src/screens/Trade/strip/PositionStrip.tsx';
import { Ticket } from '../../../src/screens/Trade/ticket/Ticket.tsx';
import { figures, working } from '../../../src/state/account.ts';
import type { DrawingAsk } from '../../../src/state/drawing-kinds.ts';
import { balanceHidden, confirmOrders } from '../../../src/state/preferences.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { reset } from '../chart/candle-scene.ts';
import { nextFrame, only, render } from '../components/render.tsx';
import {
  answer,
  ask,
  closed,
  historyPage,
  hold,
  position,
  prepareOrderScene,
  tick,
  toastTexts,
} from '../order/order-scene.tsx';
import * as script from '../scripted/script.ts';

prepareOrderScene();

afterEach(() => {
  vi.restoreAllMocks();
});

async function show(): Promise<void> {
  await render(
    <>
      <PriceHeader instrument={eurusd} />
      <PositionStrip instrument={eurusd} />
      <Ticket instrument={eurusd} />
    </>,
  );
  await nextFrame();
}

const NAME = 'Positions in this instrument';
const strip = () => page.getByRole('region', { name: NAME });
const fold = () => strip().getByRole('button').first();
const rows = () => strip().getByRole('article').elements();
const textsOf = () => rows().map((row) => row.querySelector('p')?.textContent);
const top = (selector: string) => only(selector).getBoundingClientRect().top;

describe("the strip of an instrument's positions", () => {
  it('has its place before there is a position, counts those of its instrument only, and moves nothing', async () => {
    await hold([]);
    await show();
    await expect.element(fold()).toHaveTextContent('No positions here');
    await expect.element(fold()).toBeDisabled();
    const before = top('input[inputmode="decimal"]');
    await hold([position(1), position(2), position(3, { instrumentId: instrumentId(9) })]);
    // What buys is the only button whose name begins with it.
    await expect.element(fold()).toHaveTextContent(`${NAME} ▲Buy 0.20avg 1.08000+100.00`);
    expect(page.getByRole('button', { name: /^Buy/ }).elements()).toHaveLength(1);
    expect(top('input[inputmode="decimal"]')).toBe(before);
  });

  it('says that there is no position only once that is known', async () => {
    await script.signOut();
    await script.signIn();
    expect(working.value.status).toBe('unknown');
    await show();
    await expect.element(fold()).toHaveTextContent('--');
    await hold([]);
    await expect.element(fold()).toHaveTextContent('No positions here');
  });

  it('says neither the profit nor its direction while the balance is hidden', async () => {
    await hold([position(1)]);
    await show();
    const tone = () => fold().element().querySelector('[class*=profit][data-tone]');
    await expect.element(fold()).toHaveTextContent(`${NAME} ▲Buy 0.10avg 1.08000+50.00`);
    expect(tone()).not.toBeNull();
    balanceHidden.value = true;
    await expect.element(fold()).toHaveTextContent(`${NAME} ▲Buy 0.10avg 1.08000••••••`);
    expect(tone()).toBeNull();
    balanceHidden.value = false;
  });

  it('unfolds to rows that keep their places when one is closed and another is opened', async () => {
    await hold([position(1), position(2, { side: 'sell' })]);
    await show();
    await userEvent.click(fold());
    await expect.poll(textsOf).toEqual(['▼Sell 0.101.08000+50.00', '▲Buy 0.101.08000+50.00']);
    const below = top('input[inputmode="decimal"]');
    await hold([position(1), position(4)]);
    await expect
      .poll(textsOf)
      .toEqual(['▼Sell 0.101.08000Closed', '▲Buy 0.101.08000+50.00', '▲Buy 0.101.08000+50.00']);
    expect(top('input[inputmode="decimal"]')).toBe(below);
    for (const button of rows()[0]?.querySelectorAll('button') ?? []) expect(button.disabled).toBe(true);
  });

  it('shows the position that has taken the place of the only one', async () => {
    await hold([position(1)]);
    await show();
    await userEvent.click(fold());
    await hold([position(2, { side: 'sell' })]);
    await expect.poll(textsOf).toEqual(['▲Buy 0.101.08000Closed', '▼Sell 0.101.08000+50.00']);
    await expect.poll(textsOf).toEqual(['▼Sell 0.101.08000+50.00']);
    const [row] = rows();
    const box = row?.parentElement?.getBoundingClientRect();
    expect(row?.getBoundingClientRect().bottom).toBeLessThanOrEqual((box?.bottom ?? 0) + 1);
  });

  it('follows the profit of what is held now, also once it was unknown', async () => {
    const held = (profit: string) => `${NAME} ▲Buy 0.10avg 1.08000+${profit}`;
    await hold([position(1)]);
    await show();
    await expect.element(fold()).toHaveTextContent(held('50.00'));
    await hold([position(2)]);
    tick([2], 108_700, 2);
    await expect.element(fold()).toHaveTextContent(held('70.00'));
    await script.signOut();
    await script.signIn();
    await expect.element(fold()).toHaveTextContent('--');
    await hold([position(2)]);
    tick([2], 108_900, 3);
    await expect.element(fold()).toHaveTextContent(held('90.00'));
  });

  it('closes a part after a question, and with one-tap trading without one', async () => {
    await hold([position(1)]);
    await show();
    await userEvent.click(fold());
    await userEvent.click(strip().getByRole('button', { name: 'Close 0.05 lots' }));
    await expect.poll(() => ask().element().textContent).toContain('Market price1.08500');
    await userEvent.click(answer('Close'));
    const asked = await script.nextCall('closeOrder');
    expect([asked.args[0], asked.args[3]]).toEqual([1, volume(500)]);
    asked.answer({ ok: true, value: closed(1) });
    confirmOrders.value = false;
    await expect.element(strip().getByRole('button', { name: 'Close EUR/USD, 0.10 lots' })).toBeEnabled();
    await userEvent.click(strip().getByRole('button', { name: 'Close EUR/USD, 0.10 lots' }));
    const tapped = await script.nextCall('closeOrder');
    expect([tapped.args[0], tapped.args[3]]).toEqual([1, undefined]);
    tapped.answer({ ok: true, value: closed(1) });
  });

  it('reverses: closes the position, then opens as much of the other side', async () => {
    confirmOrders.value = false;
    await hold([position(1)]);
    await show();
    await userEvent.click(fold());
    await userEvent.click(strip().getByRole('button', { name: 'Reverse' }));
    const closing = await script.nextCall('closeOrder');
    expect([closing.args[0], closing.args[3]]).toEqual([1, undefined]);
    await expect.element(strip().getByRole('button', { name: 'Reverse' })).toBeDisabled();
    closing.answer({ ok: true, value: closed(1) });
    const opening = await script.nextCall('submitOrder');
    expect(opening.args[0]).toMatchObject({ side: 'sell', volume: 1_000 });
    opening.answer({ ok: true, value: position(2, { side: 'sell' }) });
    await expect.element(strip().getByRole('button', { name: 'Reverse' })).toBeEnabled();
  });

  it('closes all positions of its instrument, and no other', async () => {
    await hold([position(1), position(2), position(3, { instrumentId: instrumentId(9) })]);
    await show();
    await userEvent.click(strip().getByRole('button', { name: 'Close all' }));
    const sheet = page.getByRole('dialog');
    await expect.element(sheet.getByRole('button', { name: 'Close 2' })).toBeVisible();
    // Of other instruments nothing is offered.
    expect(sheet.getByRole('button', { name: /^(All|Winners|XAU.USD)$/ }).elements()).toEqual([]);
    await userEvent.click(sheet.getByRole('button', { name: 'Close 2' }));
    const calls = [await script.nextCall('closeOrder'), await script.nextCall('closeOrder')];
    expect(calls.map((call) => call.args[0]).sort()).toEqual([1, 2]);
    const [first, second] = calls;
    first?.answer(ok(closed(Number(first.args[0]))));
    second?.answer(err(refusal(4101, 'The market is closed')));
    await expect.element(sheet.getByRole('status')).toHaveTextContent('1 of 2 executed');
    await expect.element(sheet.getByText('The market is closed')).toBeVisible();
    expect(toastTexts()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
  });

  it('says how many of all positions were closed, and why one was not', async () => {
    confirmOrders.value = false;
    await hold([position(1), position(2), position(3)]);
    await show();
    await userEvent.click(strip().getByRole('button', { name: 'Close all' }));
    for (let i = 0; i < 3; i++) {
      const call = await script.nextCall('closeOrder');
      const id = Number(call.args[0]);
      call.answer(id === 1 ? ok(closed(id)) : err(refusal(4101, 'The market is closed')));
    }
    await vi.waitFor(() => expect(toastTexts()).toEqual(['1 of 3 executed · The market is closed']));
  });
});

describe('what ticks', () => {
  /** Where candles of a minute begin, epoch seconds; each is on its own line of prices. */
  const START = 1_795_132_800;
  const NEWEST = START + 59 * 60;
  const candles: CandleRow[] = Array.from({ length: 60 }, (_, i) => [
    START + i * 60,
    108_500,
    108_560,
    108_440,
    108_510,
    10,
  ]);

  async function showAll(): Promise<() => { readonly tag: string | undefined; readonly rest: string[] }> {
    const written = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
    await render(
      <>
        <PriceHeader instrument={eurusd} />
        <div className="chart" style={{ blockSize: 300 }}>
          <CandleChart
            instrumentId={eurusd.id}
            period="1min"
            precision={5}
            look={{ type: 'candles', volume: false }}
            indicators={[]}
            actions={[]}
            drawing={signal<DrawingAsk>(false)}
          />
        </div>
        <HomeRow slot={{ item: signal(eurusd), index: signal(0) }} />
        <PositionStrip instrument={eurusd} />
        <Ticket instrument={eurusd} />
      </>,
    );
    script.put('candles', reset(candles));
    const overlay = () => [...document.querySelectorAll<HTMLCanvasElement>('.chart canvas')].at(-1);
    const price = (text: string | null | undefined) => /1\.\d{5}/.exec(text ?? '')?.[0] ?? '';
    const read = () => {
      // The tag of the last price is written after all else.
      const at = written.mock.contexts.findLastIndex(
        (ctx) => ctx instanceof CanvasRenderingContext2D && ctx.canvas === overlay(),
      );
      const buttons = ['sell', 'buy'].map((side) =>
        price(only(`[data-variant="${side}"]`).textContent?.slice(-7)),
      );
      return {
        tag: written.mock.calls[at]?.[0],
        rest: [
          price(only('[class*="header"]').textContent),
          ...buttons,
          price(only('a[href*="trade"]').textContent),
        ],
      };
    };
    await vi.waitFor(() => expect(price(read().tag)).not.toBe(''));
    // Of the fills on the chart.
    (await script.nextOf('history')).answer(historyPage([]));
    return read;
  }

  it.each([
    ['positions', [1, 2]],
    ['no positions', []],
  ])(
    'is one price in header, chart, list and ticket, and sums that fit it in strip and account, in every frame, with %s',
    async (_, ids) => {
      await hold(ids.map((id) => position(id)));
      const read = await showAll();
      await vi.waitFor(() => expect(figures.floatingPnl.value).toBe(ids.length * 50e6));
      const seen = new Set<string>();
      for (let step = 1; step <= 40; step++) {
        const [now, next] = [108_500 + step, 108_500 + step + 1];
        // The topic of candles is silent at first, then sometimes ahead of the market's, and sometimes behind it.
        const close = step % 3 === 0 ? next : now - 1;
        const candle = () =>
          step > 10 &&
          script.put('candles', {
            kind: 'put',
            values: [],
            row: [NEWEST, 108_500, 108_560, 108_440, close, 10 + step],
          });
        if (step % 2 === 0) candle();
        tick(ids, now, NEWEST * 1_000 + step);
        if (step % 2 === 1) candle();
        await nextFrame();
        const { tag, rest } = read();
        const [header = ''] = rest;
        expect([tag, ...rest]).toEqual(Array(5).fill(header));
        const profit = (Number(header) - 1.08) * 100_000 * 0.1 * ids.length;
        if (ids.length > 0)
          expect(Number(only('[class*="profit"]').textContent?.replace(/[^0-9.+-]/g, ''))).toBeCloseTo(
            profit,
            6,
          );
        expect((figures.floatingPnl.value ?? 0) / 1e6).toBeCloseTo(profit, 6);
        seen.add(header);
      }
      expect(seen.size).toBeGreaterThan(3);
    },
  );
});
