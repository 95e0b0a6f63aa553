import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { Session } from '../../../server/accounts/sessions.ts';
import { createListeners } from '../../../server/listeners.ts';
import { openSocketServer } from '../../../server/socket/socket-server.ts';
import { UnavailableError } from '../../../server/store/errors.ts';
import { INSTRUMENTS, START } from '../../helpers/dealing.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { createScriptedMarket } from '../../helpers/scripted-market.ts';
import { openSocket } from '../http-fixture.ts';

type Deps = Parameters<typeof openSocketServer>[1];

/** The socket of an exchange on which nothing happens. */
async function opened(
  more: Partial<Omit<Deps, 'accounts'>> & { readonly accounts?: Partial<Deps['accounts']> },
) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const listens = () => () => undefined;
  const sockets = openSocketServer(server, {
    market: createScriptedMarket(INSTRUMENTS, START),
    exchange: { onAccountEvent: listens },
    chat: { onMessage: listens },
    alerts: { onChange: listens },
    security: { record: () => undefined },
    isAllowedOrigin: () => true,
    isKnownHost: () => true,
    isReady: () => true,
    visitorOf: () => '127.0.0.1',
    maxPerVisitor: 10,
    isForOthers: () => false,
    onFault: (_: string, error: unknown) => expect.unreachable(String(error)),
    ...more,
    accounts: { onSessionEnded: listens, ...more.accounts },
  } as unknown as Deps);
  onTestFinished(() => sockets.stop());
  const { port } = server.address() as AddressInfo;
  return { sockets, open: () => openSocket(port, {}, '') };
}

it('a process that ends soon closes its sockets one by one, and serves the others until then', async () => {
  const clock = createManualClock(START);
  const draws = [0.5, 0.125, 0.75];
  const { sockets, open } = await opened({
    clock,
    random: {
      bytes() {
        const four = Buffer.alloc(4);
        // The draw is the rest of a division by a million.
        four.writeUInt32LE((draws.shift() ?? 0) * 1_000_000);
        return four;
      },
    },
  });
  const clients = [await open(), await open(), await open()] as const;
  const closed: number[] = [];
  for (const [i, client] of clients.entries()) void client.closed.then(() => closed.push(i));

  let isOver = false;
  const drained = sockets.drain(4_000).then(() => {
    isOver = true;
  });
  clock.advance(500);
  expect(await clients[1].closed).toBe(1001);
  clients[0].send('ping');
  await clients[0].next((frame) => frame === 'pong');
  clock.advance(1_500);
  expect(await clients[0].closed).toBe(1001);
  expect([closed, isOver]).toEqual([[1, 0], false]);
  clock.advance(1_000);
  await drained;
  expect(sockets.size).toBe(0);
});

it('sessions that may have ended unnoticed are looked up again until they are known, at most eight at once', async () => {
  const clock = createManualClock(START);
  const missed = createListeners<[() => boolean]>();
  const ended = new Set<string>();
  let isAway = false;
  let [asked, most] = [0, 0];
  const { open } = await opened({
    clock,
    onGap: missed.add,
    maxPerVisitor: 100,
    accounts: {
      async session(token) {
        most = Math.max(most, ++asked);
        await setImmediate();
        asked--;
        if (isAway) throw new UnavailableError('the database cannot be reached at the moment');
        return ended.has(token) ? undefined : ({ id: token } as unknown as Session);
      },
    },
  });
  const clients = await Promise.all(Array.from({ length: 20 }, open));
  for (const [i, client] of clients.entries()) {
    client.send({ cmd: 'login', params: { token: `token ${i}` } });
    expect(await client.ack('login')).toMatchObject({ code: 1 });
  }
  [isAway, most] = [true, 0];
  for (const i of [0, 7, 19]) ended.add(`token ${i}`);
  missed.call(() => true);
  await expect.poll(() => asked).toBe(0);
  isAway = false;
  const told = () => clients.flatMap(({ frames }, i) => (frames.some(({ code }) => code === 999) ? i : []));
  const later = () => {
    clock.advance(1_000);
    return told();
  };
  expect(told()).toEqual([]);
  await expect.poll(later).toEqual([0, 7, 19]);
  expect(most).toBe(8);
});

it('a client that has sent nothing for half a minute is closed; pings and pongs keep the others', async () => {
  const clock = createManualClock(START);
  const { sockets, open } = await opened({ clock });
  const [silent, pinging, ponging] = [await open(), await open(), await open()] as const;
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 5_000) {
      ponging.raw.pong();
      // Some ways there and back, so that the pong has arrived as well.
      for (let way = 0; way < 3; way++) {
        const answered = once(pinging.raw, 'message');
        pinging.send('ping');
        await answered;
      }
      clock.advance(5_000);
    }
  };
  await pass(25_000);
  expect(sockets.size).toBe(3);
  // Whoever sets the clock closes nobody.
  clock.set(3_600_000);
  await pass(5_000);
  expect(await silent.closed).toBe(1008);
  await pass(60_000);
  expect(sockets.size).toBe(2);
});
