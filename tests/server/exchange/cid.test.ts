import { describe, expect, it } from 'vitest';
import { storedReply } from '../../../server/exchange/reply.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { volumeFromWire } from '../../../shared/domain/volume.ts';
import { CID_KEPT_DAYS } from '../../../shared/limits.ts';
import { codeOf, good, startDealing, startTrading, ticket } from '../../helpers/dealing.ts';

const order = ticket('EURUSD', 'buy', { cid: 'tap-0001' });

describe('the same cid', () => {
  it('returns the stored answer and opens nothing more', async () => {
    const { exchange, market, account } = await startTrading();
    const first = good(await exchange.submit(account, order));
    market.tick('EURUSD', 1.3);
    expect(good(await exchange.submit(account, order))).toEqual(first);
    expect(await exchange.working(account)).toHaveLength(1);
  });

  // spec: 7.7
  it('opens one order when it arrives fifty times at once', async () => {
    const { exchange, account } = await startTrading();
    const answers = await Promise.all(Array.from({ length: 50 }, () => exchange.submit(account, order)));
    expect(new Set(answers.map((answer) => good(answer).id)).size).toBe(1);
    expect(await exchange.working(account)).toHaveLength(1);
  });

  it('answers the same after the order was closed and after a restart', async () => {
    const before = await startTrading();
    const { account } = before;
    const first = good(await before.exchange.submit(account, order));
    const closing = good(await before.exchange.close(account, first.id, 'tap-0002', undefined));
    await before.stop();
    const after = await startDealing({ dataDir: before.dataDir });
    expect(good(await after.exchange.submit(account, order))).toEqual(first);
    expect(good(await after.exchange.close(account, first.id, 'tap-0002', undefined))).toEqual(closing);
    expect(await after.exchange.working(account)).toEqual([]);
    expect((await after.exchange.deals(account, 'closed', 1)).total).toBe(1);
  });

  it('with other parameters is refused and changes nothing', async () => {
    const { exchange, account } = await startTrading();
    const { id } = good(await exchange.submit(account, order));
    const other = ticket('EURUSD', 'sell', { cid: 'tap-0001' });
    expect(codeOf(await exchange.submit(account, other))).toBe(CODE.cidReused);
    good(await exchange.close(account, id, 'close-01', volumeFromWire(0.5)));
    expect(codeOf(await exchange.close(account, id, 'close-01', volumeFromWire(0.4)))).toBe(CODE.cidReused);
    expect(await exchange.working(account)).toMatchObject([{ volume: volumeFromWire(0.5) }]);
  });

  it('is independent for another call and another account', async () => {
    const { exchange, account, openAccount } = await startTrading();
    const { id } = good(await exchange.submit(account, order));
    good(await exchange.submit(await openAccount(), order));
    expect(good(await exchange.close(account, id, 'tap-0001', undefined))).toMatchObject({
      status: 'closed',
    });
  });

  it('repeats a refusal, although the order would be accepted by now', async () => {
    const { exchange, market, account } = await startTrading();
    market.session('EURUSD', { status: 'closed' });
    expect(codeOf(await exchange.submit(account, order))).toBe(CODE.marketClosed);
    market.session('EURUSD', { status: 'open' });
    expect(codeOf(await exchange.submit(account, order))).toBe(CODE.marketClosed);
    expect(await exchange.working(account)).toEqual([]);
  });

  it('is stored for seven days and deleted some time later', async () => {
    const { exchange, accounts, clock, store, account } = await startTrading();
    accounts.stop();
    good(await exchange.submit(account, order));
    const find = () => storedReply(store.read, account, { call: 'submit', cid: 'tap-0001' });
    clock.advance(CID_KEPT_DAYS * 86_400_000);
    await exchange.submit(account, order);
    expect(await find()).toBeDefined();
    clock.advance(2 * 3_600_000);
    await store.write(async () => undefined);
    expect(await find()).toBeUndefined();
  });
});
