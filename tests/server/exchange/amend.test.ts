import { describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { VALID_MS } from '../../../shared/limits.ts';
import { codeOf, good, START, startTrading, ticket } from '../../helpers/dealing.ts';

async function prepared(options: Parameters<typeof startTrading>[0] = {}) {
  const dealing = await startTrading(options);
  const { account } = dealing;
  const place = async (more: Parameters<typeof ticket>[2] = {}) =>
    good(await dealing.exchange.submit(account, ticket('EURUSD', 'buy', { target: 1.19, ...more })));
  return { ...dealing, place };
}

describe('a new price of a pending order', () => {
  it.each([
    [1.18, [1.185, 1.1801], 1.18],
    // From the other side of the market.
    [1.21, [1.19, 1.2099], 1.21],
  ])('%d is what it waits for from then on', async (target, ticks, at) => {
    const { exchange, market, account, settled, place, events } = await prepared();
    const { id } = await place();
    const points = price(Math.round(target * 100_000));
    expect(good(await exchange.amend(account, id, undefined, points))).toMatchObject({
      id,
      status: 'pending',
      targetPrice: points,
    });
    expect(events.at(-1)).toMatchObject({ orders: [{ id, targetPrice: points }], closedIds: [] });
    for (const tick of ticks) market.tick('EURUSD', tick);
    await settled(account);
    expect(await exchange.working(account)).toMatchObject([{ id, status: 'pending' }]);
    market.tick('EURUSD', at);
    await settled(account);
    expect(await exchange.working(account)).toMatchObject([{ id, status: 'open', openPrice: points }]);
  });

  // spec: 7.95
  it('is there after a restart', async () => {
    const { exchange, account, place, stop, dataDir } = await prepared();
    const { id } = await place();
    good(await exchange.amend(account, id, 'amend-0001', price(121_000)));
    await stop();
    const again = await prepared({ dataDir });
    again.market.tick('EURUSD', 1.22);
    await again.settled(account);
    expect(await again.exchange.working(account)).toMatchObject([{ id, status: 'open', openPrice: 122_000 }]);
  });

  it('is judged as that of a new order', async () => {
    const { exchange, market, account, place } = await prepared({ balance: 1_300 });
    const { id } = await place({ stopLoss: 1.18, takeProfit: 1.25 });
    const to = async (points: number) => codeOf(await exchange.amend(account, id, undefined, price(points)));
    // It would fill at once.
    expect(await to(120_000)).toBe(CODE.wrongSidePrice);
    expect(await to(117_000)).toBe(CODE.wrongSidePrice);
    expect(await to(126_000)).toBe(CODE.wrongSidePrice);
    good(await exchange.setStops(account, id, {}));
    expect(await to(131_000)).toBe(CODE.notEnoughMargin);
    market.session('EURUSD', { status: 'closed' });
    expect(await to(118_000)).toBe(CODE.marketClosed);
    expect(await exchange.working(account)).toMatchObject([{ id, targetPrice: 119_000 }]);
  });

  it('is refused once the order is filled or cancelled, and for an order of somebody else', async () => {
    const { exchange, market, account, settled, openAccount, place } = await prepared();
    const [filled, cancelled, waiting] = [
      await place(),
      await place({ target: 1.1 }),
      await place({ target: 1 }),
    ];
    good(await exchange.cancel(account, cancelled.id));
    market.tick('EURUSD', 1.19);
    await settled(account);
    const code = async (id: number, by = account) =>
      codeOf(await exchange.amend(by, orderId(id), undefined, price(110_000)));
    expect(await code(filled.id)).toBe(CODE.conflict);
    expect(await code(cancelled.id)).toBe(CODE.conflict);
    good(await exchange.close(account, filled.id, undefined, undefined));
    expect(await code(filled.id)).toBe(CODE.conflict);
    expect(await code(waiting.id, await openAccount())).toBe(CODE.notFound);
    expect(await code(99_999)).toBe(CODE.notFound);
  });

  it('is decided once under its cid, within its validity, or never', async () => {
    const { exchange, market, account, place } = await prepared();
    const { id } = await place();
    const amend = (cid: string, points: number, seenAt = START) =>
      exchange.amend(account, id, cid, price(points), { seenAt: timestampMs(seenAt) });
    const first = good(await amend('amend-0001', 118_000));
    good(await amend('amend-0002', 117_000));
    expect(good(await amend('amend-0001', 118_000))).toEqual(first);
    expect(await exchange.working(account)).toMatchObject([{ targetPrice: 117_000 }]);
    expect(codeOf(await amend('amend-0001', 116_000))).toBe(CODE.cidReused);
    const calls = ['submit', 'close', 'amend'];
    expect(await exchange.outcome(account, calls, 'amend-0002')).toMatchObject({
      state: 'done',
      call: 'amend',
    });
    expect(await exchange.outcome(account, calls, 'amend-0003')).toEqual({ state: 'never' });
    expect(codeOf(await amend('amend-0003', 116_000))).toBe(CODE.cidSealed);
    market.pass(VALID_MS + 1);
    expect(codeOf(await amend('amend-0004', 116_000))).toBe(CODE.priceMoved);
    expect(codeOf(await amend('amend-0004', 116_000))).toBe(CODE.priceMoved);
    expect(await exchange.working(account)).toMatchObject([{ targetPrice: 117_000 }]);
  });
});
