import { describe, expect, it, vi } from 'vitest';
import { UnavailableError } from '../../../server/store/errors.ts';
import type { Store } from '../../../server/store/store.ts';
import { VALID_MS } from '../../../shared/limits.ts';
import { good, START, startTrading, ticket } from '../../helpers/dealing.ts';
import { nothingHappensFor } from '../../helpers/nothing-happens.ts';

/** An exchange whose disk the test controls. */
async function prepared() {
  const disk: { fails: 'never' | 'after the commit' | 'before the commit'; flushed: () => Promise<void> } = {
    fails: 'never',
    flushed: async () => undefined,
  };
  const wrapStore = (store: Store): Store => ({
    ...store,
    flushed: () => disk.flushed(),
    async write(work) {
      if (disk.fails === 'before the commit') throw new UnavailableError('the disk is full');
      const result = await store.write(work);
      if (disk.fails === 'after the commit') throw new Error('EIO: i/o error, fdatasync');
      return result;
    },
  });
  const dealing = await startTrading({ wrapStore, sound: 'books' });
  const { account } = dealing;
  // The first order also reserves numbers for the next ones.
  good(await dealing.exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.01 })));
  return { ...dealing, disk, account };
}

const order = ticket('EURUSD', 'buy', { cid: 'tap-0001', stopLoss: 1.19, seenAt: START });

describe('an order whose flush failed', () => {
  it('is shown to its owner, and watched, within a second if it was stored', async () => {
    const { exchange, market, account, clock, disk, events, settled } = await prepared();
    disk.fails = 'after the commit';
    await expect(exchange.submit(account, order)).rejects.toThrow('EIO');
    disk.fails = 'never';
    events.length = 0;
    clock.advance(1_000);
    await vi.waitFor(() => expect(events).toHaveLength(1));
    expect(events[0]?.orders.map(({ volume }) => volume)).toHaveLength(2);
    market.tick('EURUSD', 1.18);
    await settled(account);
    expect(await exchange.working(account)).toHaveLength(1);
  });

  it('is read again until the disk answers', async () => {
    const { exchange, account, clock, disk, events } = await prepared();
    disk.fails = 'after the commit';
    disk.flushed = async () => Promise.reject(new Error('EIO: i/o error, fdatasync'));
    await expect(exchange.submit(account, order)).rejects.toThrow('EIO');
    events.length = 0;
    for (let second = 0; second < 3; second++) {
      clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(events).toEqual([]);
    disk.fails = 'never';
    disk.flushed = async () => undefined;
    clock.advance(1_000);
    await vi.waitFor(() => expect(events).toHaveLength(1));
  });

  it('is acknowledged to a repeated command only once it is on the disk', async () => {
    const { exchange, account, disk } = await prepared();
    disk.fails = 'after the commit';
    await expect(exchange.submit(account, order)).rejects.toThrow('EIO');
    disk.fails = 'never';
    let flush = () => {};
    disk.flushed = () =>
      new Promise((resolve) => {
        flush = resolve;
      });
    let isAnswered = false;
    const repeated = exchange.submit(account, order).finally(() => {
      isAnswered = true;
    });
    await nothingHappensFor(50);
    expect(isAnswered).toBe(false);
    disk.flushed = async () => undefined;
    flush();
    good(await repeated);
  });
});

describe('an order that was refused because nothing could be stored', () => {
  it('is refused again when a copy of it comes while it is valid, and is late afterwards', async () => {
    const { exchange, account, clock, market, disk } = await prepared();
    disk.fails = 'before the commit';
    await expect(exchange.submit(account, order)).rejects.toThrow(UnavailableError);
    disk.fails = 'never';
    await expect(exchange.submit(account, order)).rejects.toThrow(UnavailableError);
    good(await exchange.submit(account, { ...order, cid: 'tap-0002' }));
    clock.advance(VALID_MS + 1);
    market.pass(VALID_MS + 1);
    expect((await exchange.submit(account, order)).ok).toBe(false);
    expect(await exchange.working(account)).toHaveLength(2);
  });
});
