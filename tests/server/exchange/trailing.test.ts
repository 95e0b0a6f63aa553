import { describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import type { OrderId, Side } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { volumeFromWire } from '../../../shared/domain/volume.ts';
import { codeOf, type Dealing, good, startDealing, startTrading, ticket } from '../../helpers/dealing.ts';

/** An order whose stop trails at 100 points. */
const trailing = (side: Side, options: Parameters<typeof ticket>[2] = {}) => ({
  ...ticket('EURUSD', side, options),
  trailPoints: 100,
});

const workingStop = async ({ exchange }: Dealing, account: AccountId) =>
  (await exchange.working(account))[0]?.stopLoss;

/** The stops that the owner was told of an order while it was open. */
const pushedStops = ({ events }: Dealing, id: OrderId) =>
  events.flatMap(({ orders }) =>
    orders.filter((order) => order.id === id && order.status === 'open').map(({ stopLoss }) => stopLoss),
  );

/** Lets all commands begin and end that wait for the clock. */
async function pass({ clock, settled }: Dealing, account: AccountId, ms: number) {
  clock.advance(ms);
  await settled(account);
}

/** As when the process is killed: nothing is stored that was not. */
async function killed(dealing: Dealing): Promise<Dealing> {
  await dealing.store.close();
  return startDealing({ dataDir: dealing.dataDir });
}

describe('a trailing stop', () => {
  it.each([
    ['buy', [1.2005, 1.1999, 1.1995], 1.1995, 1.1995],
    ['sell', [1.1995, 1.2004, 1.2005], 1.2005, 1.2005],
    // Never back.
    ['buy', [1.201, 1.2005, 1.2008, 1.2001, 1.2], 1.2, 1.2],
    // A gap.
    ['buy', [1.201, 1.15], 1.2, 1.15],
    ['sell', [1.199, 1.25], 1.2, 1.25],
    // The later prices are better, but too late.
    ['buy', [1.201, 1.1999, 1.25, 1.3], 1.2, 1.1999],
    ['sell', [1.3], 1.201, 1.3],
  ] as const)('of a %s closes on %j at %d by %d', async (side, ticks, stop, at) => {
    const { exchange, market, events, settled, account } = await startTrading();
    const points = (value: number) => Math.round(value * 100_000);
    const first = good(await exchange.submit(account, trailing(side)));
    expect(first).toMatchObject({ stopLoss: side === 'buy' ? 119_900 : 120_100, trailPoints: 100 });
    for (const tick of ticks) market.tick('EURUSD', tick);
    await settled(account);
    expect((await exchange.deals(account, 'closed', 1)).orders).toMatchObject([
      {
        id: first.id,
        reason: 'trailing-stop',
        stopLoss: points(stop),
        closePrice: points(at),
        trailPoints: 100,
      },
    ]);
    expect(events.at(-1)).toMatchObject({ closedIds: [first.id] });
  });

  it('does not close before its stop', async () => {
    const dealing = await startTrading();
    const { account } = dealing;
    good(await dealing.exchange.submit(account, trailing('buy')));
    for (const tick of [1.201, 1.20001, 1.2009, 1.20001]) dealing.market.tick('EURUSD', tick);
    await dealing.settled(account);
    expect(await dealing.exchange.working(account)).toHaveLength(1);
  });

  it('is told once a second while it only moves, and stored before', async () => {
    const dealing = await startTrading();
    const { exchange, market, events, clock, account } = dealing;
    const { id } = good(await exchange.submit(account, trailing('buy')));
    const told: number[] = [];
    const stop = exchange.onAccountEvent(() => told.push(clock.now()));
    for (let i = 1; i <= 100; i++) {
      market.tick('EURUSD', 1.2 + i / 10_000);
      await pass(dealing, account, 0);
    }
    stop();
    expect(told.length).toBeGreaterThan(8);
    for (const [i, at] of told.entries()) expect(at - (told[i - 1] ?? 0)).toBeGreaterThanOrEqual(1_000);
    expect(pushedStops(dealing, id)).toEqual([...new Set(pushedStops(dealing, id))]);
    expect(await workingStop(dealing, account)).toBe(pushedStops(dealing, id).at(-1));
    expect(events.every(({ closedIds }) => closedIds.length === 0)).toBe(true);
  });

  it('is after a restart at least as tight as it was told, and closes there', async () => {
    const dealing = await startTrading();
    const { exchange, market, account } = dealing;
    const { id } = good(await exchange.submit(account, trailing('buy')));
    market.tick('EURUSD', 1.21);
    await pass(dealing, account, 2_000);
    expect(pushedStops(dealing, id)).toEqual([119_900, 120_900]);
    market.tick('EURUSD', 1.22);
    const again = await killed(dealing);
    expect(await workingStop(again, account)).toBe(120_900);
    // Nobody is connected, and no price has come yet.
    again.market.tick('EURUSD', 1.2095);
    again.market.tick('EURUSD', 1.209);
    await again.settled(account);
    expect((await again.exchange.deals(account, 'closed', 1)).orders).toMatchObject([
      { reason: 'trailing-stop', stopLoss: 120_900, closePrice: 120_900 },
    ]);
  });

  it('goes on from its stored stop after a kill, again and again', async () => {
    const first = await startTrading();
    const { account } = first;
    let dealing: Dealing = first;
    const { id } = good(await dealing.exchange.submit(account, trailing('sell')));
    let best = 1.2;
    let tightest = 120_100;
    for (let round = 1; round <= 5; round++) {
      for (let i = 0; i < 4; i++) {
        best -= 0.001;
        dealing.market.tick('EURUSD', best);
        await pass(dealing, account, i === 2 ? 1_500 : 10);
      }
      tightest = Math.min(tightest, ...pushedStops(dealing, id).map((stop) => stop ?? 0));
      dealing = await killed(dealing);
      expect(await workingStop(dealing, account)).toBeLessThanOrEqual(tightest);
    }
    expect(tightest).toBeLessThan(119_000);
  });

  it('is stored as it stands when the exchange stops', async () => {
    const dealing = await startTrading();
    const { account } = dealing;
    good(await dealing.exchange.submit(account, trailing('buy')));
    dealing.market.tick('EURUSD', 1.25);
    await dealing.stop();
    const again = await startDealing({ dataDir: dealing.dataDir });
    expect(await workingStop(again, account)).toBe(124_900);
  });

  it('of a pending order begins at its fill', async () => {
    const { exchange, market, settled, account } = await startTrading();
    const pending = good(await exchange.submit(account, trailing('buy', { target: 1.19 })));
    expect(pending).toMatchObject({ status: 'pending', trailPoints: 100 });
    expect(pending.stopLoss).toBeUndefined();
    market.tick('EURUSD', 1.18);
    await settled(account);
    expect(await exchange.working(account)).toMatchObject([{ openPrice: 118_000, stopLoss: 117_900 }]);
    market.tick('EURUSD', 1.185);
    market.tick('EURUSD', 1.184);
    await settled(account);
    expect((await exchange.deals(account, 'closed', 1)).orders).toMatchObject([{ closePrice: 118_400 }]);
  });

  it('stays as it stands when a part is closed', async () => {
    const dealing = await startTrading();
    const { exchange, market, settled, store, account } = dealing;
    const { id } = good(await exchange.submit(account, trailing('buy')));
    market.tick('EURUSD', 1.21);
    const { write } = store;
    Object.assign(store, {
      write(work: Parameters<typeof write>[0]) {
        // Between the decision and its write.
        Object.assign(store, { write });
        market.tick('EURUSD', 1.215);
        market.tick('EURUSD', 1.2149);
        return write(work);
      },
    });
    const part = good(await exchange.close(account, id, 'close-part', volumeFromWire(0.4)));
    expect(part).toMatchObject({ reason: 'manual', trailPoints: 100, stopLoss: 120_900 });
    expect(await workingStop(dealing, account)).toBeGreaterThanOrEqual(120_900);
    market.tick('EURUSD', 1.214);
    await settled(account);
    expect((await exchange.deals(account, 'closed', 1)).orders).toContainEqual(
      expect.objectContaining({ id, reason: 'trailing-stop', stopLoss: 121_400 }),
    );
  });

  it('is set, stays where it is at the same distance, begins again at another, and ends', async () => {
    const dealing = await startTrading();
    const { exchange, market, settled, account } = dealing;
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy', { stopLoss: 1.1 })));
    const set = async (stops: Parameters<typeof exchange.setStops>[2]) =>
      good(await exchange.setStops(account, id, stops));
    expect(await set({ trailPoints: 1_000 })).toMatchObject({ stopLoss: 119_000, trailPoints: 1_000 });
    market.tick('EURUSD', 1.22);
    market.tick('EURUSD', 1.2101);
    await settled(account);
    // As when the take profit alone is moved.
    expect(await set({ trailPoints: 1_000, takeProfit: price(125_000) })).toMatchObject({
      stopLoss: 121_000,
      takeProfit: 125_000,
    });
    expect(await workingStop(dealing, account)).toBe(121_000);
    // Another distance is a new stop, though it is looser.
    expect(await set({ trailPoints: 1_001 })).toMatchObject({ stopLoss: 120_009 });
    expect(await set({ trailPoints: 1_000 })).toMatchObject({ stopLoss: 120_010 });
    market.tick('EURUSD', 1.21);
    await settled(account);
    expect(await exchange.working(account)).toHaveLength(1);
    const fixed = await set({ stopLoss: price(120_010) });
    expect(fixed.trailPoints).toBeUndefined();
    market.tick('EURUSD', 1.23);
    market.tick('EURUSD', 1.201);
    await settled(account);
    expect(await workingStop(dealing, account)).toBe(120_010);
    market.tick('EURUSD', 1.2001);
    await settled(account);
    expect((await exchange.deals(account, 'closed', 1)).orders).toMatchObject([{ reason: 'stop-loss' }]);
  });

  it('and a take profit close by the one that the price reached first', async () => {
    const { exchange, market, settled, account } = await startTrading();
    good(await exchange.submit(account, trailing('buy', { takeProfit: 1.21 })));
    for (const tick of [1.21, 1.25, 1.2]) market.tick('EURUSD', tick);
    await settled(account);
    expect((await exchange.deals(account, 'closed', 1)).orders).toMatchObject([
      { reason: 'take-profit', closePrice: 121_000, stopLoss: 120_900 },
    ]);
  });

  it('is refused below zero or beside a take profit on the wrong side', async () => {
    const { exchange, account } = await startTrading();
    const wide = { ...trailing('buy'), trailPoints: 120_000 };
    expect(codeOf(await exchange.submit(account, wide))).toBe(CODE.wrongSidePrice);
    const target = { ...trailing('buy', { target: 1.1 }), trailPoints: 110_000 };
    expect(codeOf(await exchange.submit(account, target))).toBe(CODE.wrongSidePrice);
    expect(codeOf(await exchange.submit(account, trailing('buy', { takeProfit: 1.1 })))).toBe(
      CODE.wrongSidePrice,
    );
    const { id } = good(await exchange.submit(account, { ...trailing('buy'), trailPoints: 119_999 }));
    expect(codeOf(await exchange.setStops(account, id, { trailPoints: 120_000 }))).toBe(CODE.wrongSidePrice);
    expect(await exchange.working(account)).toMatchObject([{ trailPoints: 119_999, stopLoss: 1 }]);
  });

  it('closes once its close can be stored', async () => {
    const dealing = await startTrading();
    const { exchange, market, settled, store, account } = dealing;
    good(await exchange.submit(account, trailing('buy')));
    const { write } = store;
    Object.assign(store, { write: () => Promise.reject(new Error('no disk')) });
    market.tick('EURUSD', 1.21);
    market.tick('EURUSD', 1.209);
    await settled(account);
    expect(dealing.errors.length).toBeGreaterThan(0);
    Object.assign(store, { write });
    await pass(dealing, account, 1_500);
    dealing.errors.length = 0;
    expect((await exchange.deals(account, 'closed', 1)).orders).toMatchObject([
      { reason: 'trailing-stop', stopLoss: 120_900, closePrice: 120_900 },
    ]);
  });
});
