import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { connectNats } from '../../../server/bus/nats.ts';
import { simulatedEntries } from '../../../server/catalogue/catalogue.ts';
import { type Clock, systemClock } from '../../../server/clock.ts';
import { createBoard } from '../../../server/feed/board.ts';
import { memoryCandleStore } from '../../../server/feed/candle-store.ts';
import { createPublisher } from '../../../server/feed/remote/publisher.ts';
import { enginePrograms } from '../../rig/engines.ts';
import { launchNats, natsProgram } from '../../rig/nats-server.ts';
import { messageOf } from '../../server/processes.ts';
import type { Quantiles } from '../../server/server-load.ts';

/** All prices change in each frame. */
const INSTRUMENTS = 500;
const FRAME_MS = 16;

/** What one copy has seen: how late each tick was when its listeners were called. */
export interface CopyReport extends Quantiles {
  readonly ticks: number;
}

/** For a process with a copy: where the prices are. */
export interface CopyTask {
  readonly servers: readonly string[];
  readonly synthetic: number;
}

/**
 * Publishes frames of all prices through a broker to copies as gateways have them, each in a process of its own.
 * @returns how late prices are in the copy where they are latest
 */
export async function copyLateness(copies: number, seconds: number): Promise<CopyReport> {
  const { nats } = enginePrograms({ DATABASE_URL: '' }, { postgres: undefined, nats: natsProgram() });
  const { child: broker, said } = launchNats(nats ?? '');
  const children: ChildProcess[] = [];
  const synthetic = INSTRUMENTS - simulatedEntries(0).length;
  try {
    const task: CopyTask = { servers: [new URL(await said).host], synthetic };
    const feed = await publishPrices(task);
    for (let copy = 0; copy < copies; copy++) {
      const child = fork(new URL('./copy.ts', import.meta.url), { serialization: 'advanced' });
      children.push(child);
      child.send(task);
    }
    await Promise.all(children.map((child) => messageOf<'ready'>(child)));
    for (const child of children) child.send('measure');
    await pause(1_000 * seconds);
    const reports = await Promise.all(
      children.map((child) => {
        const report = messageOf<CopyReport>(child);
        child.send('report');
        return report;
      }),
    );
    await feed.stop();
    return reports.reduce((worst, one) => (one.p99 > worst.p99 ? one : worst));
  } finally {
    for (const child of [...children, broker]) child.kill('SIGKILL');
  }
}

async function publishPrices({ servers, synthetic }: CopyTask) {
  const bus = await busAt(servers, 'feed');
  // The exchange's own frames are 20 ms apart.
  const clock: Clock = { ...systemClock, every: (_, run) => systemClock.every(FRAME_MS, run) };
  const entries = simulatedEntries(synthetic);
  const board = createBoard(entries, memoryCandleStore(), 'of-margin');
  const publisher = createPublisher({ board, bus, clock, epoch: 1 });
  let count = 0;
  const tick = () => {
    count++;
    for (const at of entries.keys()) board.take(at, systemClock.now(), 100_000 + ((at + count) % 100));
  };
  tick();
  publisher.start();
  const stopTicking = systemClock.every(FRAME_MS, tick);
  return {
    async stop() {
      stopTicking();
      publisher.stop();
      await bus.close();
    },
  };
}

export const busAt = (servers: readonly string[], name: string) =>
  connectNats({
    settings: { servers, tls: false, user: undefined, password: undefined, prefix: 'ps.scale' },
    role: 'scale',
    name,
    clock: systemClock,
    report: (error) => console.error(error),
    onAway: (sentence) => console.error(sentence),
  });
