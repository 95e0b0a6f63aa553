import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBalancer, inOrder } from '../../bench/cluster/balancer.ts';

/** A gateway that writes its name, then sends back what it gets. */
async function gateway(name: string) {
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write(name);
    socket.pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { name, url: `http://127.0.0.1:${port}`, status: 'ready', missed: 0 };
}

async function balanced(count: number) {
  const gateways = await Promise.all(Array.from({ length: count }, (_, i) => gateway(`gateway ${i + 1}`)));
  const balancer = createBalancer(gateways);
  const url = await balancer.listen('127.0.0.1', 0);
  onTestFinished(() => balancer.close());
  const port = Number(new URL(url).port);
  /** @returns a connection and what came on it */
  const dial = (text = '') => {
    const socket: Socket = connect({ port, host: '127.0.0.1' });
    let got = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      got += chunk.toString();
    });
    onTestFinished(() => void socket.destroy());
    if (text !== '') socket.write(text);
    return { socket, got: () => got };
  };
  return { gateways, balancer, dial };
}

describe('the balancer', () => {
  it('passes bytes on as they are, both ways, and the end of each', async () => {
    const { dial } = await balanced(1);
    const text = 'GET / HTTP/1.1\r\n\r\n'.repeat(10_000);
    const { socket, got } = dial();
    socket.end(text);
    await once(socket, 'close');
    expect(got()).toBe(`gateway 1${text}`);
  });

  it('keeps an address at one gateway, and takes another while that one is not ready or refuses', async () => {
    const { gateways, dial } = await balanced(3);
    const answer = async () => {
      const { socket, got } = dial();
      await once(socket, 'data');
      socket.destroy();
      return got();
    };
    const [first, second] = inOrder(gateways, '127.0.0.1');
    expect([await answer(), await answer()]).toEqual([first?.name, first?.name]);
    Object.assign(first ?? {}, { status: 'waiting' });
    expect(await answer()).toBe(second?.name);
    Object.assign(first ?? {}, { status: 'degraded' });
    expect(await answer()).toBe(first?.name);
    Object.assign(first ?? {}, { status: 'ready', url: 'http://127.0.0.1:1' });
    expect(await answer()).toBe(second?.name);
  });

  it('ends the connections of a gateway that has missed three questions, and no others', async () => {
    const { gateways, balancer, dial } = await balanced(2);
    const [first, second] = inOrder(gateways, '127.0.0.1');
    const lost = dial();
    await once(lost.socket, 'data');
    Object.assign(first ?? {}, { missed: 2 });
    balancer.check();
    const kept = dial();
    await once(kept.socket, 'data');
    expect(kept.got()).toBe(second?.name);
    expect(lost.socket.destroyed).toBe(false);
    Object.assign(first ?? {}, { missed: 3 });
    balancer.check();
    await once(lost.socket, 'close');
    kept.socket.write('still here');
    await expect.poll(kept.got).toBe(`${second?.name}still here`);
  });

  it('ends a connection when no gateway is ready', async () => {
    const { gateways, dial } = await balanced(1);
    Object.assign(gateways[0] ?? {}, { status: 'waiting' });
    const { socket } = dial();
    await once(socket, 'close');
    expect(socket.bytesRead).toBe(0);
  });

  it('spreads addresses over the gateways, and moves only those of one that is away', () => {
    const all = ['gateway 1', 'gateway 2', 'gateway 3'].map((name) => ({
      name,
      url: '',
      status: 'ready',
      missed: 0,
    }));
    const addresses = Array.from({ length: 300 }, (_, i) => `10.0.${i % 7}.${i}`);
    const before = addresses.map((address) => inOrder(all, address)[0]?.name);
    for (const { name } of all) expect(before.filter((one) => one === name).length).toBeGreaterThan(50);
    const after = addresses.map((address) => inOrder(all.slice(1), address)[0]?.name);
    expect(after.filter((name, i) => name !== before[i] && before[i] !== 'gateway 1')).toEqual([]);
  });
});
