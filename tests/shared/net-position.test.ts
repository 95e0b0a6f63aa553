import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instrumentId } from '../../shared/domain/instrument.ts';
import { money } from '../../shared/domain/money.ts';
import { byInstrument, netOf, type PartOfNet, totalOf } from '../../shared/domain/net-position.ts';
import { SIDES } from '../../shared/domain/order.ts';
import { floatingPnl, pointValue } from '../../shared/domain/pnl.ts';
import { price } from '../../shared/domain/price.ts';
import { UNIT_RATE } from '../../shared/domain/rate.ts';
import { volume } from '../../shared/domain/volume.ts';

const part = (side: PartOfNet['side'], lots: number, openPrice: number): PartOfNet => ({
  side,
  volume: volume(Math.round(lots * 10_000)),
  openPrice: price(openPrice),
});

describe('the net position of an instrument', () => {
  it('has the lots of the larger side less the other, and the price at which all parts together are even', () => {
    const parts = [
      part('sell', 0.02, 245_045),
      part('sell', 0.02, 243_010),
      part('sell', 0.01, 241_920),
      part('buy', 0.01, 242_482),
    ];
    expect(netOf(parts)).toEqual({ side: 'sell', volume: volume(400), average: price(243_887) });
  });

  it('has neither a side nor an average while both sides are of one size', () => {
    expect(netOf([part('buy', 0.3, 108_000), part('sell', 0.3, 109_000)])).toEqual({
      side: undefined,
      volume: volume(0),
      average: undefined,
    });
  });

  it('has no average where the sides nearly balance and none above zero is meant', () => {
    const { side, average } = netOf([part('buy', 1, 110_000), part('sell', 0.99, 120_000)]);
    expect([side, average]).toEqual(['buy', undefined]);
  });

  it('rounds the average to the nearest point, halves up', () => {
    const average = (...openPrices: number[]) =>
      netOf(openPrices.map((one) => part('sell', 0.1, one))).average;
    expect([average(100, 101), average(100, 100, 101), average(100, 101, 101)]).toEqual([101, 100, 101]);
  });

  it('is exact for many large parts: at its average the sum of their profits is within half a point of zero', () => {
    const parts = fc.array(
      fc.record({
        side: fc.constantFrom(...SIDES),
        volume: fc.integer({ min: 1, max: 10_000_000 }).map(volume),
        openPrice: fc.integer({ min: 9_000_000, max: 11_000_000 }).map(price),
      }),
      { minLength: 1, maxLength: 300 },
    );
    fc.assert(
      fc.property(parts, (all) => {
        const { side, volume: lots, average } = netOf(all);
        if (side === undefined || average === undefined) return;
        const profit = all.reduce((sum, { volume: size, openPrice, side: own }) => {
          const points = BigInt(average) - BigInt(openPrice);
          return sum + (own === 'buy' ? points : -points) * BigInt(size);
        }, 0n);
        expect(2n * (profit < 0n ? -profit : profit)).toBeLessThanOrEqual(BigInt(lots));
      }),
    );
  });

  it('earns with its parts: at any price their sum is that of the net lots from the average, if that is whole', () => {
    const parts = [part('buy', 0.3, 108_000), part('buy', 0.1, 108_400), part('sell', 0.2, 108_100)];
    const { average, side, volume: lots } = netOf(parts);
    expect([average, side, lots]).toEqual([108_100, 'buy', 2_000]);
    const profitOf = ({ side: own, volume: size, openPrice }: PartOfNet) =>
      floatingPnl(own, openPrice, price(108_250), pointValue(size, 100_000, 5), UNIT_RATE);
    expect(totalOf(parts.map(profitOf))).toBe(30_000_000);
    expect(profitOf({ side: 'buy', volume: lots, openPrice: price(108_100) })).toBe(30_000_000);
  });
});

it('groups by instrument in the order of their numbers, and leaves the order within', () => {
  const held = [3, 1, 3, 2, 1].map((id, at) => ({ instrumentId: instrumentId(id), at }));
  expect(byInstrument(held, (one) => one).map((group) => group.map(({ at }) => at))).toEqual([
    [1, 4],
    [3],
    [0, 2],
  ]);
});

it('has no sum while a part of it is unknown, and none beyond the range of money', () => {
  expect(totalOf([money(5), money(-7)])).toBe(-2);
  expect(totalOf([])).toBe(0);
  expect(totalOf([money(5), undefined])).toBeUndefined();
  expect(totalOf([money(Number.MAX_SAFE_INTEGER), money(Number.MAX_SAFE_INTEGER)])).toBeUndefined();
});
