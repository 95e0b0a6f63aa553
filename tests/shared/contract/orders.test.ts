import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wireInstrument } from '../../../server/listings/market-encoder.ts';
import { decodeAccount, decodeEnvelope, decodeInstruments } from '../../../shared/contract/domain.ts';
import { decodeOrder, encodeOrder, type WireOrder } from '../../../shared/contract/order-row.ts';
import { money } from '../../../shared/domain/money.ts';
import { ORDER_FIELDS, type OrderField } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { anyOrders } from '../../helpers/any-order.ts';
import { INSTRUMENTS } from '../../helpers/dealing.ts';

const EURUSD = INSTRUMENTS[0] as (typeof INSTRUMENTS)[number];

describe('an order', () => {
  // spec: 3.4
  it('is the same order after crossing the wire', () => {
    fc.assert(
      fc.property(anyOrders, (order) => {
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
      fc.property(anyOrders, fc.nat(), (order, at) => {
        const fields = Object.values<OrderField>(ORDER_FIELDS[order.status]);
        const needed = fields.filter(({ kind, isOptional }) => kind !== 'word' || !isOptional);
        const { wire: field, isListed } = needed[at % needed.length] ?? { wire: '' };
        const row: WireOrder = encodeOrder(order, undefined);
        const sent = isListed
          ? { ...row, ForexTradeLists: { ...row.ForexTradeLists, [field]: null } }
          : { ...row, [field]: null };
        expect(decodeOrder(sent)).toEqual({ ok: false, error: { field } });
      }),
      { numRuns: 1_000 },
    );
    expect(decodeOrder({ ForexTradeLists: 1 })).toEqual({ ok: false, error: { field: 'ForexTradeLists' } });
  });

  it('of an earlier version has zero for what was added later', () => {
    fc.assert(
      fc.property(anyOrders, (order) => {
        const row: Record<string, unknown> = { ...encodeOrder(order, undefined) };
        const earlier: Record<string, unknown> = { ...order };
        for (const [name, field] of Object.entries<OrderField>(ORDER_FIELDS[order.status])) {
          if (!field.isLater) continue;
          delete row[field.wire];
          if (field.isOptional) delete earlier[name];
          else earlier[name] = 0;
        }
        expect(decodeOrder(row)).toEqual({ ok: true, value: earlier });
      }),
    );
  });

  it('with an unknown status is refused', () => {
    fc.assert(
      fc.property(anyOrders, (order) => {
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

  it.each([
    [0, undefined],
    [1, 1],
    [5, 5],
    [6, undefined],
    [7, undefined],
    [2.5, undefined],
  ])('a triple night on day %d is one on day %s', (TripleDay, tripleDay) => {
    const wire = { ...wireInstrument(EURUSD, undefined, 'en'), TripleDay };
    const read = decodeInstruments({ list: [wire] });
    expect(read.ok && read.value[0]?.tripleDay).toBe(tripleDay);
  });

  // spec: 3.1
  it.each([-1, 9, 1.5])('an instrument with a precision of %d is refused', (PricePrecision) => {
    expect(decodeInstruments({ list: [{ PricePrecision }] })).toEqual({
      ok: false,
      error: { field: 'PricePrecision' },
    });
  });
});
