import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sealOfOrder } from '../../../server/chain/chain.ts';
import { orderRepository } from '../../../server/exchange/order-repository.ts';
import type { OrderTable } from '../../../server/exchange/order-tables.ts';
import type { OrderRecord } from '../../../server/exchange/state.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { type Order, orderId } from '../../../shared/domain/order.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { anyOrders } from '../../helpers/any-order.ts';
import { startDealing } from '../../helpers/dealing.ts';

const AT = timestampMs(1_764_000_000_000);

/** One that was cancelled has a time and a reason, of which its owner sees some. */
const recordOf = (accountId: AccountId, order: Order): OrderRecord =>
  order.status === 'cancelled'
    ? {
        accountId,
        order: { ...order, closedAt: order.closedAt ?? AT },
        cancelled: { at: order.closedAt ?? AT, why: order.reason ?? 'manual' },
      }
    : { accountId, order };

it('an order is the same after it was stored, under a seal of all its columns', async () => {
  // There are no postings of these orders.
  const { store, openAccount } = await startDealing({ sound: 'errors' });
  let last = 0;
  const check = async (orders: readonly Order[]) => {
    const account = await openAccount();
    const records = orders.map((order) => recordOf(account, { ...order, id: orderId(++last) }));
    await store.write(async (transaction) => {
      for (const record of records) await orderRepository(transaction).insert(record);
    });
    const repository = orderRepository(store.read);
    const statuses = ['pending', 'open'] as const;
    const { list: working } = await repository.listed({ account, statuses }, orders.length);
    const ended = await repository.closed(account, { unfilled: true }, 0, orders.length);
    const shown = records.filter(({ order }) => order.status !== 'cancelled' || order.reason !== undefined);
    expect([...working.map(({ order }) => order), ...ended].toSorted((a, b) => a.id - b.id)).toEqual(
      shown.map(({ order }) => order),
    );
    for (const { seal, ...row } of await store.read.selectFrom('orders').selectAll().execute()) {
      expect(sealOfOrder(row)).toBe(seal);
      for (const [column, value] of Object.entries(row))
        expect([column, sealOfOrder({ ...row, [column]: value === null ? 1 : `${value}0` })]).not.toEqual([
          column,
          seal,
        ]);
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(anyOrders, { minLength: 20, maxLength: 40 }), check), {
    numRuns: 3,
  });
});

it('seals of earlier versions stay: a later column counts from the first order that has a value in it', () => {
  const first = {
    id: 7,
    account_id: 1,
    instrument_id: 2,
    code: 'EURUSD',
    show_code: 'EUR/USD',
    precision: 5,
    side: 'buy',
    volume: 10_000,
    multiple: 100,
    stop_loss: 119_000,
    take_profit: null,
    status: 'closed',
    target_price: null,
    waits_below: 1,
    open_price: 120_000,
    margin: 1_200_000_000,
    fee: 600_000,
    close_price: 119_000,
    realised_pnl: -1_000_000_000,
    reason: 'stop-loss',
    split_from: null,
    created_at: 1_764_000_000_000,
    ended_at: 1_764_000_100_000,
  };
  const later = { trail_points: null, margin_level: null, prices_at: null, filled_at: null };
  const newest = { financing: null, financed_at: null };
  const seals = [
    [first, 'qqBCZuKWqSnT80YZWUfsJCC16xOER6Xu03jKqaPGIkM'],
    [{ ...first, ...later }, 'qqBCZuKWqSnT80YZWUfsJCC16xOER6Xu03jKqaPGIkM'],
    [{ ...first, ...later, trail_points: 50 }, 'f-sbdj4KXb2GWs0DyvT-snm3sqc6UbrILlgDlba3RnE'],
    [{ ...first, ...later, margin_level: 4_951 }, 'w0DlpD48afLICDVhJl-7KP_B99hXVwDOF-7S06_PgxI'],
    [{ ...first, ...later, prices_at: 5 }, 'kD_4PyZ20XWPjyflmLU7t6eZFj7iVEoZ5OHmzh2gRgM'],
    [{ ...first, ...later, filled_at: 6 }, 'vBk_5w6nC7QvXmtHIe2slW4Zq2QksktAN1qistTyNCc'],
    [{ ...first, ...later, ...newest, filled_at: 6 }, 'vBk_5w6nC7QvXmtHIe2slW4Zq2QksktAN1qistTyNCc'],
    [{ ...first, ...later, ...newest, financing: 7 }, 'WmHlRnhvHAhOApWxliubmFWk5JXMuNzy_6i9ZFLTbeA'],
    [{ ...first, ...later, ...newest, financed_at: 8 }, 'lpKz7Yz1q7me9en0xBJ4zN0u8venYyw_041Ac2IuVyw'],
  ] as const;
  for (const [row, seal] of seals) expect(sealOfOrder(row as unknown as OrderTable)).toBe(seal);
});
