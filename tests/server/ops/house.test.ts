import { expect, it, onTestFinished } from 'vitest';
import { runOps } from '../../helpers/ops.ts';
import { connectSource, SOURCE_TOKEN } from '../../helpers/price-source.ts';
import { startHttp } from '../http-fixture.ts';

it('the operator sees what customers hold, what it means for the house, and what the day brought', async () => {
  const http = await startHttp({ FEED: 'push', FEED_LISTEN: '127.0.0.1:0', FEED_TOKEN: SOURCE_TOKEN });
  onTestFinished(() => http.stop());
  const address = /ws:\/\/[\d.:]+\/v1\/feed/.exec(http.logged.join('\n'))?.[0] ?? '';
  const source = await connectSource(address, 'a');
  await source.ticks('BTCUSD', '60000');
  const token = await http.enterReal();
  const { uid } = (await http.ask('/api/user/info', { headers: { authorization: token } })).data;
  await http.operator.rows('balance', 'adjust', { uid: String(uid), amount: '10000', memo: 'a trial' });
  const id = await http.idOf('BTCUSD');
  const submit = (owner: string, type: 1 | 2, cont: number) =>
    http.send(owner, 'submitOrder', { forex_id: id, type, status: 1, cont, multiple: 10 });
  // Virtual money is no matter of the house.
  await submit(await http.enter(), 1, 0.3);
  const bought = await submit(token, 1, 0.05);
  await submit(token, 2, 0.02);
  const fees: number = bought.data.TradeFee * 1.4;
  await source.ticks('BTCUSD', '60100', 200);

  const exposure = async (by?: string) =>
    (await http.operator.ask('exposure', 'list', by ? { by } : {})) as never as {
      readonly value: { readonly rows: readonly unknown[]; readonly note: string };
    };
  // 0.05 lots bought and 0.02 sold at 60,000: the customers gain 3 USD at 60,100.
  expect((await exposure()).value.rows).toEqual([
    {
      code: 'BTCUSD',
      class: 'crypto',
      buys: 0.05,
      sells: 0.02,
      net: 0.03,
      value_usd: 1_803,
      floating_usd: -3,
    },
  ]);
  expect((await exposure('class')).value.rows).toEqual([
    { class: 'crypto', instruments: 1, value_usd: 1_803, floating_usd: -3 },
  ]);
  expect((await exposure()).value.note).toBe(
    `Result of the house in USD: ${Math.round(fees * 1e6) / 1e6} booked, -3 floating.`,
  );

  expect((await http.send(token, 'closeOrder', { id: bought.data.Id })).code).toBe(1);
  const day = await http.operator.rows('report', 'day');
  expect(day).toEqual([
    { what: 'new accounts', count: 1, amount: null },
    { what: 'orders placed', count: 2, amount: null },
    { what: 'orders closed', count: 1, amount: null },
    { what: 'adjustment', count: 1, amount: 10_000 },
    { what: 'fee', count: 2, amount: -Math.round(fees * 1e6) / 1e6 },
    { what: 'profit', count: 1, amount: 5 },
  ]);
  expect(await http.operator.rows('report', 'day', { day: '2020-01-01' })).toEqual([
    { what: 'new accounts', count: 0, amount: null },
    { what: 'orders placed', count: 0, amount: null },
    { what: 'orders closed', count: 0, amount: null },
  ]);
  expect(await http.operator.refused('report', 'day', { day: 'yesterday' })).toBe(
    'day is a date as in 2026-11-28.',
  );
});

it('the operator sees positions with their price now, and orders with their end', async () => {
  const http = await startHttp({ FEED: 'push', FEED_LISTEN: '127.0.0.1:0', FEED_TOKEN: SOURCE_TOKEN });
  onTestFinished(() => http.stop());
  const address = /ws:\/\/[\d.:]+\/v1\/feed/.exec(http.logged.join('\n'))?.[0] ?? '';
  const source = await connectSource(address, 'a');
  await source.ticks('BTCUSD', '60000');
  const [ann, ben] = [await http.enter(), await http.enter()];
  const uidOf = async (token: string): Promise<number> => (await http.send(token, 'getUser')).data.uid;
  const uid = await uidOf(ann);
  const forex_id = await http.idOf('BTCUSD');
  const ask = { forex_id, type: 1, status: 1, cont: 0.01, multiple: 10 };
  const submit = async (token: string, more = {}): Promise<number> =>
    (await http.send(token, 'submitOrder', { ...ask, ...more })).data.Id;
  const first = await submit(ann);
  const pending = await submit(ann, { status: 0, target_price: 50_000 });
  const second = await submit(ann, { type: 2, cont: 0.02 });
  const other = await submit(ben);
  await http.send(ann, 'closeOrder', { id: first });
  await source.ticks('BTCUSD', '60100', 200);

  const run = async (...words: string[]) => {
    const { status, out } = await runOps(http.dataDir, ...words, '--json');
    expect([words, status]).toEqual([words, 0]);
    return JSON.parse(out);
  };
  const opened = { order: second, uid, code: 'BTCUSD', side: 'sell', lots: 0.02, status: 'open' };
  expect(await run('positions', '--uid', String(uid))).toEqual([
    { ...opened, since: expect.stringMatching(/Z$/), price: 60_000, now: 60_100, profit: -2 },
  ]);
  const ids = async (...words: string[]) =>
    (await run(...words)).map(({ order }: { readonly order: number }) => order);
  expect(await ids('positions')).toEqual([other, second]);
  expect(await ids('positions', '--code', 'eurusd')).toEqual([]);
  expect(await ids('orders', '--open', '--uid', String(uid))).toEqual([second, pending]);
  expect(await ids('orders', 'list', '--uid', String(uid))).toEqual([second, pending, first]);
  expect((await run('orders', '--uid', String(uid))).at(-1)).toMatchObject({
    ...{ order: first, status: 'closed', price: 60_000, closed_at: 60_000, profit: 0, now: null },
    ended: expect.stringMatching(/Z$/),
  });
  const short = await runOps(http.dataDir, 'orders', '--limit', '1');
  expect(short.out).toContain('3 more, older ones: --limit shows up to 10000.');
  expect((await runOps(http.dataDir, 'orders', '--uid', '7')).err).toBe('There is no such user.\n');
  const { events } = await run('orders', 'story', String(first));
  expect(events).toMatchObject([
    { kind: 'opened', by: 'customer', price: 60_000, source: 'a' },
    { kind: 'closed', by: 'customer', price: 60_000, after: { Status: 3, CloseReason: 'manual' } },
  ]);
  const told = await runOps(http.dataDir, 'orders', 'story', String(first));
  expect(told.out).toMatch(/closed .*Status 1 -> 3, .*CloseReason 0 -> manual/);
  expect((await runOps(http.dataDir, 'orders', 'story', '77')).err).toBe('There is no such order.\n');
  const today = new Date().toISOString().slice(0, 10);
  expect(await run('report', '--day', today)).toEqual(await run('report', 'day', today));
  expect((await run('report', '--day', '2020-01-01'))[0]).toMatchObject({ what: 'new accounts', count: 0 });
});

it("positions and an order's story have the price of their side", async () => {
  const feed = { FEED: 'push', FEED_LISTEN: '127.0.0.1:0', FEED_TOKEN: SOURCE_TOKEN, FEED_SPREAD: 'feed' };
  const http = await startHttp(feed);
  onTestFinished(() => http.stop());
  const address = /ws:\/\/[\d.:]+\/v1\/feed/.exec(http.logged.join('\n'))?.[0] ?? '';
  const source = await connectSource(address, 'a');
  await source.ticks('BTCUSD', '60000', 100, '60000.15');
  const token = await http.enter();
  const order = { forex_id: await http.idOf('BTCUSD'), status: 1, cont: 1, multiple: 10 };
  const seen = { seen_price: '60000.15', seen_side: 'ask', deviation: 0 };
  const submit = async (more: object) => (await http.send(token, 'submitOrder', { ...order, ...more })).data;
  const bought = await submit({ type: 1, ...seen });
  expect(bought).toMatchObject({ OriginPrice: 60_000.15, UpdatePrice: 60_000, FactProfits: -0.15 });
  expect(await submit({ type: 2, ...seen, seen_side: 'bid' })).toEqual({ price: 60_000 });
  const sold = await submit({ type: 2 });
  expect(sold).toMatchObject({ OriginPrice: 60_000, UpdatePrice: 60_000.15, FactProfits: -0.15 });
  const closed = await http.send(token, 'closeOrder', { id: sold.Id, ...seen });
  expect(closed.data).toMatchObject({ UpdatePrice: 60_000.15, FactProfits: -0.15 });
  const { out } = await runOps(http.dataDir, 'positions', '--json');
  expect(JSON.parse(out)).toMatchObject([{ order: bought.Id, price: 60_000.15, now: 60_000, profit: -0.15 }]);
  const { out: told } = await runOps(http.dataDir, 'orders', 'story', String(bought.Id));
  expect(told).toMatch(/opened +customer +60000 +60000\.15 /);
});
