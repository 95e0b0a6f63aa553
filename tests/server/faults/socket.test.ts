import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { CODE } from '../../../shared/contract/codes.ts';
import type { SocketClient } from '../http-fixture.ts';
import { caughtUp, quotesOf, sharedFaults } from './faults-scene.ts';

const scene = sharedFaults();
const clients: SocketClient[] = [];
afterEach(async () => {
  await scene.clear();
  for (const client of clients.splice(0)) client.raw.terminate();
});

async function watcher(): Promise<SocketClient> {
  const client = await scene.watcher();
  clients.push(client);
  return client;
}

/** The frames of four ticks under a fault, by number. */
async function numbersUnder(kind: string, more: Readonly<Record<string, string>>) {
  const client = await watcher();
  await caughtUp(client);
  const before = quotesOf(client).length;
  const last: number = quotesOf(client).at(-1).seq;
  await scene.set(kind, more);
  scene.ticks(4);
  await caughtUp(client);
  return quotesOf(client)
    .slice(before)
    .map(({ seq }) => seq - last);
}

describe('the frames of a connection', () => {
  it('arrive in order without a fault', async () => {
    const client = await watcher();
    scene.ticks(4);
    await caughtUp(client);
    const seqs = quotesOf(client).map(({ seq }) => seq);
    expect(seqs.length).toBeGreaterThan(4);
    expect(seqs).toEqual(seqs.map((_, at) => at + 1));
    expect(await scene.list()).toEqual([]);
  });

  it.each<[string, Record<string, string>, number[]]>([
    ['drop', { count: '2' }, [3, 4]],
    ['drop', { on: 'http' }, [1, 2, 3, 4]],
    ['duplicate', { count: '1' }, [1, 1, 2, 3, 4]],
    ['swap', { count: '1' }, [2, 1, 3, 4]],
    ['swap', {}, [2, 1, 4, 3]],
    ['gap', { skip: '3', count: '1' }, [4, 5, 6, 7]],
    ['gap', {}, [2, 4, 6, 8]],
  ])('under %s %j are numbered', async (kind, more, numbers) => {
    expect(await numbersUnder(kind, more)).toEqual(numbers);
  });

  it('keep the numbers of a gap when it is over', async () => {
    const client = await watcher();
    await scene.set('gap', { skip: '5', count: '1' });
    scene.ticks(1);
    await scene.clear();
    scene.ticks(2);
    await caughtUp(client);
    const seqs = quotesOf(client).map(({ seq }) => seq);
    expect(seqs.slice(-3)).toEqual([seqs.length + 3, seqs.length + 4, seqs.length + 5]);
  });

  it('are sent after a while if no other one comes to be swapped', async () => {
    const client = await scene.http.socket();
    clients.push(client);
    client.send({ cmd: 'login', params: { token: await scene.http.enter() } });
    await client.ack('login');
    await scene.set('swap');
    client.send({ cmd: 'sub', topic: 'CHAT' });
    await client.ack('sub', 'CHAT');
    while (!client.frames.some(({ topic, seq }) => topic === 'CHAT' && seq === 1)) {
      scene.clock.advance(200);
      await caughtUp(client);
    }
  });
});

describe('a connection', () => {
  it('that is half-open stays open and silent, also when the fault is over', async () => {
    const [one, other] = [await watcher(), await watcher()];
    await scene.set('half-open', { count: '1' });
    one.send('ping');
    while ((await scene.list()).length > 0) await scene.http.ask('/healthz');
    await scene.clear();
    const had = one.frames.length;
    scene.ticks(3);
    one.send('ping');
    one.send({ cmd: 'sub', topic: 'KLINE.EURUSD' });
    await caughtUp(other);
    await caughtUp(await watcher());
    expect(one.frames.length).toBe(had);
    expect(one.raw.readyState).toBe(WebSocket.OPEN);
  });

  it('is refused when new, and stays when open', async () => {
    const client = await watcher();
    await scene.set('refuse', { on: 'socket', count: '1' });
    await expect(scene.http.socket()).rejects.toThrow('refused with 503');
    await caughtUp(client);
    clients.push(await scene.http.socket());
  });

  it('answers late, and frames wait behind the answer', async () => {
    const client = await watcher();
    await caughtUp(client);
    const had = client.frames.length;
    await scene.set('delay', { on: 'socket', ms: '700', count: '1' });
    client.send('ping');
    while ((await scene.list()).length > 0) await scene.http.ask('/healthz');
    scene.ticks(5);
    await caughtUp(await watcher());
    expect(client.frames.length).toBe(had);
    scene.ticks(1);
    await client.next((frame) => frame === 'pong');
    await caughtUp(client);
    expect(client.frames[had]).toBe('pong');
    expect(quotesOf(client).at(-1).seq).toBe(quotesOf(client).length);
  });

  it('gets everything held back by a burst at once', async () => {
    const client = await watcher();
    await caughtUp(client);
    const had = client.frames.length;
    await scene.set('burst', { ms: '2000', count: '1' });
    scene.ticks(15);
    client.send('ping');
    await scene.http.ask('/healthz');
    expect(client.frames.length).toBe(had);
    scene.ticks(10);
    await client.next((frame) => frame === 'pong');
    const seqs = quotesOf(client).map(({ seq }) => seq);
    expect(seqs.length - had).toBeGreaterThan(15);
    expect(seqs).toEqual(seqs.map((_, at) => at + 1));
  });

  it('gets another time, in frames and quotes but not in candles', async () => {
    const client = await watcher();
    client.send({ cmd: 'sub', topic: 'KLINE.EURUSD' });
    await client.ack('sub', 'KLINE.EURUSD');
    scene.ticks(2);
    await caughtUp(client);
    const newest = (topic: string) => client.frames.findLast((frame) => frame.topic === topic);
    const [quotes, candle] = [newest('DAY_MARKET'), newest('KLINE.EURUSD')];
    await scene.set('skew', { on: 'socket', ms: '-3600000' });
    scene.ticks(1);
    await caughtUp(client);
    const [late, lateCandle] = [newest('DAY_MARKET'), newest('KLINE.EURUSD')];
    expect([late.seq, late.ts - quotes.ts]).toEqual([quotes.seq + 1, 100 - 3_600_000]);
    expect(late.data[0][4] - quotes.data[0][4]).toBe(100 - 3_600_000);
    expect(late.data[0].slice(0, 1)).toEqual(quotes.data[0].slice(0, 1));
    expect(lateCandle.ts).toBe(late.ts);
    expect(lateCandle.data[0] - candle.data[0]).toBeLessThan(61);
    expect(lateCandle.data[0]).toBeGreaterThanOrEqual(candle.data[0]);
  });

  it('loses its session while sessions count as expired, and has it again afterwards', async () => {
    const client = await watcher();
    const token = await scene.http.enter();
    const login = { cmd: 'login', params: { token } };
    client.send(login);
    expect((await client.ack('login')).code).toBe(CODE.success);
    await scene.set('999');
    expect((await client.ack('login')).code).toBe(CODE.sessionExpired);
    client.send({ cmd: 'sub', topic: 'FOREX_TRADE' });
    expect((await client.ack('sub', 'FOREX_TRADE')).code).toBe(CODE.sessionExpired);
    client.send(login);
    expect((await client.ack('login')).code).toBe(CODE.sessionExpired);
    await scene.clear();
    client.send(login);
    expect((await client.ack('login')).code).toBe(CODE.success);
  });
});
