import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { Services } from '../../../server/services.ts';
import { openSocketServer } from '../../../server/socket/socket-server.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { INSTRUMENTS, START } from '../../helpers/dealing.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { createScriptedMarket } from '../../helpers/scripted-market.ts';
import { openSocket } from '../rim.ts';

it('a process that ends soon closes its sockets one by one, and serves the others until then', async () => {
  const clock = createManualClock(timestampMs(START));
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const draws = [0.5, 0.125, 0.75];
  const listens = () => () => undefined;
  const sockets = openSocketServer(server, {
    market: createScriptedMarket(INSTRUMENTS, START),
    accounts: { onSessionEnded: listens },
    exchange: { onAccountEvent: listens },
    chat: { onMessage: listens },
    alerts: { onChange: listens },
    security: { record: () => undefined },
    clock,
    random: {
      bytes() {
        const four = Buffer.alloc(4);
        // The draw is the rest of a division by a million.
        four.writeUInt32LE((draws.shift() ?? 0) * 1_000_000);
        return four;
      },
    },
    isAllowedOrigin: () => true,
    isKnownHost: () => true,
    isReady: () => true,
    visitorOf: () => '127.0.0.1',
    maxPerVisitor: 10,
    isForOthers: () => false,
    onFault: (_: string, error: unknown) => expect.unreachable(String(error)),
  } as unknown as Services & Parameters<typeof openSocketServer>[1]);
  onTestFinished(() => sockets.stop());
  const { port } = server.address() as AddressInfo;
  const open = () => openSocket(port, {}, '');
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
