import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money } from '../../../../shared/domain/money.ts';
import type { OpeningFacts } from '../../../../shared/domain/opening.ts';
import { stopsAreValid } from '../../../../shared/domain/order.ts';
import { price } from '../../../../shared/domain/price.ts';
import { UNIT_RATE } from '../../../../shared/domain/rate.ts';
import { volume } from '../../../../shared/domain/volume.ts';
import {
  changed,
  meaningOf,
  moveOf,
  type OrderLine,
  problemOf,
  snapped,
  type WorkingOrder,
} from '../../../../src/chart/orders/line-change.ts';
import { eurusd } from '../../../helpers/instruments.ts';
import { aPending, aPosition } from '../../../helpers/orders.ts';

const position = aPosition({ volume: 3_000, openPrice: 113_697 });
const pending = aPending({ volume: 3_000, targetPrice: 113_650 });
const sell = { ...position, side: 'sell' } as const;
const NOW = price(113_725);

const line = (part: OrderLine['part'], order: WorkingOrder = position): OrderLine => ({
  part,
  order,
  price: price(113_697),
  isWaiting: false,
  isLocked: false,
});

/** An account that could pay for the order at its price, but not much above it. */
const opening: OpeningFacts = {
  instrument: eurusd,
  isMarketOpen: true,
  now: NOW,
  rate: UNIT_RATE,
  feeType: 'of-margin',
  freeMargin: money(342_000_000),
};

describe('a line that is moved', () => {
  const trailing = { ...position, trailPoints: 150, stopLoss: price(113_575) };
  it.each([
    ['of a buy above the market', line('position'), 113_784, { what: 'take-profit', price: 113_784 }],
    ['of a buy below the market', line('position'), 113_710, { what: 'stop-loss', price: 113_710 }],
    ['of a sell above the market', line('position', sell), 113_784, { what: 'stop-loss', price: 113_784 }],
    ['of a sell below the market', line('position', sell), 113_710, { what: 'take-profit', price: 113_710 }],
    ['of a stop', line('stop-loss'), 113_784, { what: 'stop-loss', price: 113_784 }],
    ['of a target', line('take-profit'), 113_600, { what: 'take-profit', price: 113_600 }],
    ['of a pending order', line('pending', pending), 113_600, { what: 'order-price', price: 113_600 }],
    [
      'of a stop that trails',
      line('trailing-stop', trailing),
      113_600,
      { what: 'trailing-stop', price: 113_600, points: 125 },
    ],
    [
      'of a position whose stop trails',
      line('position', trailing),
      113_600,
      { what: 'trailing-stop', price: 113_600, points: 125 },
    ],
  ] as const)('%s is the right command', (_, moved, to, expected) => {
    expect(moveOf(moved, price(to), NOW)).toEqual(expected);
  });

  it('is refused as the exchange would refuse it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<'buy' | 'sell'>('buy', 'sell'),
        fc.constantFrom<'stop-loss' | 'take-profit'>('stop-loss', 'take-profit'),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        (side, what, to, now) => {
          const problem = problemOf(
            { ...position, side },
            { what, price: price(to) },
            { ...opening, now: price(now) },
          );
          const [stop, target] = what === 'stop-loss' ? [price(to), undefined] : [undefined, price(to)];
          expect(problem === undefined).toBe(stopsAreValid(side, price(now), stop, target));
        },
      ),
    );
  });

  it('of a pending order may neither pass its stops nor stand at the market', () => {
    const order = { ...pending, stopLoss: price(113_600), takeProfit: price(113_800) };
    const problem = (to: number) => problemOf(order, { what: 'order-price', price: price(to) }, opening);
    expect([113_600, 113_601, 113_725, 113_799, 113_800].map(problem)).toEqual([
      'stops',
      undefined,
      'at-market',
      undefined,
      'stops',
    ]);
  });

  it('of a pending sell may not pass its stops either, which are the other way round', () => {
    const order = { ...pending, side: 'sell', stopLoss: price(113_800), takeProfit: price(113_600) } as const;
    const problem = (to: number) => problemOf(order, { what: 'order-price', price: price(to) }, opening);
    expect([113_600, 113_601, 113_799, 113_800].map(problem)).toEqual([
      'stops',
      undefined,
      undefined,
      'stops',
    ]);
  });

  it('of a pending order needs an open market, and free margin for the order and its fee', () => {
    const problem = (to: number, facts: Partial<OpeningFacts> = {}) =>
      problemOf(pending, { what: 'order-price', price: price(to) }, { ...opening, ...facts });
    // 341.829 and a fee of 0.170915; a point more costs 0.003 more.
    expect([113_943, 113_944].map((to) => problem(to))).toEqual([undefined, 'not-enough']);
    expect(problem(113_600, { isMarketOpen: false })).toBe('closed');
    // The exchange knows.
    expect(problem(113_944, { freeMargin: undefined })).toBeUndefined();
  });

  it('to the distance of a stop that trails is judged by the distance, wherever the market has gone', () => {
    const trailing = { ...position, trailPoints: 150, stopLoss: price(113_575) };
    const problem = (points: number, now: number) =>
      problemOf(
        trailing,
        { what: 'trailing-stop', price: price(113_600), points },
        { ...opening, now: price(now) },
      );
    expect([problem(10, 113_610), problem(10, 113_590)]).toEqual([undefined, undefined]);
    expect([problem(0, 113_610), problem(113_610, 113_610)]).toEqual(['wrong-side', 'wrong-side']);
  });

  it('to a stop of a pending order is judged by the price of the order, not by that of the market', () => {
    const problem = (what: 'stop-loss' | 'take-profit', to: number) =>
      problemOf(pending, { what, price: price(to) }, opening);
    expect([problem('stop-loss', 113_649), problem('stop-loss', 113_650)]).toEqual([undefined, 'wrong-side']);
    expect([problem('take-profit', 113_651), problem('take-profit', 113_650)]).toEqual([
      undefined,
      'wrong-side',
    ]);
    const unknown = { ...opening, now: undefined };
    expect(problemOf(pending, { what: 'stop-loss', price: price(113_649) }, unknown)).toBeUndefined();
  });

  it('is at a whole point, and never below the first one', () => {
    expect([113_696.4, 113_696.5, 0.2, -7].map(snapped)).toEqual([113_696, 113_697, 1, 1]);
  });

  it('is not judged without a market price', () => {
    expect(problemOf(position, { what: 'stop-loss', price: price(1) }, { ...opening, now: undefined })).toBe(
      'unknown',
    );
  });
});

describe('the meaning of a move', () => {
  const meaning = (orders: readonly WorkingOrder[], to: number) =>
    meaningOf(
      orders,
      orders.map(() => ({ what: 'take-profit', price: price(to) })),
      NOW,
      { instrument: eurusd, rate: UNIT_RATE },
    );

  it('is the money of all its orders, the points from their entry, and reward as a multiple of the risk', () => {
    const order = { ...position, stopLoss: price(113_655) };
    expect(meaning([order], 113_784)).toEqual({ money: 26_100_000, points: 87, reward: 21 });
    expect(meaning([order, order], 113_784)).toEqual({ money: 52_200_000, points: 87, reward: 21 });
  });

  it('of a stop that trails is its distance from the market', () => {
    const move = { what: 'trailing-stop', price: price(113_600), points: 125 } as const;
    const order = { ...position, trailPoints: 150, stopLoss: price(113_575) };
    const facts = { instrument: eurusd, rate: UNIT_RATE };
    expect(meaningOf([order], [move], NOW, facts)).toMatchObject({ points: 125, money: -29_100_000 });
  });

  it('has the reward of a sell, and of sizes that differ by their weight', () => {
    const order = { ...sell, stopLoss: price(113_739) };
    expect(meaning([order], 113_613).reward).toBe(20);
    const small = { ...position, volume: volume(1_000), stopLoss: price(113_597) };
    const large = { ...position, stopLoss: price(113_677) };
    // 0.10 lots risk 100 points, 0.30 lots risk 20; both gain 100.
    expect(meaning([small, large], 113_797).reward).toBe(25);
  });

  it('leaves out what differs, is unknown or is no risk', () => {
    const other = { ...position, openPrice: price(113_690), stopLoss: price(113_655) };
    expect(meaning([position, other], 113_784)).toMatchObject({ points: undefined, reward: undefined });
    expect(meaning([{ ...position, stopLoss: price(113_700) }], 113_784).reward).toBeUndefined();
    expect(meaning([{ ...position, stopLoss: price(113_655) }], 113_600).reward).toBeUndefined();
    expect(
      meaningOf([position], [{ what: 'stop-loss', price: price(1) }], NOW, {
        instrument: undefined,
        rate: UNIT_RATE,
      }).money,
    ).toBeUndefined();
  });

  it('of a price of a pending order is its distance from the market', () => {
    const move = { what: 'order-price', price: price(113_700) } as const;
    const facts = { instrument: eurusd, rate: UNIT_RATE };
    expect(meaningOf([pending], [move], NOW, facts)).toMatchObject({ money: undefined, points: 25 });
  });

  it('of a price of pending orders is also the margin and the money at their stops, once they are filled', () => {
    const move = { what: 'order-price', price: price(113_700) } as const;
    const facts = { instrument: eurusd, rate: UNIT_RATE };
    const order = { ...pending, stopLoss: price(113_600), takeProfit: price(113_850) };
    const meaning = (...orders: readonly WorkingOrder[]) =>
      meaningOf(
        orders,
        orders.map(() => move),
        NOW,
        facts,
      );
    // 0.30 lots of 100,000 at 1.13700, a hundredth of it as margin; 30 units a point.
    expect(meaning(order)).toEqual({
      money: undefined,
      pending: { margin: 341_100_000, loss: -30_000_000, gain: 45_000_000 },
      points: 25,
      reward: 15,
    });
    expect(meaning(order, order).pending).toEqual({
      margin: 682_200_000,
      loss: -60_000_000,
      gain: 90_000_000,
    });
    expect(meaning(order, pending).pending).toEqual({
      margin: 682_200_000,
      loss: undefined,
      gain: undefined,
    });
    expect(meaningOf([order], [move], NOW, { ...facts, rate: undefined }).pending).toEqual({
      margin: undefined,
      loss: undefined,
      gain: undefined,
    });
  });
});

it('a change to a fixed stop ends the trailing one', () => {
  const order = changed({ ...position, trailPoints: 70 }, { what: 'stop-loss', price: price(5) });
  expect(order).toEqual({ ...position, stopLoss: 5 });
});
