import { describe, expect, it, onTestFinished } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { chosenDatabase } from '../../helpers/chosen-database.ts';
import { putDatabase } from '../../helpers/data-folder.ts';
import { connectSource, SOURCE_TOKEN } from '../../helpers/price-source.ts';
import { openTestStore } from '../../helpers/stores.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { type HttpFixture, openHttp, startHttp } from '../http-fixture.ts';

const PUSH = {
  FEED: 'push',
  FEED_HOURS: 'always',
  FEED_LISTEN: '127.0.0.1:0',
  FEED_TOKEN: SOURCE_TOKEN,
} as const;

const COCOA = {
  code: 'cocoa',
  name: 'Cocoa;de=Kakao',
  class: 'other',
  currency: 'USD',
  precision: '2',
  contract: '10',
  multiples: '5,2',
  show: 'COCOA/USD',
} as const;

const source = (http: HttpFixture) =>
  connectSource(/ws:\/\/[\d.:]+\/v1\/feed/.exec(http.logged.join('\n'))?.[0] ?? '', 'a');

const listed = async (http: HttpFixture, code: string, lang = 'en') =>
  (await http.ask('/v1/api/forex/trade_list', { headers: { lang } })).data.list.find(
    (one: { Code: string }) => one.Code === code,
  );

const order = (id: number) => ({ forex_id: id, type: 1, status: 1, cont: 0.1, multiple: 5 });

describe('an instrument that is added', () => {
  it('is priced, dealt in and retired without a restart, and is there after one', async () => {
    const dataDir = temporaryFolder();
    putDatabase(dataDir);
    const http = await startHttp({ ...PUSH, DATA_DIR: dataDir });
    onTestFinished(() => http.stop());
    const { operator } = http;
    expect(await operator.rows('instruments', 'add', COCOA)).toMatchObject([
      { code: 'COCOA', name: 'COCOA/USD', title: 'Cocoa', class: 'other', waits: false, multiples: '2,5' },
    ]);
    expect(await listed(http, 'COCOA')).toMatchObject({ MarketStatus: 0, Stale: 1, PricePrecision: 2 });
    expect((await listed(http, 'COCOA', 'de')).Name).toBe('Kakao');
    expect((await http.ask('/v1/api/forex/searchCurrency?keyword=cocoa')).data.list).toHaveLength(1);
    const feed = await source(http);
    expect(JSON.parse(feed.heard[0] ?? '').codes).toContain('COCOA');
    await feed.ticks('COCOA', '7000.50');
    const token = await http.enter();
    const id = await http.idOf('COCOA');
    const opened = await http.send(token, 'submitOrder', order(id));
    expect(opened.data).toMatchObject({ OriginPrice: 7_000.5, CautionMoney: 1_400.1 });
    expect(await operator.rows('instruments', 'retire', { code: 'COCOA' })).toMatchObject([
      { mode: 'close-only', market: 'open' },
    ]);
    const refused = await http.send(token, 'submitOrder', order(id));
    expect([refused.code, refused.data]).toEqual([CODE.marketClosed, { reason: 'close-only' }]);
    expect(await operator.refused('instruments', 'mode', { code: 'COCOA', mode: 'open' })).toMatch(/retired/);
    await feed.ticks('COCOA', '7001.50');
    expect((await http.send(token, 'closeOrder', { id: opened.data.Id })).data).toMatchObject({
      UpdatePrice: 7_001.5,
      FactProfits: 1,
    });
    await expect.poll(() => listed(http, 'COCOA'), { timeout: 6_000 }).toBeUndefined();
    const history = await http.send(token, 'getDeals', { status: 3, page: 1 });
    expect(history.data.data).toMatchObject([{ Id: opened.data.Id }]);
    await operator.rows('instruments', 'list-again', { code: 'COCOA' });
    await http.stop();
    const again = await openHttp({ ...PUSH, DATA_DIR: dataDir });
    expect(await listed(again, 'COCOA')).toMatchObject({ Id: id, Name: 'Cocoa', ForexContNum: 10 });
  });

  it('is refused with a sentence where a value is wrong', async () => {
    const { operator } = await openHttp(PUSH);
    for (const [wrong, sentence] of [
      [{ code: 'A' }, /^code is 2 to 20/],
      [{ code: 'A-B' }, /^code is 2 to 20/],
      [{ code: 'EURUSD' }, /^EURUSD is there already/],
      [{ class: 'fruit' }, /^class is one of forex, metals/],
      [{ currency: 'HUF' }, /^Nothing converts HUF to USD.*add HUFUSD with prices in USD first/],
      [{ precision: '9' }, /^precision is a whole number from 0 to 8/],
      [{ contract: '0.5' }, /^contract is a whole number from 1 to 1000000/],
      [{ lot: '0' }, /^lot is a size in lots/],
      [{ lot: '0.02', minimum: '0.01' }, /smallest order, 0.01 lots, is no multiple/],
      [{ multiples: '5,five' }, /^Multiples are whole numbers/],
      [{ margin: 'none' }, /^margin is one of by-price, fixed/],
      [{ name: 'Cocoa;xx=Kakao' }, /^name is a name of at most 60 letters/],
      [{ logo: 'COCOA' }, /^There is no picture of COCOA/],
      [{ hours: 'always' }, /^hours is one of forex/],
    ] as const)
      expect(await operator.refused('instruments', 'add', { ...COCOA, ...wrong })).toMatch(sentence);
    // Each pair that the other one needs: the currency is known from then on.
    const pair = { class: 'forex', name: 'US Dollar / Forint', precision: '3' };
    const forint = { ...pair, code: 'USDHUF', currency: 'HUF' };
    expect(await operator.rows('instruments', 'add', forint)).toMatchObject([{ contract: 100 }]);
    expect(await operator.rows('instruments', 'add', { ...COCOA, currency: 'HUF' })).toHaveLength(1);
    expect(await operator.refused('instruments', 'retire', { code: 'USDHUF' })).toMatch(
      /converts the profits of COCOA/,
    );
  });
});

describe('the terms of an instrument', () => {
  it('change at once, but what its orders are worth only while nobody has one', async () => {
    const dataDir = temporaryFolder();
    putDatabase(dataDir);
    const http = await startHttp({ ...PUSH, DATA_DIR: dataDir });
    onTestFinished(() => http.stop());
    const { operator } = http;
    const change = (values: Readonly<Record<string, string>>) =>
      ['instruments', 'change', { code: 'BTCUSD', ...values }] as const;
    const mode = (to: string) => operator.rows('instruments', 'mode', { code: 'BTCUSD', mode: to });
    await operator.rows(...change({ show: 'BTC', name: 'Bitcoin!', class: 'other', logo: 'none' }));
    expect(await listed(http, 'BTCUSD')).toMatchObject({
      ShowCode: 'BTC',
      Name: 'Bitcoin!',
      CategoryId: 7,
      Logo: '',
    });
    const feed = await source(http);
    await feed.ticks('BTCUSD', '60000');
    const token = await http.enter();
    const id = await http.idOf('BTCUSD');
    const opened = await http.send(token, 'submitOrder', { ...order(id), cont: 0.01 });
    await mode('close-only');
    for (const four of [{ contract: '2' }, { precision: '3' }, { currency: 'EUR' }, { margin: 'fixed' }])
      expect(await operator.refused(...change(four))).toMatch(/^BTCUSD has 1 open position/);
    await http.send(token, 'closeOrder', { id: opened.data.Id });
    await mode('open');
    expect(await operator.refused(...change({ contract: '2' }))).toMatch(/make it close-only first/);
    await mode('close-only');
    expect(await operator.refused(...change({ precision: '1' }))).toMatch(/cannot become fewer/);
    const alert = { forex_id: id, price: 70_000 };
    expect((await http.send(token, 'addAlert', alert)).code).toBe(CODE.success);
    await operator.rows(...change({ contract: '2', margin: 'fixed', currency: 'EUR' }));
    expect(await listed(http, 'BTCUSD')).toMatchObject({
      ForexContNum: 2,
      MarginMode: 1,
      QuoteCurrency: 'EUR',
      SettleCode: 'EURUSD',
    });
    await mode('open');
    await mode('close-only');
    expect(await operator.rows(...change({ precision: '3' }))).toMatchObject([{ precision: 3, waits: true }]);
    expect(await operator.refused('instruments', 'mode', { code: 'BTCUSD', mode: 'open' })).toMatch(
      /next start/,
    );
    const chart = async (of: HttpFixture) =>
      (await of.ask(`/v1/api/forex/kline?forex_id=${id}&period=1min`)).data as number[][];
    const seen = await chart(http);
    expect(seen.at(-1)?.[4]).toBe(60_000);
    await http.stop();
    const again = await startHttp({ ...PUSH, DATA_DIR: dataDir });
    onTestFinished(() => again.stop());
    expect(await listed(again, 'BTCUSD')).toMatchObject({
      PricePrecision: 3,
      ForexContNum: 2,
      ShowCode: 'BTC',
    });
    expect(await chart(again)).toEqual(seen);
    await again.operator.rows('instruments', 'mode', { code: 'BTCUSD', mode: 'open' });
    await (await source(again)).ticks('BTCUSD', '60001.001');
    expect((await again.send(token, 'getAlerts', {})).data.list).toMatchObject([
      { price: 70_000, on: 1, fired_at: '' },
    ]);
    // What orders of before keep.
    await again.stop();
    const database = await chosenDatabase(dataDir);
    const store = await openTestStore({ dataDir, ...(database && { database }) });
    const former = await store.read.selectFrom('former_terms').selectAll().orderBy('until').execute();
    expect(former).toMatchObject([
      { code: 'BTCUSD', contract_size: 1, margin_mode: 'by-price', quote_currency: 'USD', precision: 2 },
      { code: 'BTCUSD', contract_size: 2, margin_mode: 'fixed', quote_currency: 'EUR', precision: 2 },
    ]);
  });

  it('cannot be changed where prices are recorded', async () => {
    const { operator } = await openHttp();
    expect(await operator.refused('instruments', 'add', COCOA)).toMatch(/^Prices are recorded/);
    expect(await operator.refused('instruments', 'stale', { code: 'EURUSD', seconds: '5' })).toMatch(
      /^Prices are recorded/,
    );
  });
});

describe('an instrument of its own patience', () => {
  it('is stale after its own time, and holds ticks beyond its own bound, also after a restart', async () => {
    const dataDir = temporaryFolder();
    putDatabase(dataDir);
    const first = await startHttp({ ...PUSH, DATA_DIR: dataDir });
    onTestFinished(() => first.stop());
    const { operator } = first;
    const set = (verb: string, name: string, value: string) =>
      operator.rows('instruments', verb, { code: 'BTCUSD', [name]: value });
    expect(await set('stale', 'seconds', '1')).toMatchObject([{ stale_s: 1 }]);
    expect(await set('bound', 'percent', '5')).toMatchObject([{ stale_s: 1, bound_percent: 5 }]);
    expect(await operator.refused('instruments', 'stale', { code: 'BTCUSD', seconds: '0.5' })).toMatch(
      /1 to 3600/,
    );
    expect(await operator.refused('instruments', 'bound', { code: 'BTCUSD', percent: '51' })).toMatch(
      /0.01 to 50/,
    );
    const checked = async (http: HttpFixture) => {
      const feed = await source(http);
      await feed.ticks('BTCUSD', '60000');
      await feed.ticks('ETHUSD', '2000');
      // Beyond the usual bound, 0.2 %, within its own.
      feed.tick('BTCUSD', '62000');
      feed.tick('ETHUSD', '2070');
      const close = async (code: string) => (await listed(http, code)).ForexQuotations.Close;
      await expect.poll(() => close('BTCUSD')).toBe(62_000);
      expect(await close('ETHUSD')).toBe(2_000);
      await expect.poll(async () => (await listed(http, 'BTCUSD')).Stale, { timeout: 4_000 }).toBe(1);
      expect((await listed(http, 'ETHUSD')).Stale).toBeUndefined();
    };
    await checked(first);
    await first.stop();
    await checked(await openHttp({ ...PUSH, DATA_DIR: dataDir }));
  });
});
