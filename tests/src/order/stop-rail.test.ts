import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Position } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { placeOn, stopRailOf } from '../../../src/screens/Order/stop-rail.ts';
import { aPosition } from '../../helpers/orders.ts';

const position = (side: Position['side'], stopLoss?: number, takeProfit?: number) =>
  aPosition({
    side,
    openPrice: 100_000,
    ...(stopLoss === undefined ? {} : { stopLoss }),
    ...(takeProfit === undefined ? {} : { takeProfit }),
  });

describe('the rail of a position', () => {
  it.each<[Position['side'], number | undefined, number | undefined, [number, number]]>([
    ['buy', 99_000, 103_000, [99_000, 103_000]],
    ['sell', 103_000, 99_000, [99_000, 103_000]],
    ['buy', 99_000, undefined, [99_000, 101_000]],
    ['buy', undefined, 102_000, [98_000, 102_000]],
    ['sell', 101_000, undefined, [99_000, 101_000]],
    ['sell', undefined, 98_000, [98_000, 102_000]],
    // A stop in the profit, and one at the opening price.
    ['buy', 100_500, undefined, [100_500, 101_000]],
    ['sell', 99_500, undefined, [99_000, 99_500]],
    ['buy', 100_000, undefined, [100_000, 100_100]],
  ])('of a %s with stop %s and target %s', (side, stopLoss, takeProfit, [low, high]) => {
    expect(stopRailOf(position(side, stopLoss, takeProfit))).toEqual({ low, high });
  });

  it('is not there without stops', () => {
    expect(stopRailOf(position('buy'))).toBeUndefined();
  });

  it('has each stop at its end, and every price on it, in order', () => {
    const stop = fc.option(fc.integer({ min: 90_000, max: 110_000 }), { nil: undefined });
    const points = fc.integer({ min: 1, max: 200_000 });
    fc.assert(
      fc.property(fc.constantFrom('buy', 'sell'), stop, stop, points, points, (side, one, other, a, b) => {
        fc.pre(one !== other);
        const sorted = one !== undefined && other !== undefined && one > other === (side === 'buy');
        const held = sorted ? position(side, other, one) : position(side, one, other);
        const rail = stopRailOf(held);
        if (rail === undefined) return;
        const profit = side === 'buy' ? 100 : 0;
        if (held.stopLoss !== undefined) expect(placeOn(rail, held.stopLoss)).toBe(100 - profit);
        if (held.takeProfit !== undefined) expect(placeOn(rail, held.takeProfit)).toBe(profit);
        const [left, right] = [placeOn(rail, price(Math.min(a, b))), placeOn(rail, price(Math.max(a, b)))];
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(100);
        expect(left).toBeLessThanOrEqual(right);
      }),
    );
  });
});
