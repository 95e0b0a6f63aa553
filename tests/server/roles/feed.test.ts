import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Bus } from '../../../server/bus/bus.ts';
import { simulatedEntries } from '../../../server/catalogue/catalogue.ts';
import { systemClock } from '../../../server/clock.ts';
import { memoryCandleStore } from '../../../server/feed/candle-store.ts';
import { readFrame } from '../../../server/feed/remote/frame.ts';
import { PRICES } from '../../../server/feed/remote/publisher.ts';
import { createRemoteMarket } from '../../../server/feed/remote/remote-market.ts';
import { root } from '../../architecture/sources.ts';
import { openTcpProxy } from '../../faults/tcp-proxy.ts';
import { bareEnvironment } from '../../helpers/bare-environment.ts';
import { busOf, natsMissing, startBroker } from '../../helpers/nats.ts';
import { postgresMissing, usePostgres } from '../../helpers/postgres.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { createChance } from '../../sim/chance.ts';

const PATIENT = { timeout: 120_000 };

/** A feed as a process of its own. */
function startFeed(database: string, broker: string) {
  const child = spawn(process.execPath, [join(root, 'server', 'main.ts'), '--role=feed'], {
    cwd: temporaryFolder(),
    env: {
      ...bareEnvironment(),
      PORT: '0',
      DATA_DIR: temporaryFolder(),
      DATABASE_URL: database,
      NATS_URL: broker,
      LOG_FORMAT: 'text',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const exit = once(child, 'exit');
  return {
    said: () => said,
    isEnded: () => child.exitCode !== null || child.signalCode !== null,
    exit,
    send: (signal: NodeJS.Signals) => child.kill(signal),
    /** @returns the exit status */
    async stop() {
      child.kill('SIGTERM');
      return (await exit)[0];
    },
  };
}

/** A copy of the feed's market that has its prices. */
async function startCopy(bus: Bus) {
  const copy = createRemoteMarket({
    entries: simulatedEntries(0),
    bus,
    clock: systemClock,
    candleStore: memoryCandleStore(),
    feeType: 'of-margin',
    report: () => undefined,
  });
  onTestFinished(() => copy.stop());
  await copy.start();
  return copy;
}

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)('the role feed', () => {
  const postgres = usePostgres();

  it('publishes its prices, stores their candles, and ends in order', async () => {
    const [database, broker] = [await postgres.database(), await startBroker()];
    const feed = startFeed(database, broker.url);
    const bus = await busOf(broker, { prefix: 'ps.main' });
    const copy = await startCopy(bus);
    await expect.poll(feed.said, PATIENT).toContain('is ready at http://127.0.0.1:');
    const url = /ready at (\S+)/.exec(feed.said())?.[1] ?? '';
    const health = async () => (await fetch(`${url}/healthz`)).status;
    expect(await health()).toBe(200);
    const unpriced = copy.instruments().filter(({ id }) => copy.quote(id) === undefined);
    expect(unpriced).toEqual([]);
    const moved = new Set<number>();
    copy.onTick(({ instrumentId }) => moved.add(instrumentId));
    await expect.poll(() => moved.size, PATIENT).toBeGreaterThan(2);
    await broker.kill();
    await expect.poll(health, PATIENT).toBe(503);
    expect(feed.said()).toContain('NATS_URL: no broker answers at ');
    await broker.restart();
    await expect.poll(health, PATIENT).toBe(200);
    await expect.poll(copy.isReady, PATIENT).toBe(true);
    expect(await feed.stop()).toBe(0);
    const [rows] = await postgres.query(
      database,
      'select count(distinct instrument_code) as n from candle_chunks',
    );
    expect(Number(rows?.['n'])).toBe(copy.instruments().length);
  });

  it('is taken over while it is stopped, and is heard no more when it wakes', async () => {
    const [database, broker] = [await postgres.database(), await startBroker()];
    const first = startFeed(database, broker.url);
    await expect.poll(first.said, PATIENT).toContain('is ready at ');
    const second = startFeed(database, broker.url);
    await expect.poll(second.said, PATIENT).toContain('which makes its prices');
    const bus = await busOf(broker, { prefix: 'ps.main' });
    const epochs: number[] = [];
    bus.subscribe(PRICES.frames, ({ data }) => {
      const frame = readFrame(data);
      if (frame && frame.epoch !== epochs.at(-1)) epochs.push(frame.epoch);
    });
    const copy = await startCopy(bus);
    const newest = new Map<number, number>();
    const older: unknown[] = [];
    let moves = 0;
    copy.onTick(({ instrumentId, time }) => {
      if (time < (newest.get(instrumentId) ?? 0)) older.push({ instrumentId, time });
      newest.set(instrumentId, time);
      moves++;
    });
    await expect.poll(() => moves, PATIENT).toBeGreaterThan(20);
    first.send('SIGSTOP');
    await expect.poll(() => epochs.length, PATIENT).toBe(2);
    await expect.poll(copy.isReady, PATIENT).toBe(true);
    const before = moves;
    await expect.poll(() => moves, PATIENT).toBeGreaterThan(before + 20);
    expect(first.isEnded()).toBe(false);
    first.send('SIGCONT');
    expect((await first.exit)[0]).toBe(1);
    const later = moves;
    await expect.poll(() => moves, PATIENT).toBeGreaterThan(later + 20);
    expect(epochs).toHaveLength(2);
    expect(older).toEqual([]);
    expect(second.isEnded()).toBe(false);
  });

  it('ends when it alone has lost the broker, for a spare one that has it', async () => {
    const [database, broker] = [await postgres.database(), await startBroker()];
    const proxy = await openTcpProxy({ target: () => broker.port, chance: createChance(1) });
    const first = startFeed(database, `nats://127.0.0.1:${proxy.port}`);
    await expect.poll(first.said, PATIENT).toContain('is ready at ');
    const second = startFeed(database, broker.url);
    await expect.poll(second.said, PATIENT).toContain('which makes its prices');
    const bus = await busOf(broker, { prefix: 'ps.main' });
    const copy = await startCopy(bus);
    await expect.poll(copy.isReady, PATIENT).toBe(true);
    // Away for both.
    await broker.kill();
    await pause(8_000);
    expect([first.isEnded(), second.isEnded()]).toEqual([false, false]);
    await broker.restart();
    await expect.poll(copy.isReady, PATIENT).toBe(true);

    proxy.cut(() => ({ connecting: 'refuse' }));
    proxy.resetAll();
    await expect.poll(copy.isReady, { timeout: 10_000 }).toBe(false);
    await expect.poll(copy.isReady, { timeout: 20_000 }).toBe(true);
    expect((await first.exit)[0]).toBe(1);
    expect(first.said()).toContain('reaches the broker of NATS_URL: this one does not');
    expect(second.isEnded()).toBe(false);
  });

  it('says that it waits for the broker', async () => {
    const [database, broker] = [await postgres.database(), await startBroker()];
    await broker.kill();
    const feed = startFeed(database, broker.url);
    await expect.poll(feed.said, PATIENT).toMatch(/NATS_URL: no broker answers at 127\.0\.0\.1:\d+ \(/);
    expect(feed.said()).not.toContain('ready');
  });
});
