import { batch, effect } from '@preact/signals-react';
import { describe, expect, test, vi } from 'vitest';
import { orderId } from '../../../shared/domain/order.ts';
import { createAccountSignals } from '../../../src/state/account-signals.ts';
import { marketFrame } from '../../helpers/market-frames.ts';

const [A, B] = [orderId(11), orderId(12)];

describe('the account in a market frame', () => {
  test('updates the figures and the profits of the visible positions', () => {
    const marks = createAccountSignals(
      () => {},
      () => {},
    );
    const shown = marks.of(A);
    const account = {
      balance: 100,
      floatingPnl: 5,
      equity: 105,
      margin: 50,
      freeMargin: 55,
      marginLevel: 21_000,
    };
    batch(() =>
      marks.apply(
        marketFrame(
          [{ id: 1, close: 9 }],
          [
            [B, 1, 2],
            [A, 108_512, -3_000_000],
          ],
          account,
        ),
      ),
    );
    expect(marks.figures.equity.value).toBe(105);
    expect(marks.figures.freeMargin.value).toBe(55);
    expect(marks.figures.marginLevel.value).toBe(21_000);
    expect(marks.figures.riskRate.value).toBeUndefined();
    expect(shown.price.value).toBe(108_512);
    expect(shown.pnl.value).toBe(-3_000_000);
    expect(marks.of(B).pnl.value).toBeUndefined();
  });

  test('is unknown in a frame without one, and after it was dropped', () => {
    const marks = createAccountSignals(
      () => {},
      () => {},
    );
    const shown = marks.of(A);
    const full = marketFrame([], [[A, 1, 2]], { balance: 100 });
    marks.apply(full);
    marks.apply(marketFrame([], []));
    expect(marks.figures.balance.value).toBeUndefined();
    marks.apply(full);
    marks.clear();
    expect(marks.figures.balance.value).toBeUndefined();
    expect(shown.pnl.value).toBeUndefined();
  });

  test('forgets closed positions', () => {
    const marks = createAccountSignals(
      () => {},
      () => {},
    );
    const [a, b] = [marks.of(A), marks.of(B)];
    marks.keepOnly([B]);
    expect(marks.of(B)).toBe(b);
    expect(marks.of(A)).not.toBe(a);
  });
});

test('an observer is called when the first subscriber comes and when the last one leaves', () => {
  const changed = vi.fn();
  const marks = createAccountSignals(changed, () => {});
  const stops = [
    effect(() => void marks.figures.equity.value),
    effect(() => void marks.of(A).pnl.value),
    effect(() => void marks.of(A).pnl.value),
  ];
  expect(changed).toHaveBeenCalledOnce();
  expect(marks.watched).toBeGreaterThan(0);
  for (const stop of stops) stop();
  expect(changed).toHaveBeenCalledTimes(2);
  expect(marks.watched).toBe(0);
});

test('asks for a frame once for all positions that are new to it', async () => {
  const asked = vi.fn();
  const marks = createAccountSignals(() => {}, asked);
  marks.of(A);
  marks.of(B);
  await Promise.resolve();
  expect(asked).toHaveBeenCalledTimes(1);
  marks.of(A);
  await Promise.resolve();
  expect(asked).toHaveBeenCalledTimes(1);
  marks.keepOnly([A]);
  marks.of(B);
  await Promise.resolve();
  expect(asked).toHaveBeenCalledTimes(2);
});
