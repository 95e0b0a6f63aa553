import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anonymise } from '../../../replay/cli/anonymise.ts';
import { taskOf } from '../../../replay/cli/arguments.ts';
import { cut } from '../../../replay/cli/cut.ts';
import { filter } from '../../../replay/cli/filter.ts';
import { leadOf, merge } from '../../../replay/cli/merge.ts';
import type { Wanted } from '../../../replay/cli/tool-arguments.ts';
import { stateOf } from '../../../replay/fold/state.ts';
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
});
