import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anonymise } from '../../../replay/cli/anonymise.ts';
import { cut } from '../../../replay/cli/cut.ts';
import { filter } from '../../../replay/cli/filter.ts';
import { leadOf, merge } from '../../../replay/cli/merge.ts';
import { taskOf } from '../../../replay/cli/task.ts';
import type { Wanted } from '../../../replay/cli/tool-arguments.ts';
import { stateOf } from '../../../replay/fold/digested-state.ts';
import { redactBody } from '../../../replay/record/redact.ts';
import { ROUTES, type RouteShape } from '../../../shared/contract/routes.ts';
import type { JsonSchema } from '../../../shared/contract/schema.ts';
import { orderWireNames } from '../../../shared/domain/order.ts';
import { isFields } from '../../../shared/json.ts';
import { MASK } from '../../../shared/private-text.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { answer, folded } from '../lines.ts';
import { createScript, eventfulRecording, order } from '../play/replay-parts.ts';
import { trafficOf } from '../traffic.ts';
import { place, replay } from './command.ts';
import { madeText, opened } from './made.ts';

const WHOLE = eventfulRecording();
const stateAt = (text: string, untilMs?: number) => stateOf(folded(text, untilMs).fold);
const later = Number.POSITIVE_INFINITY;

describe('filter', () => {
  const filtered = (text: string, wanted: Partial<Wanted>) =>
    madeText(filter(opened(text), { topics: undefined, kinds: undefined, ...wanted }));

  it('keeps the frames of the named topics, and what belongs to none', async () => {
    const text = await filtered(WHOLE, { topics: ['DAY_MARKET'] });
    expect(text).not.toMatch(/KLINE|FOREX_TRADE/);
    expect(text).toContain('"name":"mark"');
    expect(stateAt(text).quotes).toEqual(stateAt(WHOLE).quotes);
    const candles = await filtered(WHOLE, { topics: ['KLINE.*', 'FOREX_TRADE'] });
    expect(stateAt(candles)).toMatchObject({ quotes: {}, candles: stateAt(WHOLE).candles });
  });

  it('keeps the named kinds', async () => {
    const text = await filtered(WHOLE, { kinds: ['http', 'close'] });
    expect(new Set(text.match(/"kind":"\w+"/g))).toEqual(new Set(['"kind":"http"', '"kind":"close"']));
  });

  it('resumes the named topics alone', async () => {
    const part = await madeText(cut(opened(WHOLE), { fromMs: 50_000, toMs: later }));
    const text = await filtered(part, { topics: ['DAY_MARKET'] });
    expect(/"name":"resume","args":\[(.*)\]/.exec(text)?.[1]).toMatch(/^\{"topic":"DAY_MARKET","seq":\d+\}$/);
  });

  it('refuses kinds that there are not', () => {
    const args = ['filter', 'a.jsonl', '--kind', 'in,tick', '--out', 'b.jsonl'];
    expect(() => taskOf(args)).toThrow(
      '--kind wants some of open, close, in, out, http, command, page, not tick',
    );
  });
});

describe('merge', () => {
  const merged = async (a: string, b: string) =>
    madeText(merge(opened(a), opened(b), await leadOf(opened(a))));

  it('of a recording with itself is that recording', async () => {
    expect(await merged(WHOLE, WHOLE)).toBe(WHOLE);
  });

  it('brings together what a filter took apart', async () => {
    const [market = '', candles = ''] = await Promise.all(
      [['DAY_MARKET', 'FOREX_*'], ['KLINE.*']].map((topics) =>
        madeText(filter(opened(WHOLE), { topics, kinds: undefined })),
      ),
    );
    const { quotes, candles: rows, orders, account } = stateAt(WHOLE);
    expect(stateAt(await merged(market, candles))).toMatchObject({ quotes, candles: rows, orders, account });
  });

  it('joins two parts that overlap: the second goes on where the first ends', async () => {
    const first = await madeText(cut(opened(WHOLE), { fromMs: undefined, toMs: 100_000 }));
    const second = await madeText(cut(opened(WHOLE), { fromMs: 60_000, toMs: later }));
    const joined = await merged(first, second);
    expect(stateAt(joined, 100_000)).toMatchObject({ quotes: stateAt(WHOLE, 100_000).quotes });
    const { counters: _, ...end } = stateAt(WHOLE);
    expect(stateAt(joined)).toMatchObject(end);
    const times = [...joined.matchAll(/^\{"at":([\d.]+)/gm)].map(([, at]) => Number(at));
    expect(times.filter((at) => at > 100_000)).toEqual(
      [...WHOLE.matchAll(/^\{"at":(\d+)/gm)].map(([, at]) => Number(at)).filter((at) => at > 100_000),
    );
  });

  it('goes on with the state of the second after the end of the first', async () => {
    const first = await madeText(cut(opened(WHOLE), { fromMs: undefined, toMs: 100_000 }));
    const second = createScript();
    second.open(0);
    second.sub(1, 'DAY_MARKET');
    second.data(20, 'DAY_MARKET', [[1, 7, 7, 1, 7]]);
    second.data(150_000, 'DAY_MARKET', [[2, 8, 8, 1, 8]]);
    const joined = await merged(first, second.text());
    expect(stateAt(joined, 99_000).quotes).toEqual(stateAt(WHOLE, 99_000).quotes);
    expect(stateAt(joined).quotes).toEqual({ EURUSD: [7, 7, 1, 7], BTCUSD: [8, 8, 1, 8] });
  });

  it('leaves the account of the leading one alone', async () => {
    const other = createScript();
    const account = { balance: 5, lock_balance: 0 };
    other.open(0);
    other.data(20, 'FOREX_TRADE', { orders: [order(77, 1)], account });
    other.http(150_000, '/v1/api/main/account/forexDetail', account);
    const { orders, account: own } = stateAt(WHOLE);
    expect(stateAt(await merged(WHOLE, other.text()))).toMatchObject({ orders, account: own });
  });

  it('is led by the one that began first, whatever the order of the names', async () => {
    const first = place(await madeText(cut(opened(WHOLE), { fromMs: undefined, toMs: 100_000 })));
    const second = place(await madeText(cut(opened(WHOLE), { fromMs: 60_000, toMs: later })));
    const out = join(temporaryFolder(), 'both.jsonl');
    expect(await replay(['merge', second, first, '--out', out])).toMatchObject({ status: 0 });
    expect(readFileSync(out, 'utf8').split('\n', 1)[0]).toBe(WHOLE.split('\n', 1)[0]);
  });
});

describe('anonymise', () => {
  const anonymised = (text: string, secret: string) => madeText(anonymise(opened(text), secret));

  it('keeps the market to the digit, and the same frames at the same times', async () => {
    for (const text of [WHOLE, trafficOf(3), trafficOf(8)]) {
      const other = stateAt(await anonymised(text, 'a'));
      const { quotes, candles, counters } = stateAt(text);
      expect(other).toMatchObject({ quotes, candles, counters });
    }
  });

  it('changes the numbers and amounts of the account by one factor', async () => {
    const text = await anonymised(WHOLE, 'a');
    const [was, is] = [stateAt(WHOLE), stateAt(text)];
    const factor = (is.account.balance ?? 0) / (was.account.balance ?? 1);
    expect(Math.abs(Math.log(factor))).toBeGreaterThan(0.01);
    expect(is.account.lock_balance).toBeCloseTo((was.account.lock_balance ?? 0) * factor, 1);
    expect(is.orders).toHaveLength(was.orders.length);
    const ids = (all: typeof is.orders) => all.map((row) => Number(row['Id']));
    const [offset = 0, ...offsets] = ids(is.orders).map((id, at) => id - (ids(was.orders)[at] ?? 0));
    expect(offset).toBeGreaterThan(1e5);
    expect(offsets).toEqual(offsets.map(() => offset));
    expect(is.orders.map(({ Price, OrderType, Status }) => [Price, OrderType, Status])).toEqual(
      was.orders.map(({ Price, OrderType, Status }) => [Price, OrderType, Status]),
    );
    expect(text).not.toContain('"uid":7,');
  });

  it('changes the number of the order whose sheet was open as those of the orders', async () => {
    const script = createScript();
    script.open(0);
    script.add(1, { kind: 'page', event: 'choice', name: 'order.sheet', value: '5' });
    script.add(2, { kind: 'page', event: 'choice', name: 'order.tab', value: 'dealing' });
    script.data(3, 'FOREX_TRADE', { orders: [order(5, 1)], account: {} });
    const text = await anonymised(script.text(), 'a');
    const [, number] = /"order.sheet","value":"(\d+)"/.exec(text) ?? [];
    expect(number).not.toBe('5');
    expect(text).toContain(`\\"Id\\":${number}`);
    expect(text).toContain('"value":"dealing"');
  });

  it('leaves what is masked masked, and masks notes', async () => {
    const [was, is] = [WHOLE, await anonymised(WHOLE, 'a')].map((text) => text.split('***').length);
    expect(is).toBe((was ?? 0) + 1);
    expect(await anonymised(WHOLE, 'a')).not.toContain('"closed"');
  });

  it('does the same with the same secret, and another thing with another, or with none', async () => {
    const same = await anonymised(WHOLE, 'a');
    expect(await anonymised(WHOLE, 'a')).toBe(same);
    expect(await anonymised(WHOLE, 'b')).not.toBe(same);
    const [one, two] = await Promise.all([1, 2].map(() => madeText(anonymise(opened(WHOLE), undefined))));
    expect(one).not.toBe(two);
  });

  it('reaches amounts in answers, queries and commands', async () => {
    const script = createScript();
    script.http(1, '/v1/api/forex/deals', { data: [order(4321, 3, { FactProfits: 77.77 })], total: 1 });
    script.add(
      2,
      answer('/v1/api/forex/close', { Id: 4321, FactProfits: 77.77 }, { id: '4321', cont: '0.13' }),
    );
    script.add(3, { kind: 'command', name: 'closeOrder', args: [4321, '***', 5, 13] });
    script.add(4, {
      kind: 'command',
      name: 'submitOrder',
      args: [{ instrumentId: 1, volume: 13, side: 'buy' }, 5],
    });
    script.in(5, { topic: 'ALERT', seq: 1, ts: 5, data: { alerts: [{ id: 4321, price: 1.2, fee: 77.77 }] } });
    const text = await anonymised(script.text(), 'a');
    expect(text).not.toMatch(/4321|77\.77|0\.13|[,:]13[,}\]]/);
    expect(text).toMatch(/"instrumentId":1,"volume":\d+,"side":"buy"/);
  });

  it('tells its factor and its offset by nothing that everybody knows', async () => {
    const script = createScript();
    const coin = { id: 1, currency_code: 'USDT', usd_price: 1 };
    script.http(1, '/api/quickCharge/info', { list: [coin] });
    const currency = { id: 2, code: 'USDT', draw_rate: 1, fee_type: 1, fee: 1, usd_price: 1 };
    script.http(2, '/api/account/draw_symbol_list', { list: [currency] }, { type: '1' });
    const method = { id: 4321, type: 1, draw_currency: { id: 2, code: 'USDT' } };
    script.http(3, '/api/wallet/get_draw_method', { list: [method] }, { draw_type: '1', draw_id: '2' });
    const fired = { id: 4321, forex_id: 3, price: 2409.25, percent: 0, reached: 2409.31 };
    script.http(4, '/api/alert/history', { list: [fired] });
    script.http(5, '/api/user/favourite', { ids: [1, 3] });
    const newsItem = ['getNewsItem', { id: 12 }];
    script.add(6, { kind: 'command', name: 'ask', args: newsItem });
    const alert = { instrumentId: 3, price: 2500, repeats: 1 };
    script.add(7, { kind: 'command', name: 'ask', args: ['addAlert', alert] });
    script.add(8, { kind: 'command', name: 'ask', args: ['setAlert', { id: 4321, isOn: 1 }] });
    script.add(9, answer('/api/user/info', { uid: 4321, is_demo: 0 }));
    const text = await anonymised(script.text(), 'a');
    for (const known of [[coin], [currency], method.draw_currency, [1, 3], newsItem, alert])
      expect(text).toContain(JSON.stringify(known));
    expect(text).toContain('"price":2409.25,"percent":0,"reached":2409.31}');
    expect(text).toContain('"draw_type":"1","draw_id":"2"');
    expect(text).toMatch(/"id":\d{7,},"isOn":1}/);
    expect(text).not.toContain('4321');
  });

  it('scales payments as it does the balance, and does not tell a fixed fee by them', async () => {
    const script = createScript();
    script.http(1, '/v1/api/main/wallet/getBalance', { balance: 1_000 });
    script.http(2, '/api/quickCharge/quick_ist', { list: [{ id: 4321, number: 500 }], total: 1 });
    const drawn = { id: 4321, number: 500, real_number: 499, fee: 1 };
    script.http(3, '/api/account/draw_list', { list: [drawn], total: 1 });
    const text = await anonymised(script.text(), 'a');
    const [balance = 0] = /(?<="balance":)[\d.]+/.exec(text) ?? [];
    const payments = [...text.matchAll(/"number":([\d.]+)/g)].map(([, number]) => Number(number));
    expect(payments).toHaveLength(2);
    for (const payment of payments) expect(payment).toBeCloseTo(Number(balance) / 2, 1);
    expect(text).toContain('"real_number":0,"fee":0}');
  });

  it('changes of all numbers that a recording may hold only those of the account', async () => {
    const changed = new Set<string>();
    for (const { path, method, request = {}, answer: schema } of Object.values<RouteShape>(ROUTES)) {
      const asked = Object.entries(method === 'POST' ? {} : request);
      const query = Object.fromEntries(asked.map(([name, one]) => [name, isText(one) ? 'x' : '1']));
      const body = { code: 1, msg: '', data: sample(schema) };
      const script = createScript();
      script.add(1, redactBody({ kind: 'http', path, query, body }));
      const was = script.text();
      const is = await anonymised(was, 'a');
      const [before, after] = [was, is].map((text) => JSON.parse(text.split('\n')[1] ?? ''));
      collectChanged(before, after, '', changed);
    }
    expect([...changed].sort()).toEqual(
      [
        ...new Set(orderWireNames(new Set(['id', 'volume', 'money'])).split(' ')),
        ...[
          'Value',
          'all_fact_profits',
          'balance',
          'cont',
          'equity',
          'fee',
          'fees',
          'financing',
          'id',
          'lock_balance',
          'lost',
        ],
        ...['number', 'real_number', 'realised', 'transfers', 'uid', 'won'],
      ].sort(),
    );
  });
});

const isText = ({ type, format }: JsonSchema): boolean => type === 'string' && format !== 'decimal';

/** A value of the schema in which each number is 1. */
function sample({ type, properties, items, additionalProperties }: JsonSchema): unknown {
  switch (type) {
    case 'number':
    case 'integer':
      return 1;
    case 'string':
      return '';
    case 'array':
      return items ? [sample(items)] : [];
    case 'object':
      return additionalProperties
        ? { 1: sample(additionalProperties) }
        : Object.fromEntries(Object.entries(properties ?? {}).map(([name, field]) => [name, sample(field)]));
    default:
      return null;
  }
}

/** Adds the names of fields whose numbers differ. */
function collectChanged(was: unknown, is: unknown, name: string, into: Set<string>): void {
  if (Array.isArray(was) && Array.isArray(is))
    for (const [at, one] of was.entries()) collectChanged(one, is[at], name, into);
  else if (isFields(was) && isFields(is))
    for (const [field, one] of Object.entries(was)) collectChanged(one, is[field], field, into);
  else if (was !== is && is !== MASK) into.add(name);
}
