import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { money } from '../../../shared/domain/money.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { err, ok, refusal } from '../../../shared/result.ts';
import { toasts } from '../../../src/components/toast-store.ts';
import { cancelOrder } from '../../../src/state/orders.ts';
import { announcedTexts, listen } from '../announced.ts';
import * as script from '../scripted/script.ts';
import {
  button,
  closed,
  hold,
  pending,
  position,
  prepareOrderScene,
  rows,
  sheet,
  showHeld,
  toastTexts,
} from './order-scene.tsx';

prepareOrderScene();

describe('an order’s details', () => {
  // spec: 4.12
  it('close with a message when the order is closed elsewhere', async () => {
    await showHeld([position(11), position(12)]);
    await userEvent.click(button('EUR/USD, details').nth(1));
    await expect.element(sheet().getByText('Order number')).toBeVisible();
    script.put('orderEvents', { kind: 'closed', ids: [11] });
    await hold([position(12)]);
    await expect.element(sheet()).not.toBeInTheDocument();
    (await script.nextCall('history')).answer({ ok: false, error: refusal(5000, '') });
    await vi.waitFor(() => expect(toastTexts()).toEqual(['EUR/USD has been closed']));
    expect(rows()).toBe(1);
  });
});

describe('orders', () => {
  it('closed by the exchange: the notice has the reason, the price and the amount', async () => {
    await showHeld([position(21), position(22), position(23)]);
    script.put('orderEvents', { kind: 'closed', ids: [21, 22] });
    await hold([position(23)]);
    const history = await script.nextCall('history');
    expect(history.args).toEqual([1, { unfilled: 1 }]);
    const orders = [closed(21, { reason: 'stop-out', realisedPnl: -120_000_000 }), closed(22), closed(29)];
    history.answer({ ok: true, value: { orders, total: 3, realisedTotal: money(0) } });
    await vi.waitFor(() =>
      expect(toastTexts()).toEqual([
        'Stop out · EUR/USD closed at 1.08100: -120.000000',
        'Take profit · EUR/USD closed at 1.08100: +10.000000',
      ]),
    );
    expect(toasts.value.map(({ kind }) => kind)).toEqual(['error', 'info']);
  });
  it('cancelled by the exchange for missing margin, or by another device: a notice says so', async () => {
    await showHeld([], [pending(61), pending(62), pending(63)]);
    const cancelled = (id: number) => ({ ...pending(id), status: 'cancelled' as const });
    script.put('orderEvents', {
      kind: 'closed',
      ids: [61],
      cancelled: [{ ...cancelled(61), reason: 'no-margin' }],
    });
    await vi.waitFor(() =>
      expect(toastTexts()).toEqual(['EUR/USD: pending order of 0.10 lots cancelled, not enough free margin']),
    );
    expect(toasts.value[0]?.kind).toBe('error');
    const own = cancelOrder(orderId(62));
    const call = await script.nextCall('cancelOrder');
    script.put('orderEvents', { kind: 'closed', ids: [62], cancelled: [cancelled(62)] });
    call.answer(ok(undefined));
    expect(await own).toEqual(ok(undefined));
    script.put('orderEvents', { kind: 'closed', ids: [63], cancelled: [cancelled(63)] });
    await hold([]);
    await expect
      .poll(toastTexts)
      .toEqual([
        'EUR/USD: pending order of 0.10 lots cancelled, not enough free margin',
        'EUR/USD: order cancelled',
      ]);
  });
  it('that waited and are gone after a reconnect: filled and closed, or no longer active', async () => {
    await showHeld([position(71)], [pending(72), pending(73)]);
    script.put('orderEvents', { kind: 'closed', ids: [71, 72, 73] });
    await hold([]);
    (await script.nextCall('history')).answer({
      ok: true,
      value: { orders: [closed(72), closed(71)], total: 2, realisedTotal: money(0) },
    });
    await expect
      .poll(toastTexts)
      .toEqual(['EUR/USD: the pending order is no longer active', '2 orders have been closed']);
  });
  it('whose cancel from here was refused is news when it is gone', async () => {
    await showHeld([], [pending(81)]);
    const own = cancelOrder(orderId(81));
    (await script.nextCall('cancelOrder')).answer(err(refusal(4009, 'Weg')));
    expect((await own).ok).toBe(false);
    script.put('orderEvents', { kind: 'closed', ids: [81] });
    (await script.nextCall('history')).answer(err(refusal(5000, '')));
    await expect.poll(toastTexts).toEqual(['EUR/USD: the pending order is no longer active']);
  });
  it.each([
    [3, 3, []],
    [6, 6, []],
    [9, 5, ['4 orders have been closed']],
  ])(
    '%i stop outs at once: a screen reader interrupts for them, reads %i, and then %j',
    async (count, each, rest) => {
      const ids = Array.from({ length: count }, (_, i) => 40 + i);
      await showHeld(ids.map((id) => position(id)));
      await listen();
      script.put('orderEvents', { kind: 'closed', ids });
      await hold([]);
      const orders = ids.map((id) => ({
        ...closed(id),
        reason: 'stop-out' as const,
        realisedPnl: -id * 1e6,
      }));
      (await script.nextCall('history')).answer({
        ok: true,
        value: { orders, total: count, realisedTotal: money(0) },
      });
      await vi.waitFor(() => expect(announcedTexts()).not.toEqual([]));
      const words = ids.slice(0, each).map((id) => `Stop out · EUR/USD closed at 1.08100: -${id}.000000`);
      expect(announcedTexts()).toEqual(
        [...words, ...rest].map((text) => ({ text, live: 'assertive', isHearable: true })),
      );
    },
  );
});
