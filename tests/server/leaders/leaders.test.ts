import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { parseConfig } from '../../../server/config/config.ts';
import { createLeaders, MAX_LEADERS } from '../../../server/leaders/leaders.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { dataFolder } from '../../helpers/data-folder.ts';
import { INSTRUMENTS } from '../../helpers/dealing.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { type HttpFixture, startHttp } from '../http-fixture.ts';

const DAY = 86_400_000;
const SATURDAY = Date.UTC(2026, 10, 21, 12);
const eurusd = INSTRUMENTS[0];

/** The list at a moment, on a market with every instrument or only some. */
function listing(has: (code: string) => boolean = () => true) {
  let at = 0;
  const market = {
    now: () => timestampMs(at),
    instrumentByCode: (code: string) =>
      has(code) && eurusd ? { ...eurusd, showCode: `show ${code}` } : undefined,
  };
  const leaders = createLeaders({ market }, MAX_LEADERS);
  return (now: number) => {
    at = now;
    return leaders.list();
  };
}
const days = (count: number, from = SATURDAY) => Array.from({ length: count }, (_, day) => from + day * DAY);

describe('the list of leaders', () => {
  it('has the same leaders with the same instruments and leverage at any time', () => {
    expect(listing()(SATURDAY).map(({ user, code, multiple }) => [user, code, multiple])).toEqual([
      ['nightferry', 'show EURUSD', 100],
      ['slowriver', 'show XAUUSD', 20],
      ['tomas_v', 'show US500', 50],
      ['quietharbor', 'show EURGBP', 50],
      ['ines_m', 'show BTCUSD', 10],
      ['copperleaf', 'show USOIL', 20],
    ]);
  });

  it('depends only on the moment: it is the same after a restart and when the clock is set back', () => {
    const listAt = listing();
    const list = listAt(SATURDAY);
    listAt(SATURDAY + 40 * DAY);
    expect(listAt(SATURDAY)).toEqual(list);
    expect(listing()(SATURDAY)).toEqual(list);
  });

  it('has figures that agree, on every day of a year', () => {
    const listAt = listing();
    for (const now of days(365)) {
      for (const leader of listAt(now)) {
        // A rate may round to zero.
        expect(leader.three_week_rate * leader.three_week_profit, leader.user).toBeGreaterThanOrEqual(0);
        expect(Math.abs(leader.three_week_rate)).toBeLessThan(40);
        expect(leader.three_week_win).toBeGreaterThan(20);
        expect(leader.three_week_win).toBeLessThan(95);
        expect(leader.total_rate).toBeGreaterThan(-50);
        expect(leader.total_trade_num).toBeGreaterThan(50);
        expect(leader.curve?.at(-1), leader.user).toBe(leader.three_week_rate);
        expect(leader.worst_fall).toBeLessThanOrEqual(0);
        expect(leader.worst_fall).toBeGreaterThan(-60);
        expect(leader.total_followers).toBeGreaterThan(0);
      }
    }
  });

  it('grows with time: trades are only added, on weekdays unless the market is open on weekends', () => {
    const listAt = listing();
    const counts = days(9).map((now) => listAt(now).map(({ total_trade_num }) => total_trade_num));
    for (const [day, count] of counts.entries()) {
      for (const [at, trades] of count.entries())
        expect(trades).toBeGreaterThanOrEqual(counts[day - 1]?.[at] ?? 0);
    }
    // Saturday noon to Sunday noon.
    expect(counts[1]?.map((count, at) => count > (counts[0]?.[at] ?? 0))).toEqual([
      false,
      false,
      false,
      false,
      true,
      false,
    ]);
    expect(counts[8]?.every((count, at) => count > (counts[0]?.[at] ?? 0))).toBe(true);
  });

  it('changes within a day', () => {
    const listAt = listing();
    const monday = SATURDAY + 1.5 * DAY;
    const counts = Array.from(
      { length: 25 },
      (_, hour) => listAt(monday + hour * 3_600_000)[0]?.total_trade_num ?? 0,
    );
    expect(new Set(counts).size).toBeGreaterThan(3);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  });

  it('omits leaders whose instrument the market does not have', () => {
    expect(listing((code) => code === 'BTCUSD')(SATURDAY).map(({ user }) => user)).toEqual(['ines_m']);
  });

  it('is empty before the first leader’s start', () => {
    expect(listing()(Date.UTC(2025, 0, 1))).toEqual([]);
  });
});

const rims: HttpFixture[] = [];
const begin = async (settings: Readonly<Record<string, string>>) => {
  const http = await startHttp(settings);
  rims.push(http);
  return http;
};
afterEach(async () => {
  for (const http of rims.splice(0)) {
    await http.stop();
    expect(http.faults).toEqual([]);
  }
});

const list = async (http: HttpFixture) => (await http.ask('/api/follow/list')).data;

describe('the setting LEADERS', () => {
  const leaders = (settings: Readonly<Record<string, string>>) => {
    const config = parseConfig(settings);
    return config.ok ? config.value.leaders : config.error;
  };

  it('is six with simulated prices, and zero with recorded ones unless set', () => {
    expect(leaders({})).toBe(6);
    expect(leaders({ FEED: 'ticks:EURUSD=a.csv' })).toBe(0);
    expect(leaders({ FEED: 'ticks:EURUSD=a.csv', LEADERS: '2' })).toBe(2);
    expect(leaders({ LEADERS: '0' })).toBe(0);
  });

  it.each(['7', '-1', '1.5', 'many'])('refuses %s with a sentence', (text) => {
    expect(leaders({ LEADERS: text })).toBe(`LEADERS must be a whole number from 0 to 6, not "${text}".`);
  });
});

describe('/api/follow/list', { timeout: 180_000 }, () => {
  it('is empty with a recording', async () => {
    expect(await list(await begin({}))).toEqual([]);
  });

  // spec: 3.9 7.56
  it('needs no login and returns the leaders at once', async () => {
    const leaders = await list(await begin({ FEED: 'sim', LEADERS: '1' }));
    expect(leaders).toEqual([
      {
        user: 'nightferry',
        product_type: '外匯',
        total_followers: expect.any(Number),
        curve: expect.any(Array),
        worst_fall: expect.any(Number),
        last_trades: expect.any(Array),
        multiple: 100,
        three_week_rate: expect.any(Number),
        three_week_win: expect.any(Number),
        three_week_profit: expect.any(Number),
        total_rate: expect.any(Number),
        total_trade_num: expect.any(Number),
        code: 'EUR/USD',
      },
    ]);
  });

  it('ignores the account of a leader in an older database: its position follows the usual rules', async () => {
    const settings = { DATA_DIR: dataFolder(), DATABASE_URL: '', LEADERS: '6' };
    const before = await startHttp(settings);
    const authorization = await before.enter();
    await before.ask('/v1/api/forex/submit?type=1&cont=0.1&forex_id=1&status=1&multiple=100', {
      headers: { authorization },
    });
    await before.stop();
    const database = new DatabaseSync(join(settings.DATA_DIR, 'pipstream.db'));
    database.exec("INSERT INTO leaders SELECT 'nightferry', id, 0, 0 FROM accounts");
    database.close();

    const { exchange, accounts } = await begin(settings);
    const account = (await accounts.session(authorization))?.accountId;
    if (account === undefined) throw new Error('the session has ended');
    const [position, ...others] = await exchange.working(account);
    expect([position?.status, others]).toEqual(['open', []]);
    const closed = await exchange.close(account, position?.id ?? orderId(0), 'close-it', undefined);
    expect(closed).toMatchObject({ ok: true });
    expect(await exchange.working(account)).toEqual([]);
    expect(await operatorOf(settings.DATA_DIR).rows('check', 'books')).toEqual([]);
  });
});
