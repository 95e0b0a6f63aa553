import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../server/catalogue/catalogue.ts';
import { instrumentRepository } from '../../../server/catalogue/instrument-repository.ts';
import { createPortfolio } from '../../../server/portfolio/portfolio.ts';
import { type Instrument, settlementOf } from '../../../shared/domain/instrument.ts';
import { moneyToWire } from '../../../shared/domain/money.ts';
import { volumeFromWire } from '../../../shared/domain/volume.ts';
import { zoneDays } from '../../../shared/domain/zone-days.ts';
import { good, INSTRUMENTS, START, startDealing, ticket } from '../../helpers/dealing.ts';

const HOUR = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16);

/**
 * A fee of a thousandth of the margin, and candles of every tick.
 * @param keepsMinutes without minutes there are whole hours, and nothing shorter
 */
async function opened(feeRateMillionths = 1_000, keepsMinutes = true) {
  const instruments = INSTRUMENTS.map((one) => ({ ...one, feeRateMillionths }));
  const dealing = await startDealing({ instruments, financingTime: '17:00 America/New_York' });
  const { market, exchange } = dealing;
  const ticks: { readonly id: number; readonly atMs: number; readonly close: number }[] = [];
  market.onTick(({ instrumentId: id, close, time: atMs }) => ticks.push({ id, atMs, close }));
  const portfolio = createPortfolio({
    store: dealing.store,
    market: {
      ...market,
      async kline(wanted, period, end) {
        if (!keepsMinutes && period !== '60min') return [];
        const endMs = keepsMinutes ? end * 1_000 : Math.ceil((end * 1_000) / HOUR) * HOUR;
        const last = ticks.findLast(({ id, atMs }) => id === wanted && atMs < endMs);
        if (last === undefined) return [];
        // Stored candles have the decimals of today.
        const decimals = (of: readonly Instrument[]) => of.find(({ id }) => id === wanted)?.precision ?? 0;
        const close = last.close * 10 ** (decimals(market.instruments()) - decimals(INSTRUMENTS));
        return [[end - 1, close, close, close, close, 1]];
      },
    },
  });
  const account = await dealing.openAccount();
  return {
    ...dealing,
    account,
    /** Ticks at this hour after the start. */
    at(hour: number, code: string, price: number, ask = price) {
      market.pass(START + hour * HOUR - market.now());
      market.tick(code, price, ask);
    },
    open: async (code: string, side: 'buy' | 'sell', more: Parameters<typeof ticket>[2] = {}) =>
      good(await exchange.submit(account, ticket(code, side, more, instruments))).id,
    async days(zone = 'UTC', count = 31) {
      const known = zoneDays(zone);
      if (known === undefined) throw new Error(zone);
      return (await portfolio.days(account, known, count)).map(({ start, ...day }) => {
        const sums = Object.entries(day).map(([name, value]) => [
          name,
          value === undefined || name === 'wins' || name === 'losses' ? value : moneyToWire(value as never),
        ]);
        return { start: iso(start), ...Object.fromEntries(sums) };
      });
    },
  };
}

const changed = { contractSize: 50, precision: 6, quoteCurrency: 'HKD' } as const;

const NOTHING = { transfers: 0, fees: 0, realised: 0, wins: 0, won: 0, losses: 0, lost: 0 };

describe('an account day by day', () => {
  it('is valued on the terms that each order was placed on, whatever its instrument has become', async () => {
    const { at, open, days, exchange, account, market, store } = await opened();
    at(0, 'EURUSD', 1.2);
    const id = await open('EURUSD', 'buy');
    at(10, 'EURUSD', 1.21);
    at(26, 'EURUSD', 1.205);
    good(await exchange.close(account, id, undefined, undefined));
    const before = await days();
    expect(before).toMatchObject([{ equity: 100_998.8 }, {}]);
    const entry = catalogue.find(({ code }) => code === 'EURUSD');
    if (entry === undefined) throw new Error('no EURUSD');
    await store.write((transaction) => instrumentRepository(transaction).keepFormer(entry, market.now()));
    market.list(
      INSTRUMENTS.map((one) =>
        one.code === 'EURUSD' ? { ...one, ...changed, settle: settlementOf('HKD', 'USDHKD') } : one,
      ),
    );
    expect(await days()).toEqual(before);
  });

  it('has what was booked, what was closed, and what was open at the end of each day', async () => {
    const { at, open, days, exchange, account, settled } = await opened();
    at(0, 'EURUSD', 1.2);
    const first = await open('EURUSD', 'buy');
    await open('EURUSD', 'buy', { lots: 0.5, target: 1.19 });
    at(10, 'EURUSD', 1.21);
    at(26, 'EURUSD', 1.205);
    good(await exchange.close(account, first, undefined, undefined));
    at(27, 'EURUSD', 1.19);
    await settled(account);
    at(28, 'EURUSD', 1.195);
    at(51, 'EURUSD', 1.18);
    const [second] = await exchange.working(account);
    if (second === undefined) throw new Error('nothing is open');
    good(await exchange.close(account, second.id, undefined, volumeFromWire(0.2)));
    expect(await days()).toEqual([
      {
        ...NOTHING,
        start: '2026-03-04T00:00',
        transfers: 100_000,
        fees: -1.2,
        balance: 99_998.8,
        // The order that waits is not open yet.
        equity: 100_998.8,
      },
      {
        ...NOTHING,
        start: '2026-03-05T00:00',
        fees: -0.595,
        realised: 500,
        wins: 1,
        won: 500,
        balance: 100_498.205,
        equity: 100_748.205,
      },
      {
        ...NOTHING,
        start: '2026-03-06T00:00',
        realised: -200,
        losses: 1,
        lost: -200,
        balance: 100_298.205,
        equity: 99_998.205,
      },
    ]);
  });

  it('counts an order that waited from its fill on, also one that cost no fee, and the part that was closed of it', async () => {
    const { at, open, days, exchange, account, settled } = await opened(0);
    at(0, 'EURUSD', 1.2);
    const id = await open('EURUSD', 'buy', { target: 1.19 });
    const waited = await open('EURUSD', 'buy', { target: 1.18 });
    at(10, 'EURUSD', 1.21);
    at(27, 'EURUSD', 1.19);
    await settled(account);
    at(28, 'EURUSD', 1.195);
    good(await exchange.close(account, id, undefined, undefined));
    at(29, 'EURUSD', 1.18);
    await settled(account);
    at(52, 'EURUSD', 1.185);
    good(await exchange.close(account, waited, undefined, volumeFromWire(0.2)));
    expect((await days()).map((day) => day['equity'])).toEqual([100_000, 100_500, 101_000]);
  });

  it('values positions at what they close at now, and on days of before at the bid, which candles are of', async () => {
    const { at, open, days } = await opened(0);
    at(0, 'USDJPY', 150, 151);
    at(0, 'EURUSD', 1.2, 1.201);
    await open('EURUSD', 'sell', { lots: 0.1 });
    at(10, 'EURUSD', 1.21, 1.212);
    at(26, 'EURUSD', 1.205, 1.207);
    await open('EURUSD', 'buy', { lots: 0.2 });
    expect((await days()).map((day) => day['equity'])).toEqual([99_900, 100_000 - 70 - 40]);
    // Converted at the bid, although it closes at the ask.
    await open('USDJPY', 'sell');
    expect((await days()).at(-1)?.['equity']).toBe(99_890 - 666.666667);
  });

  it("begins its days at the reader's midnight", async () => {
    const { at, open, days, exchange, account } = await opened();
    at(0, 'EURUSD', 1.2);
    const id = await open('EURUSD', 'buy');
    // 16:30 UTC: in Hong Kong the next day.
    at(6.5, 'EURUSD', 1.201);
    good(await exchange.close(account, id, undefined, undefined));
    const sums = (list: Awaited<ReturnType<typeof days>>) =>
      list.map((day) => [day['start'], day['realised'], day['equity']]);
    expect(sums(await days('UTC'))).toEqual([['2026-03-04T00:00', 100, 100_098.8]]);
    expect(sums(await days('Asia/Hong_Kong'))).toEqual([
      ['2026-03-03T16:00', 0, 99_998.8],
      ['2026-03-04T16:00', 100, 100_098.8],
    ]);
  });

  it('takes the last whole hour of a day that ends within one whose minutes are no longer kept', async () => {
    const { at, open, days } = await opened(1_000, false);
    at(0, 'EURUSD', 1.2);
    await open('EURUSD', 'buy');
    at(7.5, 'EURUSD', 1.21);
    // 18:45 UTC, a quarter of an hour after midnight in Kolkata.
    at(8.75, 'EURUSD', 1.3);
    at(9.5, 'EURUSD', 1.22);
    expect((await days('Asia/Kolkata')).map((day) => [day['start'], day['equity']])).toEqual([
      ['2026-03-03T18:30', 100_998.8],
      ['2026-03-04T18:30', 101_998.8],
    ]);
  });

  it('shows what nights cost beside fees and transfers', async () => {
    const { at, open, days, setNightRates, settled, account, clock } = await opened(0);
    at(0, 'EURUSD', 1.2);
    await open('EURUSD', 'buy');
    await setNightRates('EURUSD', 3.6, 0);
    // 17:00 in New York.
    at(12, 'EURUSD', 1.2);
    clock.advance(1_000);
    await settled(account);
    at(24, 'EURUSD', 1.2);
    expect(await days()).toEqual([
      {
        ...NOTHING,
        start: '2026-03-04T00:00',
        balance: 99_988,
        equity: 99_988,
        transfers: 100_000,
        financing: -12,
      },
      { ...NOTHING, start: '2026-03-05T00:00', balance: 99_988, equity: 99_988 },
    ]);
  });

  it('sums what was before the first of the days, and begins with the account if that is younger', async () => {
    const { at, days } = await opened();
    at(0, 'EURUSD', 1.2);
    expect((await days('UTC', 10)).map((day) => day['start'])).toEqual(['2026-03-04T00:00']);
    at(72, 'EURUSD', 1.2);
    expect(await days('UTC', 2)).toEqual([
      { ...NOTHING, start: '2026-03-06T00:00', balance: 100_000, equity: 100_000 },
      { ...NOTHING, start: '2026-03-07T00:00', balance: 100_000, equity: 100_000 },
    ]);
  });

  it('does not know an equity beyond the range of money', async () => {
    const { at, open, days } = await opened();
    at(0, 'EURUSD', 1.2);
    await open('EURUSD', 'buy');
    await open('EURUSD', 'buy');
    at(10, 'EURUSD', 60_000);
    at(30, 'EURUSD', 1e9);
    expect((await days()).map((day) => day['equity'])).toEqual([undefined, undefined]);
  });

  it('converts what is open at the rate of then, and does not know the equity without a price', async () => {
    const { at, open, days, market } = await opened();
    at(0, 'USDJPY', 150);
    await open('USDJPY', 'sell', { lots: 0.1 });
    at(10, 'USDJPY', 149);
    at(30, 'USDJPY', 160);
    const known = await days();
    // 10,000 yen at 149 and -100,000 yen at 160.
    expect(known.map((day) => day['equity'])).toEqual([100_000 - 0.1 + 67.114094, 100_000 - 0.1 - 625]);
    market.list(INSTRUMENTS.filter(({ code }) => code !== 'USDJPY'));
    expect((await days()).map((day) => [day['balance'], day['equity']])).toEqual([
      [99_999.9, undefined],
      [99_999.9, undefined],
    ]);
  });
});
