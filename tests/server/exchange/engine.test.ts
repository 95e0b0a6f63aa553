import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { orderRepository } from '../../../server/exchange/order-repository.ts';
import { UnavailableError } from '../../../server/store/errors.ts';
import type { Store } from '../../../server/store/store.ts';
import { addMoney, money, moneyFromWire } from '../../../shared/domain/money.ts';
import { LOT_SCALE, volume, volumeFromWire } from '../../../shared/domain/volume.ts';
import { codeOf, good, INSTRUMENTS, startDealing, startTrading, ticket } from '../../helpers/dealing.ts';

describe('parallel commands', () => {
  it('on one balance never spend more than it has', async () => {
    const { exchange, account } = await startTrading({ balance: 10_000 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => exchange.submit(account, ticket('EURUSD', 'buy'))),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(8);
    expect(answers.filter((answer) => codeOf(answer) === 4102)).toHaveLength(42);
    expect((await exchange.figures(account)).lockBalance).toBe(moneyFromWire(9_600));
  });

  it('that close one position pay once', async () => {
    const { exchange, account, market } = await startTrading();
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    market.tick('EURUSD', 1.21);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => exchange.close(account, id, undefined, undefined)),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect((await exchange.figures(account)).balance).toBe(moneyFromWire(101_000));
  });

  it('of many accounts run side by side', async () => {
    const { exchange, market, openAccount } = await startDealing();
    market.tick('EURUSD', 1.2);
    const accounts = await Promise.all(Array.from({ length: 30 }, openAccount));
    const answers = await Promise.all(
      accounts.flatMap((account) => [
        exchange.submit(account, ticket('EURUSD', 'buy')),
        exchange.submit(account, ticket('EURUSD', 'sell')),
      ]),
    );
    expect(new Set(answers.map((answer) => good(answer).id)).size).toBe(60);
    for (const account of accounts) expect(await exchange.working(account)).toHaveLength(2);
  });
});

describe('a partial close', () => {
  it('pays the parts as in the example and keeps the rest open', async () => {
    const { exchange, market, openAccount, events } = await startDealing();
    const account = await openAccount();
    market.tick('EURUSD', 1);
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy', { takeProfit: 2 })));
    market.tick('EURUSD', 1.001);
    const part = good(await exchange.close(account, id, undefined, volumeFromWire(0.4)));
    expect(part).toMatchObject({ status: 'closed', realisedPnl: moneyFromWire(40) });
    expect(part.id).not.toBe(id);
    const rest = { id, status: 'open', volume: volumeFromWire(0.6), takeProfit: 200_000 };
    expect(events.at(-1)).toMatchObject({ orders: [part, rest], closedIds: [] });
    market.tick('EURUSD', 1.002);
    const last = good(await exchange.close(account, id, undefined, undefined));
    expect(last).toMatchObject({ realisedPnl: moneyFromWire(120) });
  });

  it('conserves volume, margin and fee to the last millionth', async () => {
    const instruments = INSTRUMENTS.map((one) => ({ ...one, feeRateMillionths: 333 }));
    const { exchange, market, openAccount } = await startDealing({ instruments });
    const account = await openAccount();
    market.tick('EURUSD', 1.23457);
    const opened = good(await exchange.submit(account, ticket('EURUSD', 'sell', { lots: 1, multiple: 30 })));
    const whole = opened.status === 'open' ? opened : undefined;
    for (const lots of [0.5, 0.07, 0.33, 0.01]) {
      good(await exchange.close(account, opened.id, undefined, volumeFromWire(lots)));
    }
    good(await exchange.close(account, opened.id, undefined, undefined));
    const { orders } = await exchange.deals(account, 'closed', 1);
    const sums = orders.reduce(
      (sum, order) =>
        order.status === 'closed'
          ? {
              volume: volume(sum.volume + order.volume),
              margin: addMoney(sum.margin, order.margin),
              fee: addMoney(sum.fee, order.fee),
            }
          : sum,
      { volume: volume(0), margin: money(0), fee: money(0) },
    );
    expect(orders).toHaveLength(5);
    expect(sums).toEqual({ volume: LOT_SCALE, margin: whole?.margin, fee: whole?.fee });
  });
});

describe('a failed write', () => {
  it('changes nothing, also in memory, and the next one succeeds', async () => {
    let failing = false;
    const wrapStore = (store: Store): Store => ({
      ...store,
      write: (work) =>
        store.write(async (transaction) => {
          const value = await work(transaction);
          if (failing) throw new Error('disk full');
          return value;
        }),
    });
    const { exchange, account, events } = await startTrading({ wrapStore });
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    const before = await exchange.figures(account);
    failing = true;
    await expect(exchange.close(account, id, 'close-01', undefined)).rejects.toThrow('disk full');
    await expect(exchange.submit(account, ticket('EURUSD', 'buy'))).rejects.toThrow('disk full');
    expect(await exchange.figures(account)).toEqual(before);
    // The account is read again, and its phones are told what is stored.
    for (const { account: told, orders } of events.slice(1)) {
      expect(told).toEqual(events[0]?.account);
      expect(orders.map((one) => one.id)).toEqual([id]);
    }
    failing = false;
    expect(good(await exchange.close(account, id, 'close-01', undefined))).toMatchObject({
      status: 'closed',
    });
  });

  it('leaves a reached stop to the next tick', async () => {
    let failing = false;
    const wrapStore = (store: Store): Store => ({
      ...store,
      write: (work) => (failing ? Promise.reject(new Error('disk full')) : store.write(work)),
    });
    const { exchange, market, openAccount, errors, settled } = await startDealing({ wrapStore });
    const account = await openAccount();
    market.tick('EURUSD', 1.2);
    good(await exchange.submit(account, ticket('EURUSD', 'buy', { stopLoss: 1.19 })));
    failing = true;
    market.tick('EURUSD', 1.19);
    await settled(account);
    expect(errors.splice(0).length).toBeGreaterThan(0);
    expect(await exchange.working(account)).toHaveLength(1);
    failing = false;
    market.tick('EURUSD', 1.189);
    await settled(account);
    expect((await exchange.deals(account, 'closed', 1)).orders).toMatchObject([{ reason: 'stop-loss' }]);
  });

  it('of two reached stops is tried again after a second, not without end, and by itself', async () => {
    let failing = false;
    let writes = 0;
    const wrapStore = (store: Store): Store => ({
      ...store,
      write: (work) => {
        writes++;
        return failing ? Promise.reject(new UnavailableError('disk full')) : store.write(work);
      },
    });
    const { exchange, account, market, clock, settled } = await startTrading({
      wrapStore,
      sound: 'books',
    });
    for (let i = 0; i < 2; i++)
      good(await exchange.submit(account, ticket('EURUSD', 'buy', { stopLoss: 1.19 })));
    failing = true;
    writes = 0;
    market.tick('EURUSD', 1.19);
    for (let turn = 0; turn < 50; turn++) await setImmediate();
    expect(writes).toBe(2);
    failing = false;
    clock.advance(2_000);
    await settled(account);
    expect((await exchange.deals(account, 'closed', 1)).orders).toHaveLength(2);
  });
});

describe('a listener that throws', () => {
  it('is reported and does not affect the answer', async () => {
    const { exchange, account, errors, events } = await startTrading();
    exchange.onAccountEvent(() => {
      throw new Error('socket gone');
    });
    good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    expect(errors.splice(0)).toHaveLength(1);
    expect(events).toHaveLength(1);
  });
});

describe('an account that another process changed', () => {
  it('is read again before the decision', async () => {
    // The row is changed past its events.
    const { exchange, account, market, store } = await startTrading({ balance: 5_000, sound: 'errors' });
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    market.tick('EURUSD', 1.21);
    const [record] = await orderRepository(store.read).working([account]);
    if (record?.order.status !== 'open') throw new Error('the position was not stored');
    const { order } = record;
    await store.write((transaction) =>
      orderRepository(transaction).update(
        { ...record, order: { ...order, volume: volumeFromWire(0.5) } },
        order,
      ),
    );
    const closed = good(await exchange.close(account, id, undefined, undefined));
    expect(closed).toMatchObject({ volume: volumeFromWire(0.5), realisedPnl: moneyFromWire(500) });
  });
});

describe('lists of orders', () => {
  // spec: 7.52
  it('have pages of twenty, the latest first, with the sum of all', async () => {
    const { exchange, account, market } = await startTrading();
    for (let i = 0; i < 23; i++) {
      good(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.01 })));
    }
    market.tick('EURUSD', 1.201);
    const open = await exchange.deals(account, 'open', 2);
    expect(open).toMatchObject({ total: 23, profits: moneyFromWire(23) });
    expect(open.orders).toHaveLength(3);
    for (const { id } of await exchange.working(account)) {
      market.pass(1_000);
      good(await exchange.close(account, id, undefined, undefined));
    }
    const first = await exchange.deals(account, 'closed', 1);
    expect(first).toMatchObject({ total: 23, profits: moneyFromWire(23), balance: moneyFromWire(100_023) });
    const second = await exchange.deals(account, 'closed', 2);
    const times = [...first.orders, ...second.orders].map((order) => 'closedAt' in order && order.closedAt);
    expect(times).toHaveLength(23);
    expect(times).toEqual([...times].sort().reverse());
    expect((await exchange.deals(account, 'pending', 1)).total).toBe(0);
  });
});

describe('a disk that does not answer', () => {
  it('ends the commands that wait behind an undecided one as not carried out', async () => {
    let isStalled = false;
    let confirm = () => {};
    let stall = () => {};
    const wrapStore = (store: Store): Store => ({
      ...store,
      isStalled: () => isStalled,
      onStalled(listener) {
        stall = () => {
          isStalled = true;
          listener();
        };
        return () => undefined;
      },
      async write(work) {
        const value = await store.write(work);
        written++;
        await confirmed;
        return value;
      },
    });
    let written = 0;
    let confirmed = Promise.resolve();
    const { exchange, account } = await startTrading({ wrapStore });
    good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    confirmed = new Promise<void>((resolve) => {
      confirm = resolve;
    });
    written = 0;
    const undecided = exchange.submit(account, ticket('EURUSD', 'buy'));
    await vi.waitFor(() => expect(written).toBe(1));
    const waiting = expect(exchange.submit(account, ticket('EURUSD', 'buy'))).rejects.toThrow(
      UnavailableError,
    );
    stall();
    await waiting;
    await expect(exchange.submit(account, ticket('EURUSD', 'buy'))).rejects.toThrow(UnavailableError);
    isStalled = false;
    confirm();
    good(await undecided);
    expect(await exchange.working(account)).toHaveLength(2);
  });
});
