import { describe, expect, it } from 'vitest';
import { type AccountEvent, createExchange } from '../../../server/exchange/exchange.ts';
import { wireStory } from '../../../server/exchange/fold-events.ts';
import type { Market } from '../../../server/feed/market.ts';
import { ledgerRepository } from '../../../server/ledger/ledger-repository.ts';
import { houseAccount } from '../../../server/ledger/posting.ts';
import { createNightRates } from '../../../server/listings/night-rates.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { parseNightTime } from '../../../shared/domain/financing.ts';
import { money, moneyToWire } from '../../../shared/domain/money.ts';
import type { ClosedOrder, Order, Position } from '../../../shared/domain/order.ts';
import { volumeFromWire } from '../../../shared/domain/volume.ts';
import { type Dealing, good, INSTRUMENTS, START, startDealing, ticket } from '../../helpers/dealing.ts';

/** A Wednesday, 17:00 in New York; the clocks there are moved on on the Sunday after it. */
const NIGHT = Date.UTC(2026, 2, 4, 22);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const TERMS = {
  financingTime: '17:00 America/New_York',
  instruments: INSTRUMENTS.map((instrument) => ({ ...instrument, tripleDay: 3 })),
};

/** The last price before a moment, by instrument. */
type Candles = Readonly<Record<string, readonly (readonly [atMs: number, close: number])[]>>;
const withCandles =
  (candles: Candles) =>
  async (market: Dealing['market']): Promise<Market> => ({
    ...market,
    async kline(id, _period, end) {
      const code = market.instrument(id)?.code ?? '';
      const found = candles[code]?.findLast(([atMs]) => atMs / 1_000 < end);
      return found ? [[found[0] / 1_000, found[1], found[1], found[1], found[1], 1]] : [];
    },
  });

async function start(options: Parameters<typeof startDealing>[0] = {}) {
  const dealing = await startDealing({ ...TERMS, ...options });
  dealing.market.tick('EURUSD', 1.2);
  return dealing;
}

/** On to a moment, by all clocks. */
function passTo({ market, clock }: Dealing, at: number): void {
  market.pass(at - market.now());
  clock.advanceTo(at);
}

/** On to a moment soon after the night, when it is booked. */
async function passNight(dealing: Dealing, account: AccountId, night = NIGHT): Promise<void> {
  passTo(dealing, night + 1_500);
  await dealing.settled(account);
}

const working = async ({ exchange }: Dealing, account: AccountId) =>
  (await exchange.working(account)) as readonly Position[];

/** The lines of the statement about nights, the oldest first. */
async function lines({ store }: Dealing, account: AccountId) {
  const all = await ledgerRepository(store.read).statement(account, 0, 100);
  return all
    .filter(({ kind }) => kind === 'financing')
    .map(({ amount, at }) => [moneyToWire(amount), new Date(at).toISOString().slice(0, 16)])
    .reverse();
}

const house = async ({ store }: Dealing) =>
  (await ledgerRepository(store.read).balances()).get(houseAccount('demo', 'financing'));

describe('a night', () => {
  it('is booked once for each position that was open before it, three times on a Wednesday', async () => {
    const dealing = await start();
    const { exchange, setNightRates } = dealing;
    const account = await dealing.openAccount();
    await setNightRates('EURUSD', 2.5, -0.5);
    const buy = good(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 2 })));
    const sell = good(await exchange.submit(account, ticket('EURUSD', 'sell', { lots: 1 })));
    await passNight(dealing, account);
    // 2 x 100,000 x 1.2 x 2.5 % / 360 x 3, and 100,000 x 1.2 x -0.5 % / 360 x 3
    expect(await lines(dealing, account)).toEqual([
      [-50, '2026-03-04T22:00'],
      [5, '2026-03-04T22:00'],
    ]);
    expect(await working(dealing, account)).toMatchObject([
      { id: buy.id, financing: 50_000_000 },
      { id: sell.id, financing: -5_000_000 },
    ]);
    expect(dealing.events.at(-1)?.account.balance).toBe(99_955_000_000);
    expect(await house(dealing)).toBe(45_000_000);
    passTo(dealing, NIGHT + HOUR_MS);
    await dealing.settled(account);
    expect(await lines(dealing, account)).toHaveLength(2);
    await passNight(dealing, account, NIGHT + DAY_MS);
    expect((await lines(dealing, account)).slice(2)).toEqual([
      [-16.666667, '2026-03-05T22:00'],
      [1.666667, '2026-03-05T22:00'],
    ]);
  });

  it('is booked by itself, and its owner told', async () => {
    const dealing = await start();
    const account = await dealing.openAccount();
    await dealing.setNightRates('EURUSD', 2.5, 0);
    good(await dealing.exchange.submit(account, ticket('EURUSD', 'buy')));
    passTo(dealing, NIGHT - 1_000);
    // The last look has ended.
    await working(dealing, account);
    const told = new Promise<AccountEvent>((resolve) => dealing.exchange.onAccountEvent(resolve));
    passTo(dealing, NIGHT + 2_000);
    expect(await told).toMatchObject({ accountId: account, orders: [{ financing: 25_000_000 }] });
  });

  it('is in the story of the order, by the exchange', async () => {
    const dealing = await start();
    const account = await dealing.openAccount();
    await dealing.setNightRates('EURUSD', 2.5, 0);
    const { id } = good(await dealing.exchange.submit(account, ticket('EURUSD', 'buy')));
    await passNight(dealing, account);
    const story = wireStory((await dealing.exchange.story(account, id)) ?? []);
    expect(story.at(-1)).toMatchObject({
      kind: 'financed',
      by: 'exchange',
      at: '2026-03-04T22:00:00.000Z',
      price: 1.2,
      after: { Financing: 25 },
    });
  });

  it('is not booked for what was opened at its moment, or closed before', async () => {
    const dealing = await start();
    const { exchange, market } = dealing;
    const account = await dealing.openAccount();
    await dealing.setNightRates('EURUSD', 2.5, 2.5);
    const gone = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    good(await exchange.close(account, gone.id, undefined, undefined));
    const held = good(await exchange.submit(account, ticket('EURUSD', 'sell', { lots: 0.5 })));
    market.pass(NIGHT - market.now());
    good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    await passNight(dealing, account);
    expect((await working(dealing, account)).map(({ id, financing }) => [id, financing])).toEqual([
      [held.id, 12_500_000],
      [held.id + 1, undefined],
    ]);
    expect(await lines(dealing, account)).toHaveLength(1);
  });

  it('is booked at the last price at its moment, and before what is decided after it', async () => {
    const dealing = await start();
    const { exchange, market } = dealing;
    const account = await dealing.openAccount();
    await dealing.setNightRates('EURUSD', 3.6, 0);
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    market.pass(NIGHT - market.now());
    market.tick('EURUSD', 1.1);
    market.pass(1);
    market.tick('EURUSD', 1.3);
    // No timer has run since.
    const closed = good(await exchange.close(account, id, undefined, undefined));
    expect(closed).toMatchObject({ status: 'closed', financing: 33_000_000, realisedPnl: 10_000_000_000 });
    await passNight(dealing, account);
    expect(await lines(dealing, account)).toEqual([[-33, '2026-03-04T22:00']]);
  });

  it('is not booked for a position whose stop a price before it reached, however late that is decided', async () => {
    const dealing = await start();
    const { exchange, market } = dealing;
    const account = await dealing.openAccount();
    await dealing.setNightRates('EURUSD', 3.6, 0);
    good(await exchange.submit(account, ticket('EURUSD', 'buy', { stopLoss: 1.19 })));
    market.pass(NIGHT - 1 - market.now());
    market.tick('EURUSD', 1.18);
    market.pass(2);
    await passNight(dealing, account);
    expect(await lines(dealing, account)).toEqual([]);
    expect((await exchange.deals(account, 'closed', 1)).orders).toMatchObject([{ reason: 'stop-loss' }]);
  });

  it('follows the conversion rate of then', async () => {
    const dealing = await start();
    const { exchange, market } = dealing;
    const account = await dealing.openAccount();
    market.tick('USDJPY', 150);
    await dealing.setNightRates('USDJPY', 3.6, 0);
    good(await exchange.submit(account, ticket('USDJPY', 'buy')));
    await passNight(dealing, account);
    // 100,000 x 150 / 150 x 3.6 % / 360 x 3
    expect(await lines(dealing, account)).toEqual([[-30, '2026-03-04T22:00']]);
  });

  it('is booked by the rates that were set before it', async () => {
    const dealing = await start();
    const account = await dealing.openAccount();
    good(await dealing.exchange.submit(account, ticket('EURUSD', 'buy')));
    await passNight(dealing, account);
    await dealing.setNightRates('EURUSD', 3.6, 0);
    await dealing.settled(account);
    await passNight(dealing, account, NIGHT + DAY_MS);
    passTo(dealing, NIGHT + 2 * DAY_MS - 1);
    dealing.market.pass(2);
    // After the night, before it is booked.
    await dealing.setNightRates('EURUSD', 0, 0);
    await passNight(dealing, account, NIGHT + 2 * DAY_MS);
    await passNight(dealing, account, NIGHT + 5 * DAY_MS);
    expect(await lines(dealing, account)).toEqual([
      [-12, '2026-03-05T22:00'],
      [-12, '2026-03-06T22:00'],
    ]);
  });

  it('takes what the balance lacks from the house, and may end in a stop out', async () => {
    const dealing = await start({ balance: 1_201 });
    const account = await dealing.openAccount();
    await dealing.setNightRates('EURUSD', 100, 0);
    good(await dealing.exchange.submit(account, ticket('EURUSD', 'buy', { multiple: 100 })));
    await passNight(dealing, account);
    await dealing.settled(account);
    expect(await lines(dealing, account)).toEqual([[-1_000, '2026-03-04T22:00']]);
    expect(await dealing.exchange.deals(account, 'closed', 1)).toMatchObject({
      orders: [{ reason: 'stop-out', financing: 1_000_000_000 }],
    });
  });

  it('that costs more than there is leaves an advance, which the close repays or the house bears', async () => {
    const dealing = await start({ balance: 130, settings: { stopOutPercent: 0 } });
    const { exchange, market } = dealing;
    const account = await dealing.openAccount();
    await dealing.setNightRates('EURUSD', 100, 0);
    const { id } = good(
      await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.1, multiple: 100 })),
    );
    market.tick('EURUSD', 1.25);
    await passNight(dealing, account);
    await passNight(dealing, account, NIGHT + DAY_MS);
    expect((await exchange.figures(account)).balance).toBeLessThan(0);
    good(await exchange.close(account, id, undefined, undefined));
    expect((await exchange.figures(account)).balance).toBe(130_000_000 + 500_000_000 - 138_888_889);
  });

  it('is divided by size when a part is closed', async () => {
    const dealing = await start();
    const { exchange } = dealing;
    const account = await dealing.openAccount();
    await dealing.setNightRates('EURUSD', 2.5, 0);
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 3 })));
    await passNight(dealing, account);
    const part = good(await exchange.close(account, id, undefined, volumeFromWire(1))) as ClosedOrder;
    expect([part.financing, (await working(dealing, account))[0]?.financing]).toEqual([
      25_000_000, 50_000_000,
    ]);
    // Each part is booked from the next night on by its own size.
    await passNight(dealing, account, NIGHT + DAY_MS);
    expect((await working(dealing, account))[0]?.financing).toBe(50_000_000 + 16_666_667);
  });

  it('of an instrument that trades on weekends comes each day, once', async () => {
    const dealing = await start({ instruments: INSTRUMENTS });
    const account = await dealing.openAccount();
    await dealing.setNightRates('EURUSD', 3.6, 0);
    good(await dealing.exchange.submit(account, ticket('EURUSD', 'buy')));
    for (let day = 0; day < 6; day++)
      await passNight(dealing, account, NIGHT + day * DAY_MS - (day >= 4 ? HOUR_MS : 0));
    expect((await lines(dealing, account)).map(([, at]) => at)).toEqual([
      '2026-03-04T22:00',
      '2026-03-05T22:00',
      '2026-03-06T22:00',
      '2026-03-07T22:00',
      '2026-03-08T21:00',
      '2026-03-09T21:00',
    ]);
  });
});

describe('nights that passed while the exchange was off', () => {
  const candles: Candles = {
    EURUSD: [
      [NIGHT - 60_000, 110_000],
      [NIGHT + DAY_MS - 60_000, 130_000],
      [NIGHT + 5 * DAY_MS - HOUR_MS - 60_000, 140_000],
    ],
  };

  /** A position, and the exchange off from before its first night until after its last. */
  async function afterOutage(until: number) {
    const before = await start();
    const account = await before.openAccount();
    await before.setNightRates('EURUSD', 3.6, 0);
    good(await before.exchange.submit(account, ticket('EURUSD', 'buy')));
    await before.stop();
    const { dataDir } = before;
    const dealing = await startDealing({ ...TERMS, dataDir, wrapMarket: withCandles(candles) });
    dealing.market.pass(until - START);
    dealing.market.tick('EURUSD', 1.5);
    return { dealing, account };
  }

  it('are booked each at its own price, before the first command', async () => {
    const { dealing, account } = await afterOutage(NIGHT + 5 * DAY_MS);
    const [position] = await working(dealing, account);
    good(await dealing.exchange.setStops(account, position?.id as Order['id'], {}));
    expect(await lines(dealing, account)).toEqual([
      [-33, '2026-03-04T22:00'],
      [-13, '2026-03-05T22:00'],
      [-13, '2026-03-06T22:00'],
      [-14, '2026-03-09T21:00'],
    ]);
  });

  it('are booked soon after the start without any command, and not again after the next', async () => {
    const { dealing, account } = await afterOutage(NIGHT + DAY_MS - 1);
    dealing.clock.advance(1_000);
    await dealing.settled(account);
    expect(await lines(dealing, account)).toHaveLength(1);
    await dealing.stop();
    const again = await startDealing({ ...TERMS, dataDir: dealing.dataDir });
    passTo(again, NIGHT + HOUR_MS);
    again.market.tick('EURUSD', 1.5);
    again.clock.advance(1_000);
    await again.settled(account);
    expect(await lines(again, account)).toHaveLength(1);
  });

  it('are those of the date: another time of the day makes no second one', async () => {
    const before = await start();
    const account = await before.openAccount();
    await before.setNightRates('EURUSD', 3.6, 0);
    good(await before.exchange.submit(account, ticket('EURUSD', 'buy')));
    await passNight(before, account);
    await before.stop();
    const financingTime = '18:00 America/New_York';
    const dealing = await startDealing({ ...TERMS, financingTime, dataDir: before.dataDir });
    dealing.market.pass(NIGHT - START);
    dealing.market.tick('EURUSD', 1.2);
    await passNight(dealing, account, NIGHT + HOUR_MS);
    await passNight(dealing, account, NIGHT + DAY_MS + HOUR_MS);
    expect((await lines(dealing, account)).map(([, at]) => at)).toEqual([
      '2026-03-04T22:00',
      '2026-03-05T23:00',
    ]);
  });

  it('wait while no price is known, and nothing else waits for them', async () => {
    const before = await start();
    const account = await before.openAccount();
    await before.setNightRates('EURUSD', 3.6, 0);
    good(await before.exchange.submit(account, ticket('EURUSD', 'buy')));
    await before.stop();
    const dealing = await startDealing({ ...TERMS, dataDir: before.dataDir });
    passTo(dealing, NIGHT + HOUR_MS);
    await dealing.settled(account);
    expect(await lines(dealing, account)).toEqual([]);
    dealing.market.tick('EURUSD', 1.4);
    dealing.clock.advance(1_000);
    await dealing.settled(account);
    expect(await lines(dealing, account)).toEqual([[-42, '2026-03-04T22:00']]);
  });
});

describe('between processes', () => {
  it('a night that passed while nobody dealt for the account is booked when it is taken over', async () => {
    let isDealt = true;
    const dealing = await start({ isDealt: () => isDealt });
    const { exchange } = dealing;
    const account = await dealing.openAccount();
    await dealing.setNightRates('EURUSD', 3.6, 0);
    good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    await exchange.release(
      () => true,
      () => {
        isDealt = false;
      },
    );
    passTo(dealing, NIGHT + 5_000);
    expect(await lines(dealing, account)).toEqual([]);
    isDealt = true;
    await exchange.take(() => true);
    dealing.clock.advance(1_000);
    await dealing.settled(account);
    expect(await lines(dealing, account)).toEqual([[-36, '2026-03-04T22:00']]);
  });

  it('two that both think that they deal for an account book a night once', async () => {
    const dealing = await start();
    const { exchange, store, market, clock } = dealing;
    const account = await dealing.openAccount();
    await dealing.setNightRates('EURUSD', 3.6, 0);
    const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    const rates = createNightRates(store);
    await rates.read();
    const time = parseNightTime(TERMS.financingTime);
    const settings = { stopOutPercent: 50, feeType: 'of-margin', demoBalance: money(0) } as const;
    const financing = time && { time, rates, onTick: market.onTick };
    const other = createExchange({ store, market, clock, settings, financing });
    await other.start();
    passTo(dealing, NIGHT + 1_500);
    const stops = Promise.all([exchange, other].map((one) => one.setStops(account, id, {})));
    for (const done of await stops) good(done);
    await dealing.settled(account);
    expect(await lines(dealing, account)).toEqual([[-36, '2026-03-04T22:00']]);
    await other.stop();
  });
});

it('the database refuses a second posting of a night of a position', async () => {
  const dealing = await start({ sound: 'errors' });
  const account = await dealing.openAccount();
  await dealing.setNightRates('EURUSD', 3.6, 0);
  good(await dealing.exchange.submit(account, ticket('EURUSD', 'buy')));
  await passNight(dealing, account);
  const { store } = dealing;
  const row = await store.read
    .selectFrom('postings')
    .selectAll()
    .where('kind', '=', 'financing')
    .executeTakeFirstOrThrow();
  const { id: _, ...copy } = row;
  const insert = store.write((db) =>
    db
      .insertInto('postings')
      .values({ ...copy, seq: row.seq + 1 })
      .execute(),
  );
  await expect(insert).rejects.toThrow(/unique/i);
});

it('without a rate no timer runs, and nothing is looked for', async () => {
  const [without, dealing] = [await startDealing(), await startDealing(TERMS)];
  expect(dealing.clock.dueAt()).toBe(without.clock.dueAt());
});
