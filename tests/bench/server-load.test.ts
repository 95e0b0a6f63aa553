import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { latenessOf, shiftOf } from '../../bench/server/lateness.ts';
import { endProgram, messageOf, startProgram } from '../../bench/server/processes.ts';
import { openRawClient } from '../../bench/server/raw-client.ts';
import { quantilesOf, type RushReport, type RushTask } from '../../bench/server/server-load.ts';

describe('the lateness of prices', () => {
  const arrivals = [
    { priceMs: 10, atMs: 15 },
    { priceMs: 30, atMs: 42 },
    { priceMs: 40, atMs: 240 },
  ];

  it('is measured at the first arrival of a price at least as new, for each price of the span', () => {
    expect(latenessOf([10, 20, 30, 35, 40], arrivals, 0, 100)).toEqual([5, 22, 12, 205, 200]);
    expect(latenessOf([10, 20, 30, 35, 40], arrivals, 20, 36)).toEqual([22, 12, 205]);
  });

  it('of a price that never arrived is infinite', () => {
    expect(latenessOf([40, 50], arrivals, 0, 100)).toEqual([200, Number.POSITIVE_INFINITY]);
    expect(latenessOf([1], [], 0, 100)).toEqual([Number.POSITIVE_INFINITY]);
  });

  it('is relative to the times of the tape, shifted as in the playback', () => {
    const tape = [100, 130, 170, 190, 260];
    expect(shiftOf(tape, [1_130, 1_190])).toBe(1_000);
    expect(() => shiftOf(tape, [1_131, 1_190])).toThrow('not on the tape');
  });

  it('has quantiles', () => {
    const times = Array.from({ length: 200 }, (_, i) => 200 - i);
    expect(quantilesOf(times)).toEqual({ p50: 100, p99: 198, max: 200 });
    expect(quantilesOf([5, Number.POSITIVE_INFINITY])).toEqual({ p50: 5, p99: Infinity, max: Infinity });
    expect(quantilesOf([]).p50).toBeNaN();
  });
});

describe('a client that only receives', () => {
  /** Forwards bytes in pieces of an odd size, so that every frame is split somewhere. */
  async function chopped(target: number): Promise<number> {
    const server = createServer((near) => {
      const far = connect(target, '127.0.0.1');
      near.pipe(far);
      far.on('data', (chunk: Buffer) => {
        for (let at = 0; at < chunk.length; at += 7) near.write(chunk.subarray(at, at + 7));
      });
      far.on('error', () => near.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  }

  it.each(['as it comes', 'in pieces'])('reads whole messages and fragments, %s', async (how) => {
    const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => void sockets.close());
    await once(sockets, 'listening');
    const port = (sockets.address() as AddressInfo).port;
    const long = 'x'.repeat(70_000);
    const heard: string[] = [];
    sockets.on('connection', (socket) => {
      socket.on('message', (data) => {
        heard.push(String(data));
        socket.send('short');
        socket.ping();
        socket.send('{"head":1,', { fin: false });
        socket.send(`"body":"${long}"}`, { fin: true });
        socket.send('y'.repeat(300));
        socket.send('');
        socket.send('last');
      });
    });
    const messages: string[] = [];
    const heads: (readonly [string, number])[] = [];
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const client = await openRawClient(how === 'in pieces' ? await chopped(port) : port, '/', {
      onHead: (head, bytes) => heads.push([head, bytes]),
      onMessage(message) {
        const text = message.toString();
        messages.push(text);
        if (text === 'last') finish();
      },
    });
    const asked = JSON.stringify({ cmd: 'sub', topic: 'Z'.repeat(200) });
    client.send(asked);
    await finished;
    client.end();
    expect(heard).toEqual([asked]);
    const fragmented = `{"head":1,"body":"${long}"}`;
    expect(messages).toEqual(['short', fragmented, 'y'.repeat(300), '', 'last']);
    expect(heads).toEqual(messages.map((text) => [text.slice(0, 96), text.length]));
  });
});

it('traders in a rush come from several addresses of their own: the exchange limits the orders of one', async () => {
  const seen = new Map<string, Set<string>>();
  const exchange = createHttpServer(({ headers }, response) => {
    const { authorization = '', 'x-forwarded-for': address } = headers;
    seen.set(authorization, (seen.get(authorization) ?? new Set()).add(String(address)));
    response.end(seen.size > 2 ? '{"code":4029}' : '{"code":1,"data":{"Id":1}}');
  });
  exchange.listen(0, '127.0.0.1');
  await once(exchange, 'listening');
  onTestFinished(() => void exchange.close());
  const traders = startProgram('rush');
  onTestFinished(() => endProgram(traders));

  const { port } = exchange.address() as AddressInfo;
  traders.send({ port, tokens: ['a', 'b', 'c'], instruments: [[1, 1]], seconds: 2 } satisfies RushTask);
  const { failed, why } = await messageOf<RushReport>(traders);

  const addresses = [...seen.values()].map((ofOne) => [...ofOne]);
  expect(addresses.map(({ length }) => length > 1)).toEqual([true, true, true]);
  expect(new Set(addresses.flat()).size).toBe(addresses.flat().length);
  expect(failed).toBeGreaterThan(0);
  expect(why).toBe('Error: {"code":4029}');
});
