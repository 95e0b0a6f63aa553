import { afterEach, describe, expect, it } from 'vitest';
import { dataFolder } from '../../helpers/data-folder.ts';
import { type HttpFixture, startHttp } from '../http-fixture.ts';

let http: HttpFixture;
let dataDir: string;
const begin = async () => {
  http = await startHttp({ DATA_DIR: dataDir });
};
afterEach(async () => {
  expect(http.faults).toEqual([]);
  await http.stop();
});

/** A command over the operator's own channel. @returns the rows, or the message of a refusal */
async function step(verb: string, values: Readonly<Record<string, string>> = {}) {
  const answer = await http.operator.ask('instruments', verb, values);
  return answer.ok ? answer.value.rows : answer.error.sentence;
}

const listed = async (code: string) =>
  (await http.ask('/v1/api/forex/trade_list')).data.list.find((one: { Code: string }) => one.Code === code);

// spec: 1.9
it('the trade list and the search name instruments in the language of the request', async () => {
  dataDir = dataFolder();
  await begin();
  const named = async (path: string, lang: string) => {
    const { list } = (await http.ask(path, { headers: { lang } })).data;
    return list.map(({ ShowCode, Name }: Record<string, string>) => [ShowCode, Name]);
  };
  expect(await named('/v1/api/forex/trade_list', 'en')).toContainEqual(['EUR/USD', 'Euro / US Dollar']);
  expect(await named('/v1/api/forex/trade_list', 'hk')).toContainEqual(['EUR/USD', '歐元 / 美元']);
  expect(await named('/v1/api/forex/searchCurrency?keyword=eurusd', 'ru')).toEqual([
    ['EUR/USD', 'Евро / Доллар США'],
  ]);
});

describe('an operator’s change', () => {
  // spec: 7.46
  it('appears in the trade list at once, on the socket, and after a restart', async () => {
    dataDir = dataFolder();
    await begin();
    const socket = await http.socket();
    socket.send({ cmd: 'sub', topic: 'DAY_MARKET' });
    const snapshot = await socket.data('DAY_MARKET');
    const { Id } = await listed('EURUSD');
    expect(snapshot.data.find(([id]: number[]) => id === Id)[3]).toBe(1);

    expect(await step('multiples', { code: 'eurusd', multiples: '50, 2,10' })).toMatchObject([
      { code: 'EURUSD', multiples: '2,10,50' },
    ]);
    expect(await step('fee', { code: 'EURUSD', rate: '0.00125' })).toMatchObject([{ fee: 0.00125 }]);
    expect(await step('minimum', { code: 'EURUSD', lots: '0.3' })).toMatchObject([{ minimum: 0.3 }]);
    expect(await step('hours', { code: 'EURUSD', hours: 'closed' })).toMatchObject([{ market: 'closed' }]);

    const closed = await socket.next(
      ({ topic, data }) =>
        topic === 'DAY_MARKET' && data?.some(([id, , , open]: number[]) => id === Id && open === 0),
    );
    // Prices continue: a later frame has the instrument again, still closed, at another time.
    const [, , , , at] = closed.data.find(([id]: number[]) => id === Id);
    await socket.next(
      ({ topic, data }) =>
        topic === 'DAY_MARKET' &&
        data?.some(([id, , , open, time]: number[]) => id === Id && open === 0 && (time ?? 0) > at),
    );
    const changed = {
      MarketStatus: 0,
      ForexFeeRate: 0.00125,
      ForexMinCont: 0.3,
      HasForexMultiple: [{ Value: 2 }, { Value: 10 }, { Value: 50 }],
    };
    expect(await listed('EURUSD')).toMatchObject(changed);
    expect(await listed('EURUSD')).not.toHaveProperty('NextOpenTime');

    const token = await http.enter();
    const order = `type=1&cont=0.3&forex_id=${Id}&status=1&multiple=10&cid=closed-by-operator`;
    const refused = await http.ask(`/v1/api/forex/submit?${order}`, { headers: { authorization: token } });
    expect(refused).toMatchObject({ code: 4101, data: { reason: 'closed' } });
    await step('mode', { code: 'EURUSD', mode: 'halted' });
    const halted = await http.ask(`/v1/api/forex/submit?${order}-halt`, {
      headers: { authorization: token, lang: 'de' },
    });
    expect(halted).toMatchObject({
      code: 4101,
      data: { reason: 'halted' },
      msg: expect.stringContaining('Handel ist ausgesetzt'),
    });

    await http.stop();
    await begin();
    expect(await listed('EURUSD')).toMatchObject(changed);
  });

  // spec: 7.47
  it('removes an instrument from every list, or gives a reason for the refusal', async () => {
    dataDir = dataFolder();
    await begin();
    const { Id } = await listed('XAUUSD');
    const token = await http.enter();
    const headers = { authorization: token };
    const order = `type=1&cont=0.1&forex_id=${Id}&status=1&multiple=10&cid=before-unlisting`;
    const opened = await http.ask(`/v1/api/forex/submit?${order}`, { headers });
    expect(opened.code).toBe(1);
    expect(await step('unlist', { code: 'XAUUSD' })).toMatch(/^XAUUSD can still be opened: .*\.$/);
    expect(await step('mode', { code: 'XAUUSD', mode: 'close-only' })).toMatchObject([
      { mode: 'close-only' },
    ]);
    expect(await listed('XAUUSD')).toMatchObject({ Mode: 'close-only', MarketStatus: 1 });
    expect(await step('unlist', { code: 'XAUUSD' })).toMatch(/^XAUUSD has 1 open position: .*\.$/);
    expect(await listed('XAUUSD')).toBeDefined();
    await http.ask(`/v1/api/forex/close?id=${opened.data.Id}`, { headers });
    expect(await step('unlist', { code: 'XAUUSD' })).toMatchObject([{ market: 'not listed' }]);
    expect(await listed('XAUUSD')).toBeUndefined();
    const categories = (await http.ask('/v1/api/forex/getCategories')).data;
    expect(categories).toHaveLength(1);
    expect((await http.ask(`/v1/api/forex/searchCurrency?keyword=XAU`)).data.list).toEqual([]);
    expect((await http.ask(`/v1/api/forex/kline?forex_id=${Id}&period=1min`)).code).toBe(4004);
    expect((await http.ask(`/v1/api/forex/submit?${order}`, { headers })).text).toBe(opened.text);
    const again = `type=1&cont=0.1&forex_id=${Id}&status=1&multiple=10&cid=after-unlisting`;
    expect((await http.ask(`/v1/api/forex/submit?${again}`, { headers })).code).toBe(4004);
    expect((await step('list')).length).toBe(2);
    await step('list-again', { code: 'XAUUSD' });
    expect(await listed('XAUUSD')).toMatchObject({ MarketStatus: 1 });
  });

  // spec: 7.121
  it('answers with the mini charts of the instruments that the list begins with, or a category of it', async () => {
    dataDir = dataFolder();
    await begin();
    const charts = async (query: string) => {
      const { data } = await http.ask(`/v1/api/forex/first_mini_kline?${query}`);
      return Object.keys(data).map(Number);
    };
    const rows: readonly { Id: number; CategoryId: number }[] = (await http.ask('/v1/api/forex/trade_list'))
      .data.list;
    expect(await charts('limit=1')).toEqual(rows.slice(0, 1).map(({ Id }) => Id));
    expect((await charts('limit=50')).toSorted()).toEqual(rows.map(({ Id }) => Id).toSorted());
    for (const { Id, CategoryId } of rows)
      expect(await charts(`limit=50&category_id=${CategoryId}`)).toEqual([Id]);
    expect(await charts('limit=50&category_id=99')).toEqual([]);
    const minute = [expect.any(Number), expect.any(Number)];
    const { data } = await http.ask('/v1/api/forex/first_mini_kline?limit=1');
    expect(data[rows[0]?.Id ?? 0]).toEqual(expect.arrayContaining([minute]));
    await step('mode', { code: 'EURUSD', mode: 'close-only' });
    await step('unlist', { code: 'EURUSD' });
    expect(await charts('limit=50')).toEqual([(await listed('XAUUSD')).Id]);
  });

  it.each([
    ['multiples', { code: 'EURUSD', multiples: '1,x' }, 'multiples are whole numbers'],
    ['multiples', { code: 'EURUSD', multiples: '1e3' }, 'multiples are whole numbers'],
    ['multiples', { code: 'EURUSD', multiples: '0' }, 'from 1 to 1000'],
    ['fee', { code: 'EURUSD', rate: '5%' }, 'plain decimal'],
    ['fee', { code: 'EURUSD', rate: '2' }, 'fraction of the margin'],
    ['hours', { code: 'EURUSD', hours: 'never' }, 'hours is one of forex,'],
    ['minimum', { code: 'EURUSD', lots: '0.001' }, 'multiple of 0.01 lots'],
    ['show', { code: 'NOPE' }, 'There is no instrument NOPE.'],
  ])('of %s to %j is refused with a sentence and changes nothing', async (verb, values, sentence) => {
    dataDir = dataFolder();
    await begin();
    const before = await listed('EURUSD');
    expect(await step(verb, values)).toContain(sentence);
    const { ForexQuotations: _, ...terms } = before;
    expect(await listed('EURUSD')).toMatchObject(terms);
  });
});
