import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { PriceHeader } from '../../../src/screens/Trade/PriceHeader.tsx';
import { PositionStrip } from '../../../src/screens/Trade/strip/PositionStrip.tsx';
import { Ticket } from '../../../src/screens/Trade/ticket/Ticket.tsx';
import { figures } from '../../../src/state/account.ts';
import { confirmOrders } from '../../../src/state/preferences.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { nextFrame, only, type Rendered, render } from '../components/render.tsx';
import { answer, closed, hold, position, prepareOrderStage, tick } from '../order/order-stage.tsx';
import * as script from '../scripted/script.ts';

prepareOrderStage();

let view: Rendered | undefined;
afterEach(() => view?.remove());

async function show(): Promise<void> {
  view = await render(
    <>
      <PriceHeader instrument={eurusd} />
      <PositionStrip instrument={eurusd} />
      <Ticket instrument={eurusd} />
    </>,
  );
  await nextFrame();
}

const strip = () => page.getByRole('region', { name: 'Positions in this instrument' });
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
    await expect.element(fold()).toHaveTextContent('Positions: 2+100.00');
    expect(top('input[inputmode="decimal"]')).toBe(before);
  });

  it('unfolds to rows that keep their places when one is closed and another is opened', async () => {
    await hold([position(1), position(2, { side: 'sell' })]);
    await show();
    await userEvent.click(fold());
    await expect.poll(textsOf).toEqual(['Sell 0.101.08000+50.00', 'Buy 0.101.08000+50.00']);
    const below = top('input[inputmode="decimal"]');
    await hold([position(1), position(4)]);
    await expect
      .poll(textsOf)
      .toEqual(['Sell 0.101.08000Closed', 'Buy 0.101.08000+50.00', 'Buy 0.101.08000+50.00']);
    expect(top('input[inputmode="decimal"]')).toBe(below);
    for (const button of rows()[0]?.querySelectorAll('button') ?? []) expect(button.disabled).toBe(true);
  });

  it('closes a part after a question, and with one-tap trading without one', async () => {
    await hold([position(1)]);
    await show();
    await userEvent.click(fold());
    await userEvent.click(strip().getByRole('button', { name: 'Close 0.05 lots' }));
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

  it('closes all positions of its instrument, and no other', async () => {
    await hold([position(1), position(2), position(3, { instrumentId: instrumentId(9) })]);
    await show();
    await userEvent.click(strip().getByRole('button', { name: 'Close all' }));
    await userEvent.click(answer('Close 2'));
    const calls = [await script.nextCall('closeOrder'), await script.nextCall('closeOrder')];
    expect(calls.map((call) => call.args[0]).sort()).toEqual([1, 2]);
    for (const call of calls) call.answer({ ok: true, value: closed(Number(call.args[0])) });
  });
});

it('shows one price and sums that fit it in header, ticket and strip in every frame, while prices tick', async () => {
  await hold([position(1), position(2)]);
  await show();
  await vi.waitFor(() => expect(figures.floatingPnl.value).toBe(100e6));
  const number = (text: string | null | undefined): number => Number((text ?? '').replace(/[^0-9.+-]/g, ''));
  const seen = new Set<number>();
  for (let step = 1; step <= 40; step++) {
    tick([1, 2], 108_500 + step * 7);
    await nextFrame();
    const header = number(/1\.\d{5}/.exec(only('[class*="header"]').textContent ?? '')?.[0]);
    const [sell, buy] = ['sell', 'buy'].map((side) =>
      number(/1\.\d{5}$/.exec(only(`[data-variant="${side}"]`).textContent ?? '')?.[0]),
    );
    const profit = number(only('[class*="profit"]').textContent);
    expect([sell, buy]).toEqual([header, header]);
    expect(profit).toBeCloseTo((header - 1.08) * 100_000 * 0.1 * 2, 6);
    expect((figures.floatingPnl.value ?? 0) / 1e6).toBeCloseTo(profit, 6);
    seen.add(header);
  }
  await vi.waitFor(() => expect(seen.size).toBeGreaterThan(3));
});
