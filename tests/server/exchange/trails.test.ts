import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { WorkingOrder } from '../../../server/exchange/state.ts';
import { createTrails } from '../../../server/exchange/trails.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { type OrderId, orderId, type Side, stopAt } from '../../../shared/domain/order.ts';
import { type Price, price } from '../../../shared/domain/price.ts';
import { closingPrice, type TwoPrices } from '../../../shared/domain/quote.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { aPosition } from '../../helpers/orders.ts';

const AT = timestampMs(0);
const INSTRUMENT = instrumentId(1);

const position = (id: number, side: Side, stopLoss: Price, trailPoints: number): WorkingOrder => ({
  accountId: 1 as AccountId,
  order: aPosition({
    id,
    instrumentId: INSTRUMENT,
    precision: 2,
    side,
    stopLoss,
    trailPoints,
    openPrice: 1_000,
  }),
});

/** What one order alone would do, by the words of the contract. */
interface Naive {
  readonly side: Side;
  readonly points: number;
  stop: number;
}

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('tick' as const),
        close: fc.integer({ min: 900, max: 1_100 }),
        spread: fc.constantFrom(0, 0, 3, 40),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('open' as const),
        side: fc.constantFrom<Side>('buy', 'sell'),
        points: fc.integer({ min: 1, max: 120 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), pick: fc.nat() }) },
  ),
  { maxLength: 120, size: 'max' },
);

type Steps = typeof steps extends fc.Arbitrary<infer T> ? T : never;

it('every stop is where it would be alone, and touched when it would be alone', () => {
  fc.assert(fc.property(steps, compare));
});

function compare(list: Steps): void {
  const naive = new Map<OrderId, Naive>();
  let moves = 0;
  const trails = createTrails(() => moves++);
  let prices: TwoPrices = { close: price(1_000), ask: price(1_000) };
  const now = (side: Side) => closingPrice(side, prices);
  let [made, shouldMove] = [0, 0];
  for (const step of list) {
    if (step.do === 'open') {
      const { side, points } = step;
      const id = orderId(++made);
      const stop = stopAt(side, now(side), points);
      trails.put(position(id, side, stop, points), AT);
      naive.set(id, { side, points, stop });
    } else if (step.do === 'remove') {
      const id = [...naive.keys()][step.pick % Math.max(1, naive.size)];
      if (id === undefined) continue;
      trails.remove(id);
      naive.delete(id);
    } else {
      prices = { close: price(step.close), ask: price(step.close + step.spread) };
      const touched: number[] = [];
      let hasMoved = false;
      for (const [id, one] of naive) {
        const sign = one.side === 'buy' ? 1 : -1;
        if ((now(one.side) - one.stop) * sign <= 0) touched.push(id);
        const next = now(one.side) - one.points * sign;
        if ((next - one.stop) * sign > 0) {
          one.stop = next;
          hasMoved = true;
        }
      }
      if (hasMoved) shouldMove++;
      expect(trails.take(INSTRUMENT, prices).map(({ order }) => order.id)).toEqual(
        touched.sort((a, b) => a - b),
      );
      expect(moves > 0).toBe(shouldMove > 0);
      for (const id of touched) {
        trails.remove(orderId(id));
        naive.delete(orderId(id));
      }
    }
    for (const [id, one] of naive) expect(trails.stopOf(id)).toBe(one.stop);
  }
  const moved = new Set([...trails.moved()].map(({ order }) => order.order.id));
  for (const id of moved) expect(naive.has(id)).toBe(true);
}
