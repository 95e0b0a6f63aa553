import { afterEach, describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { type SocketClient, sharedHttp } from '../http-fixture.ts';

const SUBSCRIPTIONS = 10_000;
const INSTRUMENTS = 400;
/** The limit of one connection; more is refused. */
const MOST_HELD = 256;
const FRAMES_AT_ONCE = 90;
const CONNECTIONS = 50;
const SNAPSHOTS = 500;

const http = sharedHttp({ FEED: 'sim', LEADERS: '0', INSTRUMENTS: String(INSTRUMENTS) });
const clients: SocketClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.raw.terminate();
});

async function client(): Promise<SocketClient> {
  const one = await http.socket();
  clients.push(one);
  return one;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const sub = (topic: string) => ({ cmd: 'sub', topic });
/** The number of connections that the exchange holds. */
const sockets = async () => Number(/^pipstream_sockets (\d+)$/m.exec((await http.ask('/metrics')).text)?.[1]);
const codes = () => http.market.instruments().map(({ code }) => code);

/** A client that follows the prices meanwhile: they arrive without a gap, and a ping is answered. */
async function bystander(): Promise<() => Promise<void>> {
  const one = await client();
  one.send(sub('DAY_MARKET'));
  await one.data('DAY_MARKET');
  const from = one.frames.length;
  return async () => {
    one.send('ping');
    await one.next((frame) => frame === 'pong');
    while (one.frames.length < from + 5) await pause(20);
    const numbers = one.frames.flatMap((frame) =>
      frame.topic === 'DAY_MARKET' && frame.seq ? [frame.seq] : [],
    );
    expect(numbers).toEqual(numbers.map((_, i) => i + 1));
  };
}

describe('a client that floods the socket', () => {
  it(`with ${SUBSCRIPTIONS} subscriptions at once is disconnected, without effect on others`, async () => {
    const unharmed = await bystander();
    const one = await client();
    const names = codes();
    for (let i = 0; i < SUBSCRIPTIONS; i++) one.send(sub(`KLINE.${names[i % names.length]}`));
    expect(await one.closed).toBe(1008);
    expect(one.frames.filter(({ cmd }) => cmd === 'error')).toMatchObject([{ code: CODE.tooMany }]);
    await unharmed();
  });

  it('with more topics than a screen could show gets a rate limit, and keeps its topics', async () => {
    const unharmed = await bystander();
    const one = await client();
    const names = codes().map((code) => `KLINE.${code}`);
    for (const [i, name] of names.entries()) {
      one.send(sub(name));
      if (i % FRAMES_AT_ONCE !== FRAMES_AT_ONCE - 1) continue;
      // The exchange counts by when it reads: on a busy machine that may be shortly before the next are sent.
      await one.ack('sub', name);
      await pause(1_100);
    }
    await one.ack('sub', names.at(-1));
    const acks = one.frames.filter(({ cmd }) => cmd === 'sub');
    expect(acks.map(({ code }) => code)).toEqual(
      names.map((_, i) => (i < MOST_HELD ? CODE.success : CODE.tooMany)),
    );
    one.send({ cmd: 'unsub', topic: names[0] });
    await one.ack('unsub', names[0]);
    one.send(sub(names[MOST_HELD] ?? ''));
    expect(
      await one.next((frame) => frame.cmd === 'sub' && frame.topic === names[MOST_HELD] && frame.code === 1),
    ).toBeDefined();
    await unharmed();
  });

  it('with many connections that end within a frame leaves nothing behind', async () => {
    const unharmed = await bystander();
    await expect.poll(sockets).toBe(1);
    const broken = await Promise.all(Array.from({ length: CONNECTIONS }, () => client()));
    expect(await sockets()).toBe(1 + CONNECTIONS);
    for (const one of broken) {
      one.send(sub('DAY_MARKET'));
      // The head of a frame that never arrives.
      Object(one.raw)._socket.write(Buffer.of(0x81, 0xfe, 0x0f, 0xff, 1, 2, 3, 4, 5));
      one.raw.terminate();
    }
    await Promise.all(broken.map(({ closed }) => closed));
    await expect.poll(sockets).toBe(1);
    await unharmed();
  });
});

describe('a reader that stops reading', () => {
  it('delays no other client, and gets the latest data when it reads again', async () => {
    const unharmed = await bystander();
    const stuck = await client();
    stuck.send(sub('DAY_MARKET'));
    await stuck.data('DAY_MARKET');
    stuck.raw.pause();
    // Repeated snapshots of all instruments, twice as many as the system's buffers hold.
    for (let i = 0; i < SNAPSHOTS; i++) {
      stuck.send(sub('DAY_MARKET'));
      await pause(15);
    }
    // Whenever the buffers became full, they then have been for longer than is expected below.
    await pause(1_100);
    await unharmed();
    const read = stuck.frames.length;
    const resumedAt = http.market.now();
    stuck.raw.resume();
    const prices = () => stuck.frames.slice(read).filter(({ topic, data }) => topic === 'DAY_MARKET' && data);
    const latest = () => prices().find(({ ts }) => ts >= resumedAt);
    await expect.poll(latest).toBeDefined();
    expect(latest()?.data).toHaveLength(codes().length);
    // For the time in which the buffers were full, nothing was kept.
    const old = prices().findLast(({ ts }) => ts < resumedAt);
    expect(resumedAt - old?.ts).toBeGreaterThan(1_000);
  });
});
