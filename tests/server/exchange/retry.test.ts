import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { NewOrder } from '../../../server/exchange/command.ts';
import { UnavailableError } from '../../../server/store/errors.ts';
import type { Store } from '../../../server/store/store.ts';
import { price } from '../../../shared/domain/price.ts';
import { good, START, startTrading, ticket } from '../../helpers/dealing.ts';

const REFUSED = new UnavailableError('disk full');
/** The account is read again after it. */
const UNKNOWN = new Error('EIO: i/o error, fdatasync');

/** An exchange whose writes fail when the test says so. */
async function prepared(balance = 100_000) {
  const disk: { error: Error | undefined; writes: number } = { error: undefined, writes: 0 };
  const wrapStore = (store: Store): Store => ({
    ...store,
    async write(work) {
      disk.writes++;
      if (disk.error) throw disk.error;
      return store.write(work);
    },
  });
  const dealing = await startTrading({ wrapStore, balance, sound: 'books' });
  const { account } = dealing;
  const turns = async () => {
    for (let turn = 0; turn < 50; turn++) await setImmediate();
  };
  /** Ticks, one after the other, while every write fails. */
  const failAt = async (error: Error, ...ticks: readonly number[]) => {
    disk.error = error;
    for (const tick of ticks) {
      dealing.market.tick('EURUSD', tick);
      await turns();
      dealing.market.pass(100);
    }
    disk.error = undefined;
  };
  const wait = async () => {
    dealing.clock.advance(1_000);
    await turns();
    await dealing.settled(account);
  };
  return { ...dealing, disk, account, turns, failAt, wait };
}

const buy = (options: Parameters<typeof ticket>[2] & { readonly trailPoints?: number }): NewOrder => ({
  ...ticket('EURUSD', 'buy', options),
  ...(options.trailPoints === undefined ? {} : { trailPoints: options.trailPoints }),
});

describe('an order that a price has reached, and whose write fails', () => {
  it.each([
    ['stop-loss', REFUSED, { stopLoss: 1.19 }, [1.189, 1.2]],
    ['stop-loss', UNKNOWN, { stopLoss: 1.19 }, [1.189, 1.2]],
    ['stop-loss', REFUSED, { stopLoss: 1.19 }, [1.189, 1.18, 1.2]],
    ['take-profit', REFUSED, { takeProfit: 1.21 }, [1.215, 1.2]],
    ['trailing-stop', REFUSED, { trailPoints: 1_000 }, [1.189, 1.3]],
    ['trailing-stop', UNKNOWN, { trailPoints: 1_000 }, [1.189, 1.3]],
  ] as const)(
    'is closed by %s after %s with %o, though the price is back',
    async (reason, error, stops, ticks) => {
      const { exchange, account, failAt, wait } = await prepared();
      const { id } = good(await exchange.submit(account, buy(stops)));
      await failAt(error, ...ticks);
      await wait();
      const closePrice = price(Math.round(ticks[0] * 100_000));
      expect((await exchange.deals(account, 'closed', 1)).orders).toMatchObject([
        { id, reason, closePrice, closedAt: START },
      ]);
    },
  );

  it('is filled at that price if it was pending', async () => {
    const { exchange, account, failAt, wait } = await prepared();
    const { id } = good(await exchange.submit(account, buy({ target: 1.19 })));
    await failAt(REFUSED, 1.189, 1.2);
    await wait();
    expect(await exchange.working(account)).toMatchObject([{ id, status: 'open', openPrice: 118_900 }]);
    expect(await exchange.deals(account, 'closed', 1)).toMatchObject({ total: 0 });
  });

  it('is judged by later prices alone once its owner has changed it', async () => {
    const { exchange, market, account, failAt, turns, wait } = await prepared();
    const changed = good(await exchange.submit(account, buy({ stopLoss: 1.19 })));
    const back = good(await exchange.submit(account, buy({ stopLoss: 1.19 })));
    const moved = good(await exchange.submit(account, buy({ target: 1.19 })));
    await failAt(REFUSED, 1.189, 1.2);
    good(await exchange.setStops(account, changed.id, { stopLoss: price(119_100) }));
    good(await exchange.setStops(account, back.id, {}));
    good(await exchange.setStops(account, back.id, { stopLoss: price(119_000) }));
    good(await exchange.amend(account, moved.id, undefined, price(119_100)));
    await wait();
    expect(await exchange.working(account)).toHaveLength(3);
    market.tick('EURUSD', 1.1905);
    await turns();
    await wait();
    expect((await exchange.deals(account, 'closed', 1)).orders).toMatchObject([{ id: changed.id }]);
    expect(await exchange.working(account)).toContainEqual(
      expect.objectContaining({ id: moved.id, status: 'open', openPrice: 119_050 }),
    );
  });
});

describe('a stop out whose write fails', () => {
  it.each([REFUSED, UNKNOWN])('is tried again each second, by itself: %s', async (error) => {
    const { exchange, market, clock, account, disk, events, turns, settled } = await prepared(1_500);
    const { id } = good(await exchange.submit(account, buy({})));
    const pass = async (ms: number) => {
      for (let at = 0; at < ms; at += 20) {
        clock.advance(20);
        await turns();
      }
    };
    disk.error = error;
    disk.writes = 0;
    for (const tick of [1.19, 1.1899]) {
      market.tick('EURUSD', tick);
      await pass(100);
    }
    await pass(2_500);
    expect(disk.writes).toBe(3);
    disk.error = undefined;
    await pass(1_000);
    await settled(account);
    expect(events.at(-1)?.closedIds).toEqual([id]);
    expect((await exchange.deals(account, 'closed', 1)).orders).toMatchObject([{ id, reason: 'stop-out' }]);
  });
});
