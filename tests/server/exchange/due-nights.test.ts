import { describe, expect, it, vi } from 'vitest';
import type { Market } from '../../../server/feed/market.ts';
import { balanceAccount } from '../../../server/ledger/posting.ts';
import { whileOpen } from '../../../server/listings/listed-market.ts';
import { createNightRates } from '../../../server/listings/night-rates.ts';
import { UnavailableError } from '../../../server/store/errors.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { moneyToWire } from '../../../shared/domain/money.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { type Dealing, good, START, startDealing, ticket } from '../../helpers/dealing.ts';
import { FINANCING_TIME } from '../../helpers/nights.ts';

/** A Wednesday, 17:00 in New York. */
const NIGHT = Date.UTC(2026, 2, 4, 22);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** With EURUSD at 1.2. */
async function start(options: Parameters<typeof startDealing>[0] = {}) {
  const dealing = await startDealing({ financingTime: FINANCING_TIME, ...options });
  dealing.market.tick('EURUSD', 1.2);
  return dealing;
}

/** On to a moment, by all clocks, and what follows from it. */
async function passTo({ market, clock, settled }: Dealing, account: AccountId, at: number): Promise<void> {
  market.pass(at - market.now());
  clock.advanceTo(at);
  await settled(account);
}

/** What was booked to the account for nights, the oldest first. */
async function lines({ store }: Dealing, account: AccountId) {
  const rows = await store.read
    .selectFrom('postings')
    .innerJoin('entries', 'entries.posting_id', 'postings.id')
    .select(['postings.order_id', 'entries.amount', 'postings.at'])
    .where('postings.kind', '=', 'financing')
    .where('entries.ledger_account_id', '=', balanceAccount(account))
    .orderBy('postings.id')
    .execute();
  return rows.map(({ order_id, amount, at }) => [
    order_id,
    moneyToWire(amount),
    new Date(at).toISOString().slice(0, 16),
  ]);
}

/** Stops the exchange, and starts another on its data with a market that counts how often candles are asked for. */
async function startAgain(before: Dealing, options: Parameters<typeof startDealing>[0] = {}) {
  await before.stop();
  let asked = 0;
  const dealing = await startDealing({
    financingTime: FINANCING_TIME,
    ...options,
    dataDir: before.dataDir,
    wrapMarket: async (market): Promise<Market> => ({
      ...market,
      async kline() {
        asked++;
        return [];
      },
    }),
  });
  return { ...dealing, asked: () => asked };
}

it('a position whose date is booked does not follow one that is due in the same instrument', async () => {
  const before = await start();
  const account = await before.openAccount();
  await before.setNightRates('EURUSD', 3.6, 0);
  const first = good(await before.exchange.submit(account, ticket('EURUSD', 'buy')));
  await passTo(before, account, NIGHT + 600_000);
  const second = good(await before.exchange.submit(account, ticket('EURUSD', 'buy')));
  const dealing = await startAgain(before, { financingTime: '18:00 America/New_York' });
  dealing.market.pass(NIGHT - START);
  dealing.market.tick('EURUSD', 1.2);
  await passTo(dealing, account, NIGHT + HOUR_MS + 1_500);
  expect(await lines(dealing, account)).toEqual([
    [first.id, -12, '2026-03-04T22:00'],
    [second.id, -12, '2026-03-04T23:00'],
  ]);
});

it('no price is asked for where nights cost nothing', async () => {
  const before = await start();
  const account = await before.openAccount();
  before.market.tick('XAUUSD', 2_000);
  await before.setNightRates('EURUSD', 3.6, 0);
  await before.setNightRates('XAUUSD', 0, 0);
  good(await before.exchange.submit(account, ticket('EURUSD', 'sell')));
  good(await before.exchange.submit(account, ticket('XAUUSD', 'buy')));
  const dealing = await startAgain(before);
  await passTo(dealing, account, NIGHT + 30 * DAY_MS);
  expect([dealing.asked(), await lines(dealing, account)]).toEqual([0, []]);
});

it('an instrument without a price is looked up once a minute', async () => {
  const before = await start();
  const account = await before.openAccount();
  await before.setNightRates('EURUSD', 3.6, 0);
  good(await before.exchange.submit(account, ticket('EURUSD', 'buy')));
  const dealing = await startAgain(before);
  await passTo(dealing, account, NIGHT + DAY_MS);
  const first = dealing.asked();
  for (let second = 1; second < 60; second++) await passTo(dealing, account, NIGHT + DAY_MS + second * 1_000);
  expect([first > 0, dealing.asked()]).toEqual([true, first]);
  await passTo(dealing, account, NIGHT + DAY_MS + 61_000);
  expect(dealing.asked()).toBe(2 * first);
});

it('a night has passed when the first frame of after it is here', async () => {
  let reached = timestampMs(NIGHT - 1);
  const dealing = await start({ past: { reached: () => reached, since: () => [] } });
  const { exchange, market } = dealing;
  const account = await dealing.openAccount();
  await dealing.setNightRates('EURUSD', 3.6, 0);
  const { id } = good(await exchange.submit(account, ticket('EURUSD', 'buy')));
  market.pass(NIGHT - market.now());
  market.tick('EURUSD', 1.1);
  await passTo(dealing, account, NIGHT + 1_500);
  expect(await lines(dealing, account)).toEqual([]);
  reached = timestampMs(NIGHT + 1_400);
  await passTo(dealing, account, NIGHT + 2_500);
  expect(await lines(dealing, account)).toEqual([[id, -11, '2026-03-04T22:00']]);
});

it('the price of a night is the last one of before it, of a closed market, too', async () => {
  const dealing = await start({ wrapMarket: async (market) => whileOpen(market) });
  const { market } = dealing;
  const account = await dealing.openAccount();
  await dealing.setNightRates('EURUSD', 3.6, 0);
  const { id } = good(await dealing.exchange.submit(account, ticket('EURUSD', 'buy')));
  market.session('EURUSD', { status: 'closed' });
  market.pass(NIGHT - market.now());
  market.tick('EURUSD', 1.1);
  market.pass(1);
  market.tick('EURUSD', 1.3);
  await passTo(dealing, account, NIGHT + 1_500);
  expect(await lines(dealing, account)).toEqual([[id, -11, '2026-03-04T22:00']]);
});

it('rates that another process has set before a night count when they are read after it', async () => {
  const dealing = await start();
  const account = await dealing.openAccount();
  await dealing.setNightRates('EURUSD', 0, 1);
  const { id } = good(await dealing.exchange.submit(account, ticket('EURUSD', 'buy')));
  const elsewhere = createNightRates(dealing.store);
  await passTo(dealing, account, NIGHT + 1_500);
  await elsewhere.set('EURUSD', { longRate: 36_000, shortRate: 0 }, timestampMs(NIGHT - 1));
  await dealing.setNightRates('XAUUSD', 1, 1);
  await dealing.settled(account);
  expect(await lines(dealing, account)).toEqual([[id, -12, '2026-03-04T22:00']]);
});

it('a night that could not be stored is booked as soon as it can be, without a tick, and one error a second says so', async () => {
  const disk = { isFull: false, refused: 0 };
  const dealing = await start({
    sound: 'books',
    wrapStore: (store) => ({
      ...store,
      async write(work, account) {
        if (!disk.isFull || account === undefined) return store.write(work, account);
        disk.refused++;
        throw new UnavailableError('the disk is full');
      },
    }),
  });
  const { exchange, market, clock, errors } = dealing;
  await dealing.setNightRates('EURUSD', 3.6, 0);
  const accounts = [await dealing.openAccount(), await dealing.openAccount()];
  for (const account of accounts) good(await exchange.submit(account, ticket('EURUSD', 'buy')));
  const wait = async (second: number, refused: number) => {
    market.pass(NIGHT + second * 1_000 - market.now());
    clock.advanceTo(NIGHT + second * 1_000);
    await vi.waitFor(() => expect([disk.refused, errors.length]).toEqual([refused, refused / 2]), 2_000);
  };
  await wait(-1, 0);
  disk.isFull = true;
  await wait(1, 2);
  await wait(2, 4);
  disk.isFull = false;
  await wait(3, 4);
  for (const account of accounts)
    await vi.waitFor(async () => expect(await lines(dealing, account)).toHaveLength(1));
});

describe('a price whose source has another time than the exchange', () => {
  /** With one position or order, and prices whose times differ from the exchange's by what the test sets. */
  async function startSource(terms: Parameters<typeof ticket>[2]) {
    let aheadMs = 0;
    const at = (time: number) => timestampMs(time + aheadMs);
    const dealing = await start({
      wrapMarket: async (market) => ({
        ...market,
        onTick: (listener) => market.onTick((tick) => listener({ ...tick, time: at(tick.time) })),
      }),
    });
    const account = await dealing.openAccount();
    await dealing.setNightRates('EURUSD', 3.6, 0);
    const { id } = good(await dealing.exchange.submit(account, ticket('EURUSD', 'buy', terms)));
    return {
      pass: (ms: number) => passTo(dealing, account, NIGHT + ms),
      async tick(close: number, ahead: number) {
        aheadMs = ahead;
        dealing.market.tick('EURUSD', close);
        await dealing.settled(account);
      },
      async stored() {
        const { read } = dealing.store;
        const orders = read.selectFrom('orders').select(['filled_at', 'ended_at']).where('id', '=', id);
        return [await orders.executeTakeFirstOrThrow(), (await lines(dealing, account)).length];
      },
    };
  }

  it('fills no order after a night that was still to come, and the night is booked', async () => {
    const { pass, tick, stored } = await startSource({ target: 1.19 });
    await pass(-1_000);
    await tick(1.189, 1_500);
    await pass(2_500);
    expect(await stored()).toEqual([{ filled_at: NIGHT - 1_000, ended_at: null }, 1]);
  });

  it('closes no position before a night that is booked to it', async () => {
    const { pass, tick, stored } = await startSource({ stopLoss: 1.19 });
    await pass(1_200);
    await tick(1.18, -3_000);
    expect(await stored()).toEqual([{ filled_at: null, ended_at: NIGHT }, 1]);
  });
});
