import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { decodeInstruments, decodeOrder } from '../../../shared/contract/decode.ts';
import { ROUTES, type RouteName } from '../../../shared/contract/routes.ts';
import { type Answer, type Ask, form, type Rim, startRim } from '../rim.ts';

type Fields = Readonly<Record<string, string>>;

let rim: Rim;
let token: string;
let eurusd: string;

beforeAll(async () => {
  rim = await startRim();
  token = await rim.enter();
  const { data } = await rim.ask('/v1/api/forex/trade_list');
  eurusd = String(data.list.find(({ Code }: { Code: string }) => Code === 'EURUSD').Id);
});
afterAll(async () => {
  expect(rim.faults).toEqual([]);
  await rim.stop();
});

function send(
  name: RouteName,
  fields: Fields | string,
  signed = true,
  headers: Fields = {},
): Promise<Answer> {
  const { method, path } = ROUTES[name];
  const text = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
  const auth = signed ? { authorization: token, ...headers } : headers;
  const how: Ask =
    method === 'POST'
      ? { ...form({}), body: text, headers: { ...form({}).headers, ...auth } }
      : { headers: auth };
  return rim.ask(method === 'POST' || text === '' ? path : `${path}?${text}`, how);
}

let cids = 0;
const newCid = () => `test-order-${++cids}`;
const buy = (more: Fields = {}) => ({
  type: '1',
  cont: '0.01',
  forex_id: eurusd,
  status: '1',
  multiple: '100',
  cid: newCid(),
  ...more,
});
const open = async (more: Fields = {}) => String((await send('submitOrder', buy(more))).data.Id);

/** A request that works, and what its answer must be like. A call without an entry does not compile. */
const WORKING: Record<RouteName, { fields(): Promise<Fields> | Fields; check(answer: Answer): void }> = {
  getBasicInfo: {
    fields: () => ({}),
    check: ({ data }) => {
      expect(data).toMatchObject({
        service_link: '',
        service_link_type: 1,
        verify_reg_type: 1,
        trade_fee_type: 2,
      });
      expect(data.area_codes).toContainEqual({ id: expect.any(Number), code: 'HK', global_code: '852' });
    },
  },
  getCompanyStatus: {
    fields: () => ({}),
    check: ({ data }) => expect(data).toEqual({ status: 0, url: '', mode: 0 }),
  },
  createDemoAccount: {
    fields: () => ({}),
    check: ({ data }) => expect(data.demo_id).toMatch(/^[\w-]{16,}$/),
  },
  login: {
    fields: async () => ({ demo_id: (await rim.ask('/api/user/createAccountDemoForU')).data.demo_id }),
    check: ({ data }) => {
      expect(data.token).toMatch(/^[\w-]{20,}$/);
      expect(data.user).toMatchObject({ is_demo: 1, email: '' });
    },
  },
  getUser: { fields: () => ({}), check: ({ data }) => expect(data).toMatchObject({ is_demo: 1 }) },
  getBalance: {
    fields: () => ({}),
    check: ({ data }) => expect(data).toEqual({ balance: expect.any(Number) }),
  },
  getAccount: {
    fields: () => ({}),
    check: ({ data }) =>
      expect(data).toEqual({ balance: expect.any(Number), lock_balance: expect.any(Number) }),
  },
  resetDemoAccount: {
    fields: () => ({}),
    check: ({ data }) => expect(data).toEqual({ balance: 100_000, lock_balance: 0 }),
  },
  getTradeList: {
    fields: () => ({}),
    check: ({ data }) => {
      expect(decodeInstruments(data)).toMatchObject({ ok: true });
      expect(data.list.map(({ Code }: { Code: string }) => Code).sort()).toEqual(['EURUSD', 'XAUUSD']);
    },
  },
  searchInstruments: {
    fields: () => ({ keyword: ' eur/ ' }),
    check: ({ data }) => expect(data.list.map(({ Code }: { Code: string }) => Code)).toEqual(['EURUSD']),
  },
  getCategories: {
    fields: () => ({}),
    check: ({ data }) =>
      expect(data[0]).toEqual({ Id: expect.any(Number), NameShowTrans: expect.any(String) }),
  },
  getMiniKline: {
    fields: () => ({ forex_id: `${eurusd},999999` }),
    check: ({ data }) => {
      expect(Object.keys(data)).toEqual([eurusd]);
      expect(data[eurusd][0]).toEqual([expect.any(Number), expect.closeTo(1.1, 2)]);
    },
  },
  getKline: {
    fields: () => ({ forex_id: eurusd, period: '1min' }),
    check: ({ data }) => expect(data[0]).toEqual([...Array(5).fill(expect.any(Number)), expect.any(Number)]),
  },
  submitOrder: {
    fields: () => buy({ stop_loss_price: '1.0', target_profit_price: '1.2' }),
    check: ({ data }) => {
      expect(decodeOrder(data)).toMatchObject({ ok: true, value: { status: 'open' } });
      expect(data).toMatchObject({
        Quantity: 0.01,
        TargetLossPrice: 1,
        TargetProfitPrice: 1.2,
        Multiple: 100,
      });
    },
  },
  getDeals: {
    fields: async () => {
      await open();
      return { status: '1', page: '1' };
    },
    check: ({ data }) => {
      expect(Object.keys(data).sort()).toEqual(['all_fact_profits', 'balance', 'data', 'total']);
      expect(decodeOrder(data.data[0])).toMatchObject({ ok: true });
    },
  },
  closeOrder: {
    fields: async () => ({ id: await open(), cid: newCid() }),
    check: ({ data }) => expect(decodeOrder(data)).toMatchObject({ ok: true, value: { status: 'closed' } }),
  },
  cancelOrder: {
    fields: async () => ({ id: await open({ status: '0', target_price: '1.05' }) }),
    check: ({ data }) =>
      expect(decodeOrder(data)).toMatchObject({ ok: true, value: { status: 'cancelled' } }),
  },
  setStops: {
    fields: async () => ({ id: await open(), target_profit_price: '1.3', stop_loss_price: '0' }),
    check: ({ data }) => expect(data).toMatchObject({ TargetProfitPrice: 1.3, TargetLossPrice: 0 }),
  },
  getLeaders: { fields: () => ({}), check: ({ data }) => expect(data).toEqual([]) },
};

const NAMES = Object.keys(ROUTES) as RouteName[];

it('every call of the contract is walked here', () => {
  expect(Object.keys(WORKING).sort()).toEqual([...NAMES].sort());
});

describe.each(NAMES)('%s', (name) => {
  it('answers as the contract says', async () => {
    const answer = await send(name, await WORKING[name].fields());
    expect([answer.status, answer.code, answer.msg]).toEqual([200, CODE.success, '']);
    WORKING[name].check(answer);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('refuses a parameter that it does not know, and one that comes twice', async () => {
    const fields = await WORKING[name].fields();
    expect(await send(name, { ...fields, surprise: '1' })).toMatchObject({
      status: 200,
      code: CODE.badParameter,
      data: { field: 'surprise' },
    });
    const [first] = Object.keys(fields);
    if (first === undefined) return;
    const twice = `${new URLSearchParams(fields)}&${first}=1`;
    expect(await send(name, twice)).toMatchObject({ code: CODE.badParameter, data: { field: first } });
  });

  it('needs a session exactly when the contract says so, whatever else is wrong', async () => {
    const needsSession = 'session' in ROUTES[name];
    const { code } = await send(name, 'surprise=1', false);
    expect(code).toBe(needsSession ? CODE.sessionExpired : CODE.badParameter);
    if (needsSession) {
      const refused = await send(name, '', false, { authorization: 'nobody' });
      expect([refused.status, refused.code]).toEqual([200, CODE.sessionExpired]);
    }
  });

  it('takes no odd text for anything but a refusal', async () => {
    const fields = await WORKING[name].fields();
    const odd = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(
        '',
        '1e3',
        '0x10',
        ' 1',
        '1 ',
        'NaN',
        '-1',
        '٣',
        '١٢',
        '9'.repeat(40),
        '0.0000000001',
        '__proto__',
        '[]',
      ),
    );
    const key = fc.oneof(
      fc.constantFrom(...Object.keys(fields), 't', '__proto__', 'constructor'),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(key, odd, { maxKeys: 5 }), async (changed) => {
        const merged = new URLSearchParams({ ...fields, ...changed });
        const answer = await send(name, merged.toString());
        expect(answer.status).toBe(200);
        expect(Object.values<number>(CODE)).toContain(answer.code);
        expect(answer.code).not.toBe(CODE.internal);
      }),
      { numRuns: 25 },
    );
  });
});

describe('numbers', () => {
  const NO_PLAIN_DECIMALS = [
    '1e3',
    '0x10',
    ' 1',
    '1 ',
    '+1',
    'NaN',
    'Infinity',
    '٣',
    '1.',
    '.5',
    '1,5',
    '',
    '01',
  ];

  it.each(NO_PLAIN_DECIMALS)('%j is no plain decimal', async (text) => {
    for (const field of ['cont', 'stop_loss_price', 'seen_price', 'forex_id', 'multiple', 'deviation']) {
      const answer = await send('submitOrder', buy({ [field]: text }));
      expect([field, answer.code, answer.data]).toEqual([field, CODE.badParameter, { field }]);
    }
  });

  it.each<[string, string, number, string?]>([
    ['more decimals than a lot can have', 'cont', CODE.badVolume, '0.00001'],
    ['no lots', 'cont', CODE.badVolume, '0'],
    ['fewer lots than none', 'cont', CODE.badVolume, '-1'],
    ['more lots than any number holds', 'cont', CODE.badVolume, '999999999999999'],
    ['more decimals than the price has', 'stop_loss_price', CODE.badParameter, '1.123456'],
    ['a price below zero', 'target_profit_price', CODE.badParameter, '-1'],
    ['a target for a market order', 'target_price', CODE.badParameter, '1.1'],
    ['an unlisted multiple', 'multiple', CODE.noMultiple, '7'],
    ['an unknown instrument', 'forex_id', CODE.notFound, '999999'],
    ['a cid that is too short', 'cid', CODE.badParameter, 'short'],
    ['a third side', 'type', CODE.badParameter, '3'],
  ])('%s is refused', async (_, field, code, text = '') => {
    const before = await send('getDeals', { status: '1', page: '1' });
    expect((await send('submitOrder', buy({ [field]: text }))).code).toBe(code);
    const after = await send('getDeals', { status: '1', page: '1' });
    expect(after.data.total).toBe(before.data.total);
  });

  it.each<[string, Fields]>([
    ['a market order', {}],
    ['a pending order', { status: '0', target_price: '0.5' }],
  ])('%s sent again is answered to the letter as before, though prices have moved', async (_, more) => {
    const order = buy({ ...more, cid: `again-${Object.keys(more).length}-order` });
    const first = await send('submitOrder', order);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect((await send('submitOrder', order)).text).toBe(first.text);
    await send('status' in more ? 'cancelOrder' : 'closeOrder', { id: String(first.data.Id) });
  });

  it('a pending order needs its price, and has no price that was seen', async () => {
    const pending = (more: Fields) => send('submitOrder', buy({ status: '0', ...more }));
    expect((await pending({})).data).toEqual({ field: 'target_price' });
    expect((await pending({ target_price: '0' })).data).toEqual({ field: 'target_price' });
    expect((await pending({ target_price: '1.05', seen_price: '1.1' })).data).toEqual({
      field: 'seen_price',
    });
  });

  it.each<[RouteName, Fields, string]>([
    ['getKline', { forex_id: '1', period: '2min' }, 'period'],
    ['getKline', { forex_id: '1', period: '1min', limit: '1501' }, 'limit'],
    ['getKline', { forex_id: '1', period: '1min', limit: '0' }, 'limit'],
    ['getKline', { forex_id: '1', period: '1min', end: '-1' }, 'end'],
    ['getKline', { period: '1min' }, 'forex_id'],
    ['getMiniKline', { forex_id: Array.from({ length: 51 }, (_, i) => i + 1).join(',') }, 'forex_id'],
    ['getMiniKline', { forex_id: '1,,2' }, 'forex_id'],
    ['searchInstruments', { keyword: 'x'.repeat(33) }, 'keyword'],
    ['searchInstruments', {}, 'keyword'],
    ['getDeals', { status: '2', page: '1' }, 'status'],
    ['getDeals', { status: '1', page: '0' }, 'page'],
    ['getTradeList', { t: 'now' }, 't'],
    ['login', {}, 'account'],
    ['login', { account: 'a@example.com', login_type: '1' }, 'password'],
    ['login', { account: 'a@example.com', password: 'p' }, 'login_type'],
    ['login', { demo_id: 'x', password: 'p' }, 'password'],
  ])('%s with %j names what is wrong', async (name, fields, field) => {
    expect(await send(name, fields)).toMatchObject({ status: 200, code: CODE.badParameter, data: { field } });
  });

  it('candles end before `end`, oldest first, no more than asked for', async () => {
    const all = await send('getKline', { forex_id: eurusd, period: '1min' });
    const last = all.data.at(-1)[0];
    const before = await send('getKline', {
      forex_id: eurusd,
      period: '1min',
      end: String(last),
      limit: '1',
    });
    expect(before.data.length).toBeLessThanOrEqual(1);
    for (const row of before.data) expect(row[0]).toBeLessThan(last);
  });

  it('the time stamp against caches is taken with a GET, not with a POST', async () => {
    expect((await send('getTradeList', { t: '1700000000000' })).code).toBe(CODE.success);
    expect((await send('login', { t: '1700000000000', demo_id: 'x' })).data).toEqual({ field: 't' });
  });
});

describe('what is not yours', () => {
  it('is answered like what is not there', async () => {
    const mine = await open();
    const stranger = { authorization: await rim.enter() };
    const asked = (name: RouteName, fields: Fields) => send(name, fields, false, stranger);
    for (const [name, more] of [
      ['closeOrder', {}],
      ['cancelOrder', {}],
      ['setStops', { stop_loss_price: '0', target_profit_price: '0' }],
    ] as const) {
      const foreign = await asked(name, { id: mine, ...more });
      const absent = await asked(name, { id: '999999999', ...more });
      expect(foreign.code).toBe(CODE.notFound);
      expect(foreign.text).toBe(absent.text);
    }
  });

  it('a wrong demo id is a wrong credential, in the language asked for', async () => {
    const answer = await send('login', { demo_id: 'nobody' }, false, { lang: 'de' });
    expect(answer).toMatchObject({
      status: 200,
      code: CODE.wrongCredentials,
      msg: 'Konto, Passwort oder Code ist falsch',
      data: null,
    });
  });
});
