import type { Bus } from '../../../server/bus/bus.ts';
import type { CatalogueEntry } from '../../../server/catalogue/catalogue-entry.ts';
import { createBoard } from '../../../server/feed/board.ts';
import { memoryCandleStore } from '../../../server/feed/candle-store.ts';
import { createPublisher } from '../../../server/feed/remote/publisher.ts';
import type { Chance } from '../chance.ts';
import type { Process } from './timeline.ts';

/** Who makes the prices, as the database knows it. */
export interface FeedLock {
  holder: Process | undefined;
  beatMs: number;
  epoch: number;
}

const LEASE_MS = 1_500;
const BEAT_MS = 300;
const POLL_MS = 50;
const TICK_MS = 200;

interface FeedDeps {
  readonly process: Process;
  readonly bus: Bus;
  readonly entries: readonly CatalogueEntry[];
  readonly lock: FeedLock;
  readonly chance: Chance;
}

/** The real publisher; prices are chance. Waits until no other feed beats, and ends when one has taken over. */
export function startFeed({ process, bus, entries, lock, chance }: FeedDeps): void {
  const { clock } = process;
  const wait = (): void => {
    const { holder } = lock;
    const isAlive = holder !== undefined && !holder.isDead() && clock.now() - lock.beatMs <= LEASE_MS;
    if (isAlive) clock.after(POLL_MS, wait);
    else begin();
  };
  const begin = (): void => {
    lock.holder = process;
    lock.beatMs = clock.now();
    lock.epoch++;
    let seenMs: number = clock.now();
    let isDoubtful = false;
    const look = (): void => {
      isDoubtful ||= clock.now() - seenMs > LEASE_MS / 2;
      seenMs = clock.now();
    };
    const isSure = (): boolean => {
      look();
      return !isDoubtful;
    };
    clock.every(BEAT_MS, () => {
      look();
      if (lock.holder !== process) return process.kill();
      lock.beatMs = clock.now();
      isDoubtful = false;
    });
    const board = createBoard(entries, memoryCandleStore(), 'per-lot');
    const tick = (at: number): void => board.take(at, clock.now(), chance.whole(90_000, 110_000));
    for (const [at] of entries.entries()) {
      board.setState(at, { status: 'open' });
      tick(at);
    }
    createPublisher({ board, bus, clock, epoch: lock.epoch, isSure }).start();
    clock.every(TICK_MS, () => tick(chance.whole(0, entries.length - 1)));
  };
  wait();
}
