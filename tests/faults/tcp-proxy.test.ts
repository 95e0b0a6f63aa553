import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createChance } from '../sim/chance.ts';
import { openTcpProxy, type TcpProxyOptions } from './tcp-proxy.ts';

/** A server that answers each line with the same line, and a client that reaches it through the proxy. */
async function scene(options: Partial<TcpProxyOptions> = {}) {
  const arrived: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      arrived.push(String(bytes));
      socket.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const target = () => (server.address() as AddressInfo).port;
  const proxy = await openTcpProxy({ target, chance: createChance(1), ...options });
  let calls = 0;
  const call = async () => {
    const told: string[] = [];
    const socket = connect(proxy.port, '127.0.0.1');
    socket.on('data', (bytes) => told.push(String(bytes)));
    socket.on('error', (error: NodeJS.ErrnoException) => told.push(String(error.code)));
    socket.on('close', () => told.push('closed'));
    await expect.poll(() => proxy.taken).toBe(++calls);
    return { socket, told };
  };
  return { proxy, arrived, call };
}

/** After it, what must not arrive would have. */
const SOON_MS = 60;

it('forwards both ways, and closes one side with the other', async () => {
  const { proxy, arrived, call } = await scene();
  const { socket, told } = await call();
  socket.write('hello');
  await expect.poll(() => [arrived, told, proxy.open]).toEqual([['hello'], ['hello'], 1]);
  socket.end();
  await expect.poll(() => [told.at(-1), proxy.open]).toEqual(['closed', 0]);
});

it.each([
  ['holds what is sent, also after the sender gave up', { up: 'hold' }, [], [], ['hello']],
  ['holds the answer', { down: 'hold' }, ['hello'], [], ['hello']],
  ['loses what is sent', { up: 'drop' }, [], [], []],
  ['resets at the answer', { down: 'reset' }, ['hello'], ['ECONNRESET', 'closed'], ['hello']],
] as const)('%s', async (_, fault, meanwhile, toldMeanwhile, afterwards) => {
  const { proxy, arrived, call } = await scene();
  const { socket, told } = await call();
  proxy.cut(() => fault);
  socket.write('hello');
  await pause(SOON_MS);
  await expect.poll(() => [arrived, told]).toEqual([meanwhile, toldMeanwhile]);
  socket.destroy();
  await pause(SOON_MS);
  proxy.heal();
  await pause(SOON_MS);
  await expect.poll(() => [arrived, proxy.open]).toEqual([afterwards, 0]);
});

it('tears what is sent in the middle', async () => {
  const { proxy, arrived, call } = await scene();
  const { socket, told } = await call();
  proxy.cut(() => ({ up: 'tear' }));
  socket.write('hello');
  await pause(SOON_MS);
  expect('hello'.startsWith(arrived.join('')) && arrived.join('') !== 'hello').toBe(true);
  proxy.heal();
  await expect.poll(() => told).toContain('ECONNRESET');
});

it('refuses new connections, or answers them when the fault ends', async () => {
  const { proxy, arrived, call } = await scene();
  proxy.cut(() => ({ connecting: 'refuse' }));
  const refused = await call();
  await expect.poll(() => refused.told).toEqual(['ECONNRESET', 'closed']);
  proxy.cut(() => ({ connecting: 'hold' }));
  const { socket, told } = await call();
  socket.write('hello');
  await pause(SOON_MS);
  expect(arrived).toEqual([]);
  proxy.heal();
  await expect.poll(() => told).toEqual(['hello']);
});

it('delays, and limits the rate', async () => {
  const { call, arrived } = await scene({ speed: { delayMs: 100, bytesPerSecond: 100 } });
  const { socket, told } = await call();
  const from = performance.now();
  socket.write('0123456789');
  while (told.length === 0) await pause(5);
  // 100 ms for the bytes and 100 ms of delay, each way.
  expect(performance.now() - from).toBeGreaterThan(350);
  expect(arrived).toEqual(['0123456789']);
});
