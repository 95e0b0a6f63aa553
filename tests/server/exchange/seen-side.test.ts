import { describe, expect, it } from 'vitest';
import type { Session } from '../../../server/accounts/sessions.ts';
import { orderCalls } from '../../../server/exchange/order-calls.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { Result } from '../../../shared/result.ts';
import { codeOf, good, ticket } from '../../helpers/dealing.ts';
import { points, spread } from './two-price-scene.ts';

describe('the price that the user saw', () => {
  const moved = (now: number): Result<unknown> => ({
    ok: false,
    error: { code: CODE.priceMoved, message: '', facts: { price: now } },
  });

  it.each([
    [undefined, 1.2, true],
    ['bid', 1.2, true],
    ['bid', 1.2002, false],
    ['ask', 1.2002, true],
    ['ask', 1.2, false],
  ] as const)('of side %s at %d is compared with that side', async (seenSide, seenPrice, isNear) => {
    const { exchange, account, submit } = await spread();
    const seen = { seenPrice, deviationPoints: 10, ...(seenSide && { seenSide }) };
    // Whatever the side of the order.
    for (const side of ['buy', 'sell'] as const) {
      const outcome = await exchange.submit(account, ticket('EURUSD', side, seen));
      if (isNear) good(outcome);
      else expect(outcome).toEqual(moved(side === 'buy' ? 1.2002 : 1.2));
      const id = await submit(side);
      const tapped = { ...seen, seenPrice: points(seenPrice) };
      const closed = await exchange.close(account, id, undefined, undefined, tapped);
      if (isNear) good(closed);
      else expect(closed).toEqual(moved(side === 'buy' ? 1.2 : 1.2002));
    }
  });

  it('too long ago, is answered with what the command would have dealt at', async () => {
    const { exchange, market, account, submit } = await spread();
    const seenAt = market.now();
    const ids = [await submit('buy'), await submit('sell')] as const;
    const [high, low] = [
      await submit('buy', { target: 1.3 }),
      await submit('sell', { target: 1.3 }),
    ] as const;
    market.pass(10_001);
    const late = { seenAt };
    expect([
      await exchange.submit(account, ticket('EURUSD', 'buy', { seenAt })),
      await exchange.submit(account, ticket('EURUSD', 'sell', { seenAt, target: 1.3 })),
      await exchange.close(account, ids[0], undefined, undefined, late),
      await exchange.close(account, ids[1], undefined, undefined, late),
      await exchange.amend(account, high, undefined, points(1.31), late),
      await exchange.amend(account, low, undefined, points(1.31), late),
    ]).toEqual([1.2002, 1.2, 1.2, 1.2002, 1.2002, 1.2].map(moved));
  });

  it('comes with its side on the wire, which says nothing without a price', async () => {
    const { exchange, market, account, submit } = await spread();
    const calls = orderCalls({ market, exchange });
    const session: Session = { accountId: account } as Session;
    const by = { session, language: 'en', visitor: {} as never } as const;
    const seen = { seen_price: '1.2002', deviation: 0 } as const;
    const market_order = { type: 1, cont: '0.1', forex_id: 1, status: 1, multiple: 100 } as const;
    const order = (more: object) => calls.submitOrder({ ...market_order, ...more } as never, by);
    const close = async (more: object) =>
      calls.closeOrder({ id: await submit('sell'), ...more } as never, by);
    for (const send of [order, close]) {
      expect(codeOf(await send({ ...seen, seen_side: 'ask' }))).toBe(CODE.success);
      expect(await send({ ...seen, seen_side: 'bid' })).toEqual(moved(1.2002));
      expect(await send(seen)).toEqual(moved(1.2002));
      expect(await send({ seen_side: 'ask' })).toMatchObject({ error: { facts: { field: 'seen_price' } } });
    }
    const pending = { status: 0, target_price: '1.1', seen_side: 'ask' };
    expect(await order(pending)).toMatchObject({ error: { facts: { field: 'seen_side' } } });
  });
});
