import { describe, expect, it } from 'vitest';
import { orderId } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { volume } from '../../../shared/domain/volume.ts';
import {
  closeShares,
  largestPart,
  newestFirst,
  readCloseSize,
  stopReference,
} from '../../../src/screens/shared/order-model.ts';
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

it('stops are checked against the current price of a position, and the target of a pending order', () => {
  expect(stopReference(position, NOW)).toBe(NOW);
  expect(stopReference(position, undefined)).toBeUndefined();
  expect(stopReference(pending, NOW)).toBe(107_000);
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
