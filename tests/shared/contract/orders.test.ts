import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeAccount, decodeEnvelope, decodeInstruments } from '../../../shared/contract/domain.ts';
import { decodeOrder, encodeOrder } from '../../../shared/contract/order-row.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { money } from '../../../shared/domain/money.ts';
import { type Order, orderId } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { volume } from '../../../shared/domain/volume.ts';

const points = fc.integer({ min: 1, max: 10_000_000 }).map(price);
const amount = fc.integer({ min: -1e12, max: 1e12 }).map(money);
const at = fc.integer({ min: 0, max: 4e12 }).map(timestampMs);
const facts = fc.record({
  id: fc.integer({ min: 1, max: 1e9 }).map(orderId),
  instrumentId: fc.integer({ min: 1, max: 9_999 }).map(instrumentId),
  code: fc.constant('EURUSD'),
  showCode: fc.constant('EUR/USD'),
  precision: fc.integer({ min: 0, max: 6 }),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  volume: fc.integer({ min: 1, max: 1e7 }).map(volume),
  multiple: fc.constantFrom(1, 100),
  createdAt: at,
});
const held = fc.record({ openPrice: points, margin: amount, fee: amount });
const closed = fc.record({
  closePrice: points,
  realisedPnl: amount,
  closedAt: at,
  reason: fc.constantFrom(
    'manual' as const,
    'stop-loss' as const,
    'trailing-stop' as const,
    'take-profit' as const,
    'stop-out' as const,
    'reset' as const,
  ),
});
const level = fc.oneof(fc.constant({}), fc.record({ marginLevel: fc.integer({ min: -1e6, max: 1e6 }) }));
const stops = fc.oneof(
  fc.constant({}),
  fc.record({ stopLoss: points }),
  fc.record({ stopLoss: points, takeProfit: points }),
  fc.record({ stopLoss: points, trailPoints: fc.integer({ min: 1, max: 1e9 }) }),
);

const orders: fc.Arbitrary<Order> = fc.oneof(
  fc
    .tuple(facts, stops, points)
    .map(([f, s, targetPrice]) => ({ ...f, ...s, status: 'pending' as const, targetPrice })),
  fc
    .tuple(facts, stops, points, fc.constantFrom({}, { reason: 'no-margin' as const }))
    .map(([f, s, targetPrice, why]) => ({ ...f, ...s, ...why, status: 'cancelled' as const, targetPrice })),
  fc.tuple(facts, stops, held).map(([f, s, h]) => ({ ...f, ...s, ...h, status: 'open' as const })),
  fc
    .tuple(facts, stops, held, closed, level)
    .map(([f, s, h, c, l]) => ({ ...f, ...s, ...h, ...c, ...l, status: 'closed' as const })),
);

describe('an order', () => {
  // spec: 3.4
  it('is the same order after crossing the wire', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const sent: unknown = JSON.parse(
          JSON.stringify(encodeOrder(order, { price: price(5), pnl: money(7) })),
        );
        expect(decodeOrder(sent)).toEqual({ ok: true, value: order });
      }),
      { numRuns: 2_000 },
    );
  });

  it('is refused with the name of the wrong field', () => {
    fc.assert(
      fc.property(
        orders,
        fc.constantFrom(
          'Id',
          'Quantity',
          'Status',
          'TargetLossPrice',
          'CreateTimeHandler',
          'ForexTradeLists',
        ),
        (order, field) => {
          const sent = { ...encodeOrder(order, undefined), [field]: null };
          expect(decodeOrder(sent)).toEqual({ ok: false, error: { field } });
        },
      ),
    );
  });

  it('with an unknown status is refused', () => {
    fc.assert(
      fc.property(orders, (order) => {
        expect(decodeOrder({ ...encodeOrder(order, undefined), Status: 9 })).toEqual({
          ok: false,
          error: { field: 'Status' },
        });
      }),
      { numRuns: 5 },
    );
  });
});

describe('other answers', () => {
  // spec: 7.4
  it.each([
    [null, 'envelope'],
    [[], 'envelope'],
    [{ code: '1', msg: '', data: 1 }, 'code'],
    [{ code: 1, data: 1 }, 'msg'],
  ])('%j is not an envelope because of its %s', (value, field) => {
    expect(decodeEnvelope(value)).toEqual({ ok: false, error: { field } });
  });

  it('an account amount beyond exact numbers is refused, not rounded', () => {
    expect(decodeAccount({ balance: 1e300, lock_balance: 0 }).ok).toBe(false);
  });

  // spec: 3.1
  it.each([-1, 9, 1.5])('an instrument with a precision of %d is refused', (PricePrecision) => {
    expect(decodeInstruments({ list: [{ PricePrecision }] })).toEqual({
      ok: false,
      error: { field: 'PricePrecision' },
    });
  });
});
