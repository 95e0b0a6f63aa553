import { describe, expect, it } from 'vitest';
import { orderId } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { UNIT_RATE } from '../../../shared/domain/rate.ts';
import { volume } from '../../../shared/domain/volume.ts';
import {
  closeShares,
  largestPart,
  newestFirst,
  readCloseSize,
  stakeOf,
  stopReference,
  stopTexts,
} from '../../../src/screens/shared/order-model.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { aPending, aPosition } from '../../helpers/orders.ts';

const position = aPosition({
  id: 7,
  volume: 10_000,
  createdAt: 1_700_000_000_000,
  margin: 1_080_000_000,
  fee: 540_000,
});
const pending = aPending({ id: 7, volume: 10_000, createdAt: 1_700_000_000_000 });
const NOW = price(108_500);

describe('the stops of an order', () => {
  it('are shown as a user would type them, and empty if absent', () => {
    expect(stopTexts(position)).toEqual({ stopLoss: '', takeProfit: '' });
    expect(stopTexts({ ...position, stopLoss: price(100_000), takeProfit: price(110_005) })).toEqual({
      stopLoss: '1.00000',
      takeProfit: '1.10005',
    });
  });
  it('are checked against the current price of a position, and the target of a pending order', () => {
    expect(stopReference(position, NOW)).toBe(NOW);
    expect(stopReference(position, undefined)).toBeUndefined();
    expect(stopReference(pending, NOW)).toBe(107_000);
  });
  it.each([
    ['a loss below the opening', position, 'stopLoss', '1.07000', -1_000_000_000],
    ['a gain locked in above the opening', position, 'stopLoss', '1.08200', 200_000_000],
    ['a gain', position, 'takeProfit', '1.09000', 1_000_000_000],
    ['nothing when empty', position, 'takeProfit', '', undefined],
    ['nothing when zero', position, 'takeProfit', '0', undefined],
    ['nothing on the wrong side', position, 'stopLoss', '1.09000', undefined],
    ['nothing when not readable', position, 'stopLoss', '1.0.7', undefined],
    ['nothing beyond the range of money', position, 'takeProfit', '9999999999', undefined],
    ['a loss below the target', pending, 'stopLoss', '1.06900', -100_000_000],
  ] as const)('stand for %s', (_, order, field, text, stake) => {
    const reference = stopReference(order, NOW);
    expect(stakeOf(order, field, text, reference, { instrument: eurusd, rate: UNIT_RATE })).toBe(stake);
  });
});

describe('the size to close', () => {
  const terms = { lotStep: volume(100), minVolume: volume(500) };
  it.each([
    ['1.00', undefined],
    ['1', undefined],
    ['0.95', 9_500],
    ['0.05', 500],
  ])('%s of one lot closes %s', (text, size) => {
    expect(readCloseSize(text, position, terms)).toEqual({ ok: true, value: size });
  });
  it.each([
    ['0.96', 'above-max'],
    ['1.01', 'above-max'],
    ['0.04', 'below-min'],
    ['0.055', 'off-step'],
    ['', 'zero'],
    ['x', 'malformed'],
  ])('%j is refused as %s', (text, error) => {
    expect(readCloseSize(text, position, terms)).toEqual({ ok: false, error });
  });
  it('is all of a position that is smaller than the smallest size, or beside the step, of today', () => {
    const old = { ...position, volume: volume(150) };
    expect(readCloseSize('0.015', old, terms)).toEqual({ ok: true, value: undefined });
    expect(readCloseSize('0.01', old, terms)).toEqual({ ok: false, error: 'below-min' });
  });
  it('leaves a rest that can be traded on its own', () => {
    expect(largestPart(position, terms)).toBe(9_500);
    expect(largestPart({ ...position, volume: volume(500) }, terms)).toBe(0);
  });
});

it('lists the newest order first', () => {
  const ids = [3, 1, 2].map((id) => ({ id: orderId(id) }));
  expect(newestFirst(ids).map((order) => order.id)).toEqual([3, 2, 1]);
});

describe('the shares to close', () => {
  const shares = (size: number, lotStep: number, minVolume: number) =>
    closeShares(
      { ...position, volume: volume(size) },
      { lotStep: volume(lotStep), minVolume: volume(minVolume) },
    ).map((one) => `${one.percent}% ${one.size}`);
  it.each([
    [10_000, 100, 100, '25% 2500, 50% 5000, 75% 7500, 100% 10000'],
    [300, 100, 100, '25% 100, 75% 200, 100% 300'],
    [200, 100, 100, '50% 100, 100% 200'],
    [100, 100, 100, '100% 100'],
    [1_000, 100, 500, '50% 500, 100% 1000'],
  ])(
    'of %i, in steps of %i, at least %i: rounded, tradable, and no size twice, but as the nearest share',
    (size, step, min, expected) => {
      expect(shares(size, step, min).join(', ')).toBe(expected);
    },
  );
});
