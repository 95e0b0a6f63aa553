import { expect, it, onTestFinished } from 'vitest';
import { simulatedEntries } from '../../server/catalogue/catalogue.ts';
import { systemClock } from '../../server/clock.ts';
import { followEvents, publishEvents } from '../../server/cluster/events.ts';
import { createBoard } from '../../server/feed/board.ts';
import { memoryCandleStore } from '../../server/feed/candle-store.ts';
import { createPublisher } from '../../server/feed/remote/publisher.ts';
import { createRemoteMarket } from '../../server/feed/remote/remote-market.ts';
import { createListeners } from '../../server/listeners.ts';
import { openTcpProxy } from '../faults/tcp-proxy.ts';
import { busOf, natsMissing, startLinkedBroker } from '../helpers/nats.ts';
import { PATIENT } from '../helpers/parts.ts';
import { createChance } from '../sim/chance.ts';

const raise = (problem: unknown): never => {
  throw problem;
};

it.skipIf(natsMissing !== undefined)(
  'servers of the broker that lose each other are a gap for the roles on both sides, though none loses its server',
  async () => {
    let proxy: Awaited<ReturnType<typeof openTcpProxy>> | undefined;
    const [near, far] = await startLinkedBroker(async (port) => {
      proxy = await openTcpProxy({ target: () => port, chance: createChance(1) });
      return proxy.port;
    });
    const [feedsBus, gatewaysBus] = [await busOf(near), await busOf(far)];
    const entries = simulatedEntries(0).slice(0, 3);
    const board = createBoard(entries, memoryCandleStore(), 'per-lot');
    board.take(0, systemClock.now(), 100);
    const publisher = createPublisher({ board, bus: feedsBus, clock: systemClock, epoch: 1 });
    publisher.start();
    onTestFinished(() => publisher.stop());
    const copy = createRemoteMarket({
      entries,
      bus: gatewaysBus,
      clock: systemClock,
      candleStore: memoryCandleStore(),
      feeType: 'per-lot',
      report: raise,
    });
    onTestFinished(() => copy.stop());
    await copy.start();
    const quoted = () => copy.quote(entries[0]?.id as never)?.close;
    expect(quoted()).toBe(100);

    const ended = createListeners<[string]>(raise);
    onTestFinished(publishEvents(gatewaysBus, { accounts: { onSessionEnded: ended.add } }));
    const followed = followEvents(feedsBus, raise);
    onTestFinished(followed.stop);
    const told = new Set<string>();
    followed.onSessionEnded((id) => told.add(id));
    // Until the other server knows of the subscription.
    const isTold = () => {
      ended.call('before');
      return told.has('before');
    };
    await expect.poll(isTold, PATIENT).toBe(true);

    proxy?.cut(() => ({ connecting: 'refuse' }));
    proxy?.resetAll();
    board.take(0, systemClock.now(), 200);
    ended.call('meanwhile');
    await Promise.all([feedsBus.flush(), gatewaysBus.flush()]);
    expect([quoted(), [...told]]).toEqual([100, ['before']]);
    proxy?.heal();
    await expect.poll(quoted, PATIENT).toBe(200);
    await expect.poll(() => told.has('meanwhile'), PATIENT).toBe(true);
    expect([feedsBus.isConnected(), gatewaysBus.isConnected()]).toEqual([true, true]);
  },
  300_000,
);
