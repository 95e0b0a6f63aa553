import { describe, expect, it } from 'vitest';
import type { RecordBody } from '../../../replay/format/format.ts';
import { redactBody, redactFrame } from '../../../replay/record/redact.ts';
import { ROUTES, type RouteShape } from '../../../shared/contract/routes.ts';
import type { JsonSchema } from '../../../shared/contract/schema.ts';
import { wireInstrument, wireOrder } from '../../helpers/wire-rows.ts';
import { marketFrame } from '../../worker/helpers/scripted-engine.ts';

const CANARY = 'canary-5f3a';
const kept = (body: RecordBody) => JSON.stringify(redactBody(body));

describe('secrets', () => {
  it.each([
    'token',
    'password',
    're_password',
    'new_password',
    'secondary_password',
    'old_password',
    'auth_code',
    'sms_code',
    'invite_code',
    'email',
    'phone',
    'mobile',
    'account',
    'to',
    'key',
    'name',
    'card_id',
    'front_pic',
    'address',
    'dc_address',
    'payee_name',
    'payee_account',
    'bank_name',
    'text',
    'image',
    'device',
    'url',
    'memo',
    'MemoTran',
    'notes',
    'a_field_of_tomorrow',
  ])('in a field called %s are masked, in answers, queries, commands and frames, at any depth', (name) => {
    const fields = { [name]: CANARY, deep: [{ [name]: [CANARY, { [name]: CANARY }] }] };
    const bodies: readonly RecordBody[] = [
      {
        kind: 'http',
        path: '/api/user/info',
        query: { [name]: CANARY },
        body: { code: 1, msg: '', data: fields },
      },
      { kind: 'command', name: 'ask', args: ['register', fields] },
      { kind: 'command', name: 'signIn', args: [fields, CANARY] },
      { kind: 'in', text: JSON.stringify({ topic: 'CHAT', seq: 1, ts: 1, data: fields }) },
      { kind: 'out', text: JSON.stringify({ cmd: 'login', params: fields }) },
    ];
    for (const body of bodies) expect(kept(body)).not.toContain(CANARY);
  });

  it('that are numbers in unknown fields are masked too', () => {
    expect(
      kept({ kind: 'http', path: '/x', query: { pin: '4711' }, body: { data: { pin: 4711 } } }),
    ).not.toContain('4711');
  });

  it('of a second factor are masked, wherever they go', () => {
    const code = 'ABCD-EFGH-JKLM-NPQR';
    const [secret, digits] = ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', '287082'];
    const options = '{"challenge":"Y2FuYXJ5"}';
    const told = [
      {
        kind: 'http',
        path: '/x',
        query: {},
        body: { data: { secret, url: `otpauth://totp/a?secret=${secret}` } },
      },
      { kind: 'http', path: '/x', query: {}, body: { data: { recovery_codes: [code], options } } },
      { kind: 'http', path: '/x', query: { factor: digits, credential: options, code: digits }, body: null },
      { kind: 'http', path: '/x', query: {}, body: { code: 4110, data: { passkey: options } } },
      {
        kind: 'command',
        name: 'ask',
        args: ['confirmTotp', { code: digits, factor: code, credential: options }],
      },
      { kind: 'command', name: 'signIn', args: [{ factorKind: 'recovery', factor: code }] },
    ] as const;
    for (const one of told)
      for (const word of [code, secret, digits, 'challenge']) expect(kept(one)).not.toContain(word);
  });

  it('that were sent as codes are masked, and codes of currencies and countries stay', () => {
    const { body } = redactBody({
      kind: 'http',
      path: '/x',
      query: {},
      body: { list: [{ code: '123456' }, { code: 'USDT' }, { code: 123456 }] },
    }) as Extract<RecordBody, { kind: 'http' }>;
    expect(body).toEqual({ list: [{ code: '***' }, { code: 'USDT' }, { code: '***' }] });
  });

  it('inside kept texts are masked, like e-mail addresses', () => {
    expect(
      kept({
        kind: 'in',
        text: JSON.stringify({ cmd: 'error', code: 4010, msg: `no ${CANARY}@mail.example here` }),
      }),
    ).not.toContain(CANARY);
    const error = {
      kind: 'command',
      name: 'pageError',
      args: ['page', `TypeError ${CANARY}@mail.example`, 'a.js:1:2'],
    } as const;
    expect(kept(error)).not.toContain(CANARY);
    expect(kept(error)).toContain('a.js:1:2');
    expect(kept({ kind: 'command', name: 'mark', args: [`see ${CANARY}@mail.example`] })).not.toContain(
      CANARY,
    );
  });

  it.each([
    ['call 0171 5551234 please', 'call *** please'],
    ['+49 (171) 555-1234', '***'],
    ['account 12345678', 'account ***'],
    ['at 12:30:05 EURUSD was 1.0851234, 61850.5 and 2,409.25 (10 lots)', undefined],
  ])('of a phone in a note are masked, figures are not: %s', (note, masked = note) => {
    expect(JSON.parse(kept({ kind: 'command', name: 'mark', args: [note] })).args).toEqual([masked]);
  });

  it('of the page are masked: addresses, names of elements, messages', () => {
    const route = (path: string) => redactBody({ kind: 'page', event: 'route', path });
    expect(route('/trade?id=12&from=%2Forder')).toEqual({
      kind: 'page',
      event: 'route',
      path: '/trade?id=12',
    });
    expect(route(`/register?invite_code=${CANARY}&from=/x`)).toMatchObject({ path: '/register' });
    expect(route(`/mine/${CANARY}?id=${CANARY}&tab=coin`)).toMatchObject({ path: '/mine/***?tab=coin' });
    expect(route('/chat/85261739158')).toMatchObject({ path: '/chat/***' });
    const tap = {
      kind: 'page',
      event: 'tap',
      x: 2,
      y: 0.123456,
      element: { tag: 'a', role: `x ${CANARY}`, type: CANARY, to: `/pay/${CANARY}`, nth: 1, label: CANARY },
    } as const;
    expect(redactBody(tap)).toEqual({
      kind: 'page',
      event: 'tap',
      x: 1,
      y: 0.1235,
      element: { tag: 'a', to: '/pay/***', nth: 1 },
    });
    const message = `TypeError: "${CANARY}" of ${CANARY}@mail.example, 12,345.67 USD`;
    for (const told of [
      { kind: 'page', event: 'console', message } as const,
      { kind: 'page', event: 'error', error: 'page', message, place: `${CANARY} a.js:1:2` } as const,
    ]) {
      expect(kept(told)).not.toMatch(new RegExp(`${CANARY}|12,345`));
      expect(kept(told)).toContain('TypeError');
    }
  });

  it.each([
    ['language', 'de'],
    ['home.chip', '-1'],
    ['home.sort', 'name-down'],
    ['home.sheet', ''],
    ['chart.period', '60min'],
    ['chart.indicators', 'sma:20,bollinger:20:2.5'],
    ['clock', '24 Europe/Berlin'],
    ['order.tab', 'history'],
    ['order.sheet', '123456789'],
    ['ticket.unit', 'points'],
  ])('of a choice stay: %s %s', (name, value) => {
    const choice = { kind: 'page', event: 'choice', name, value } as const;
    expect(redactBody(choice)).toEqual(choice);
  });

  it.each([
    ['ticket.lots', '0.5'],
    ['ticket.unit', '1234.56'],
    ['home.sort', `name ${CANARY}`],
    ['home.chip', '85261739158'],
    ['language', 'ann@mail.example'],
    ['chart.indicators', `sma:20,${CANARY}`],
    ['clock', `24 ${'x'.repeat(60)}`],
    [CANARY, 'dark'],
    ['toString', 'dark'],
  ])('of a choice that is none are masked: %s %s', (name, value) => {
    const kept = redactBody({ kind: 'page', event: 'choice', name, value });
    expect(kept).toEqual({ kind: 'page', event: 'choice', name: '***', value: '***' });
  });

  it('in a path are masked', () => {
    const path = ROUTES.getCaptcha.path.replace(':token', CANARY);
    expect(kept({ kind: 'http', path, query: {}, body: null })).not.toContain(CANARY);
  });

  it('in field names are masked', () => {
    expect(
      kept({
        kind: 'http',
        path: '/x',
        query: { [`${CANARY}@x.example`]: '1' },
        body: { [`${CANARY}@x.example`]: 1 },
      }),
    ).not.toContain(CANARY);
  });

  it('in a malformed frame are masked, and it stays malformed', () => {
    expect(redactFrame(`{"token":"${CANARY}"`)).toBe('***');
  });

  it('below any sensible depth are masked', () => {
    let deep: unknown = CANARY;
    for (let level = 0; level < 5_000; level++) deep = [deep];
    expect(kept({ kind: 'http', path: '/x', query: {}, body: deep })).not.toContain(CANARY);
  });
});

describe('the data that a replay needs', () => {
  it.each([
    ['market frames', JSON.stringify(marketFrame(3, 1_700_000_000_000, [1, 1.2, 1.1, 1, 5]))],
    ['candles', '{"topic":"KLINE.EURUSD","seq":3,"ts":5,"data":[60,1.2,1.3,1.1,1.2,7]}'],
    [
      'orders',
      JSON.stringify({
        topic: 'FOREX_TRADE',
        seq: 1,
        ts: 2,
        data: { orders: [wireOrder(3, 1)], account: { balance: 1, lock_balance: 2 } },
      }),
    ],
    ['closed orders', '{"topic":"FOREX_CLOSED","seq":1,"ts":2,"data":{"ids":[1,2]}}'],
    ['acknowledgements', '{"cmd":"sub","topic":"KLINE.EURUSD","code":1,"msg":""}'],
    ['pings', 'ping'],
  ])('stay unchanged in %s', (_, text) => {
    expect(redactFrame(text)).toBe(text);
  });

  it('stay unchanged in the list of instruments and in requested orders', () => {
    const list: RecordBody = {
      kind: 'http',
      path: '/v1/api/forex/trade_list',
      query: {},
      body: { code: 1, msg: '', data: { list: [wireInstrument(1, 'EURUSD')] } },
    };
    expect(redactBody(list)).toEqual(list);
    const order: RecordBody = {
      kind: 'command',
      name: 'submitOrder',
      args: [
        {
          cid: 'c-12345678',
          instrumentId: 1,
          side: 'buy',
          volume: 100,
          multiple: 100,
          stopLoss: 5,
          kind: { type: 'market', seenPrice: 1, seenAt: 2, deviationPoints: 3 },
        },
      ],
    };
    expect(redactBody(order)).toEqual(order);
  });
});

it('what an exchange says of two prices stays: without it a replay shows one', () => {
  const list = [
    {
      ...wireInstrument(1, 'EURUSD'),
      ForexQuotations: { Open: 1.1, Close: 1.2, Change: 9.09, Ask: 1.2001 },
      LongRate: 3.65,
      ShortRate: -1.2,
    },
  ];
  const answer = (data: object): RecordBody => ({
    kind: 'http',
    path: '/',
    query: { seen_price: '1.2001', seen_side: 'ask' },
    body: { code: 1, msg: '', data },
  });
  for (const body of [answer({ list }), answer({ two_prices: 1 })]) expect(redactBody(body)).toEqual(body);
  const text = '{"cmd":"sub","topic":"DAY_MARKET","params":{"ask":1}}';
  expect(redactFrame(text)).toBe(text);
});

it('the story of an order stays as it was shown; where its prices came from does not', () => {
  const event = {
    seq: 3,
    id: 7,
    at: '2026-11-23T09:20:31.418Z',
    kind: 'closed',
    by: 'price',
    price: 1.13659,
    ask: 1.13661,
    tick_at: '2026-11-23T09:20:31.412Z',
    before: { Status: 1, FactProfits: 0 },
    after: { Status: 3, FactProfits: -11.4, CloseReason: 'stop-loss', TrailPoints: 20, CloseMarginLevel: 50 },
  };
  const answer = (more: object): RecordBody => ({
    kind: 'http',
    path: '/v1/api/forex/order_story',
    query: { id: '7' },
    body: { code: 1, msg: '', data: { events: [{ ...event, ...more }] } },
  });
  expect(redactBody(answer({}))).toEqual(answer({}));
  expect(kept(answer({ source: CANARY }))).not.toContain(CANARY);
});

/** Whether a recording keeps such a value under this name. */
function isKept(field: string, value: unknown): boolean {
  const redacted = redactBody({ kind: 'http', path: '/', query: {}, body: { [field]: value } });
  return redacted.kind === 'http' && JSON.stringify(redacted.body) === JSON.stringify({ [field]: value });
}

/** The times that are masked beside numbers that are all kept: the app would take the mask for a time. */
function maskedTimes({ items, properties = {}, additionalProperties }: JsonSchema): readonly string[] {
  const fields = Object.entries(properties);
  const isRead = fields.every(
    ([name, { type, ...more }]) =>
      (type !== 'number' && type !== 'integer') || 'optional' in more || isKept(name, 7),
  );
  const own = fields.filter(
    ([name, { format }]) => format === 'date-time' && !isKept(name, '2026-03-04T12:10:00Z'),
  );
  const inner = [items, additionalProperties, ...Object.values(properties)].flatMap((schema) =>
    schema ? maskedTimes(schema) : [],
  );
  return isRead ? [...own.map(([name]) => name), ...inner] : [];
}

it.each(Object.entries<RouteShape>(ROUTES))(
  'an answer of %s that a replay reads has its times',
  (_name, { answer }) => {
    expect(maskedTimes(answer)).toEqual([]);
  },
);

it('a number in a query is masked where it may be a phone, and the figures of an answer stay', () => {
  const body = { from: 1_767_225_600_000, to: 1_767_312_000_000, sessions: [[1, 2]] };
  const call = { kind: 'http', path: '/', query: { to: '85261739158', days: '31' }, body } as const;
  expect(redactBody(call)).toEqual({ ...call, query: { to: '***', days: '31' } });
});
