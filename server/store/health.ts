import { statfs } from 'node:fs/promises';
import { type Clock, stopwatchMs } from '../clock.ts';
import { systemRandom } from '../random.ts';
import type { Store } from './store.ts';

const PROBE_EVERY_MS = 1_000;
/** After a failure: recovery is then noticed soon. */
const RETRY_MS = 250;
/** Together with the interval below the three seconds within which a fault must show. */
const DEADLINE_MS = 1_500;
/** A small write can still fit where an order does not. */
const MIN_FREE_BYTES = 1 << 20;

export interface HealthDeps {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly clock: Clock;
  /** Free space where the data are. */
  readonly freeBytes: () => Promise<number>;
  /** Receives the duration in ms of each probe's read. */
  readonly onRead?: (ms: number) => void;
}

export interface StoreHealth {
  /** Whether the latest probe was answered in time. */
  isHealthy(): boolean;
  stop(): void;
}

/** Probes the store as an order uses it: a read, and a durable write that leaves nothing behind. */
export function watchStore({ store, clock, freeBytes, onRead }: HealthDeps): StoreHealth {
  /** A sequence that exists only inside the probe's transaction. Others that probe at the same time must not wait for it. */
  const name = `probe ${Buffer.from(systemRandom.bytes(8)).toString('hex')}`;
  let isHealthy = true;
  let isStopped = false;
  let cancelNext = () => {};

  const read = async (): Promise<void> => {
    const fromMs = stopwatchMs();
    await store.read.selectFrom('sequences').select('name').limit(1).execute();
    onRead?.(stopwatchMs() - fromMs);
  };
  const check = async (): Promise<boolean> => {
    const [free] = await Promise.all([
      freeBytes(),
      read(),
      store.write(async (transaction) => {
        await transaction.insertInto('sequences').values({ name, next: 0 }).execute();
        await transaction.deleteFrom('sequences').where('name', '=', name).execute();
      }),
    ]);
    return free >= MIN_FREE_BYTES;
  };
  const probe = async (): Promise<void> => {
    const cancelDeadline = clock.after(DEADLINE_MS, () => {
      isHealthy = false;
    });
    isHealthy = await check().catch(() => false);
    cancelDeadline();
    if (!isStopped) cancelNext = clock.after(isHealthy ? PROBE_EVERY_MS : RETRY_MS, () => void probe());
  };
  void probe();

  return {
    isHealthy: () => isHealthy,
    stop() {
      isStopped = true;
      cancelNext();
    },
  };
}

export async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
