import { describe, expect, it } from 'vitest';
import { calendar } from '../../../server/listings/calendar-commands.ts';
import { createListings } from '../../../server/listings/listings.ts';
import { good, START, ticket } from '../../helpers/dealing.ts';
import { startListings } from './listings-scene.ts';

const at = (iso: string) => new Date(iso).toISOString();

/** The start of the tests' clock is a Wednesday morning. */
const TODAY = new Date(START).toISOString().slice(0, 10);

async function startDesk() {
  const scene = await startListings();
  const { listings } = scene;
  const run = (verb: 'add' | 'remove' | 'list', values: Record<string, string> = {}) =>
    calendar.verbs[verb]?.run({ listings }, values);
  return {
    ...scene,
    rows: async (verb: 'add' | 'remove' | 'list', values?: Record<string, string>) => {
      const answer = await run(verb, values);
      if (!answer?.ok) throw new Error(answer?.error);
      return answer.value.rows;
    },
    refused: async (values: Record<string, string>) => {
      const answer = await run('add', values);
      return answer?.ok ? undefined : answer?.error;
    },
  };
}

describe('the calendar', () => {
  it('closes a market on a trading day, which ends when it closes on that date by its own clock', async () => {
    const { rows } = await startDesk();
    const [winter] = await rows('add', { market: 'metal', date: '2026-12-25', how: 'closed' });
    expect(winter).toMatchObject({
      from: at('2026-12-24T22:00Z'),
      to: at('2026-12-25T22:00Z'),
      closed: 'all day',
    });
    const [early] = await rows('add', { market: 'index', date: '2026-11-27', how: 'close', time: '13:00' });
    expect(early).toMatchObject({
      from: at('2026-11-27T18:00Z'),
      to: at('2026-11-27T21:45Z'),
      closed: 'from 13:00',
    });
    const [summer] = await rows('add', { market: 'eurozone', date: '2026-08-03', how: 'closed' });
    expect(summer).toMatchObject({ from: at('2026-08-02T20:00Z'), to: at('2026-08-03T20:00Z') });
    const [tokyo] = await rows('add', { market: 'japan', date: '2027-01-01', how: 'closed' });
    expect(tokyo).toMatchObject({ from: at('2026-12-31T06:45Z'), to: at('2027-01-01T06:45Z') });
    const [coin] = await rows('add', { market: 'crypto', date: '2026-11-29', how: 'close', time: '9:30' });
    expect(coin).toMatchObject({ from: at('2026-11-29T09:30Z'), to: at('2026-11-30T00:00Z') });
    expect((await rows('list')).map(({ market, date }) => `${market} ${date}`)).toEqual([
      'crypto 2026-11-29',
      'eurozone 2026-08-03',
      'index 2026-11-27',
      'japan 2027-01-01',
      'metal 2026-12-25',
    ]);
  });

  it('closes the instruments of the market at once, says when they open, and tells other processes', async () => {
    const { rows, listings, market, exchange, openAccount, told, store, clock } = await startDesk();
    market.tick('EURUSD', 1.2);
    const account = await openAccount();
    await rows('add', { market: 'forex', date: TODAY, how: 'closed' });
    expect(told).toContain('EURUSD closed');
    const opensAt = (await rows('list'))[0]?.['to'];
    expect(listings.market.instrumentByCode('EURUSD')?.market).toEqual({
      status: 'closed',
      opensAt: Date.parse(String(opensAt)),
    });
    expect(await exchange.submit(account, ticket('EURUSD', 'buy'))).toMatchObject({
      error: { code: 4101, facts: { reason: 'closed' } },
    });
    expect(listings.market.instrumentByCode('XAUUSD')?.market).toEqual({ status: 'open' });
    const other = await createListings({ store, feed: market, clock, feeType: 'of-margin' });
    expect(other.market.instrumentByCode('EURUSD')?.market.status).toBe('closed');
    await rows('remove', { market: 'forex', date: TODAY });
    await other.readAgain();
    expect(other.market.instrumentByCode('EURUSD')?.market.status).toBe('open');
    good(await exchange.submit(account, ticket('EURUSD', 'buy')));
    expect(await rows('list')).toEqual([]);
  });

  it('closes early, and opens again, while orders of before it wait', async () => {
    const { rows, listings, market, clock, exchange, openAccount, settled } = await startDesk();
    market.tick('EURUSD', 1.2);
    const account = await openAccount();
    good(await exchange.submit(account, ticket('EURUSD', 'buy', { stopLoss: 1.19 })));
    const pass = (ms: number) => {
      market.pass(ms);
      clock.advance(ms);
    };
    const local = new Date(START + 30 * 60_000).toLocaleTimeString('en-GB', {
      timeZone: 'America/New_York',
      hour: '2-digit',
      minute: '2-digit',
    });
    const [day] = await rows('add', { market: 'forex', date: TODAY, how: 'close', time: local });
    const status = () => listings.market.instrumentByCode('EURUSD')?.market.status;
    expect(status()).toBe('open');
    pass(Date.parse(String(day?.['from'])) - START);
    expect(status()).toBe('closed');
    market.tick('EURUSD', 1.18);
    await settled(account);
    expect(await exchange.working(account)).toHaveLength(1);
    pass(Date.parse(String(day?.['to'])) - market.now());
    expect(status()).toBe('open');
    market.tick('EURUSD', 1.185);
    await settled(account);
    expect(await exchange.working(account)).toEqual([]);
  });

  it.each([
    [{ market: 'moon', date: TODAY, how: 'closed' }, 'market is one of'],
    [{ market: 'forex', date: '2026-02-30', how: 'closed' }, 'date is a day'],
    [{ market: 'forex', date: '25.12.2026', how: 'closed' }, 'date is a day'],
    [{ market: 'forex', date: TODAY, how: 'closed', time: '13:00' }, 'has no time'],
    [{ market: 'forex', date: TODAY, how: 'close' }, 'time is one'],
    [{ market: 'forex', date: TODAY, how: 'close', time: '24:10' }, 'time is one'],
    [{ market: 'forex', date: TODAY, how: 'close', time: '18:00' }, 'ends at 17:00'],
  ])('refuses %o', async (values, sentence) => {
    const { refused, rows } = await startDesk();
    expect(await refused(values)).toContain(sentence);
    expect(await rows('list')).toEqual([]);
  });
});
