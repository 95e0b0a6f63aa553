import fc from 'fast-check';
import { expect, it } from 'vitest';
import { catchUp } from '../../../server/exchange/catch-up.ts';
import type { WorkingOrder } from '../../../server/exchange/state.ts';
import { createTrails } from '../../../server/exchange/trails.ts';
import { createTriggers } from '../../../server/exchange/triggers.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { timestampMs } from '../../../shared/domain/time.ts';

const INSTRUMENT = instrumentId(1);

const orders = fc
  .record({
    side: fc.constantFrom('buy', 'sell'),
    isPending: fc.boolean(),
    waitsBelow: fc.boolean(),
    stop: fc.option(fc.integer({ min: 80, max: 120 }), { nil: undefined }),
    target: fc.option(fc.integer({ min: 80, max: 120 }), { nil: undefined }),
    trail: fc.option(fc.integer({ min: 1, max: 15 }), { nil: undefined }),
  })
  .map(({ side, isPending, waitsBelow, stop, target, trail }) => {
    const order = {
      id: orderId(1),
      instrumentId: INSTRUMENT,
      side,
      ...(stop === undefined ? {} : { stopLoss: price(stop) }),
      ...(isPending
        ? { status: 'pending', targetPrice: price(target ?? 100) }
        : { status: 'open', ...(target === undefined ? {} : { takeProfit: price(target) }) }),
      ...(trail === undefined ? {} : { trailPoints: trail }),
    };
    return { accountId: 1, order, waitsBelow } as unknown as WorkingOrder;
  });

it('finds what a watch would have found, tick by tick', () => {
  const one = fc.integer({ min: 85, max: 115 });
  const prices = fc.array(fc.tuple(one, fc.constantFrom(0, 0, 1, 4, 20)), { maxLength: 40 });
  fc.assert(
    fc.property(orders, prices, (order, points) => {
      const ticks = points.map(([bid, spread], at) => ({
        instrumentId: INSTRUMENT,
        close: price(bid),
        ask: price(bid + spread),
        time: timestampMs(at + 1),
      }));
      const trails = createTrails(() => undefined);
      const triggers = createTriggers();
      trails.put(order, timestampMs(0));
      triggers.put(order);
      const first = ticks.find((tick) => {
        const isTrailTouched = trails.take(INSTRUMENT, tick).length > 0;
        return triggers.reached(INSTRUMENT, tick).length > 0 || isTrailTouched;
      });
      const found = catchUp(order, ticks);
      expect(found.touchedBy).toEqual(first);
      // The tick that reaches a take profit may move the trailing stop as well.
      if (first === undefined) expect(found.stop).toBe(trails.stopOf(orderId(1)));
    }),
    { numRuns: 2_000 },
  );
});
