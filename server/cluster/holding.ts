import { type Clock, stopwatchMs } from '../clock.ts';
import type { Store } from '../store/store.ts';
import type { ShardFence } from './fence.ts';
import { beat, endOthers, type Look, leave, look, takeShards } from './lease.ts';

interface HoldingDeps {
  readonly store: Pick<Store, 'write'>;
  readonly fence: ShardFence;
  readonly clock: Clock;
  /** Names this process, and no other one. */
  readonly holder: string;
  /** Without a beat for so long another process takes over. */
  readonly leaseMs: number;
  /** Called once, with a sentence, when another process has them. */
  readonly onWaiting: (sentence: string) => void;
  /** Receives why a beat failed; the next one follows soon. */
  readonly report: (error: unknown) => void;
}

/** The shards of accounts that this process deals for. */
export interface Holding {
  /** Resolves when it holds them: before it, what is known of accounts is not to be trusted. */
  start(): Promise<void>;
  /**
   * Whether it surely holds them at the moment. Not so when it did not beat for as long as a lease: it was stopped, or the database
   * was out of reach, and another process may hold them.
   */
  isSure(): boolean;
  /** Lets others have them at once. Call it when nothing is written any more. */
  stop(): Promise<void>;
}

/** Beats in a lease. */
const BEATS = 5;

/** Holds all shards, which one process at a time can. */
export function createHolding(deps: HoldingDeps): Holding {
  const { store, fence, clock, holder, leaseMs, onWaiting, report } = deps;
  let sureUntil = 0;
  let isWaiting = false;
  let cancel = (): void => undefined;
  let turning: Promise<void> = Promise.resolve();
  let isStopped = false;

  const turn = async (): Promise<void> => {
    const begunAt = stopwatchMs();
    // On its own: it must be known whose session is to be ended before that takes anything.
    await store.write((transaction) => beat(transaction, { holder, leaseMs }));
    if (fence.epochs.size > 0) {
      sureUntil = begunAt + leaseMs;
      return;
    }
    const seen = await store.write((transaction) => look(transaction, leaseMs));
    const other = seen.shards.find((shard) => shard.holder !== undefined)?.holder;
    if (other === undefined) return take(seen, begunAt);
    if (!isWaiting) onWaiting(`The accounts are dealt for by ${other}.`);
    isWaiting = true;
  };

  const take = async (seen: Look, begunAt: number): Promise<void> => {
    const taken = await store.write(async (transaction) => {
      await endOthers(transaction, seen.alive);
      return takeShards(transaction, holder, seen.shards);
    });
    if (taken.size === 0) return;
    fence.put(taken);
    sureUntil = begunAt + leaseMs;
  };

  const again = (held: () => void): void => {
    if (isStopped) return;
    turning = turn().catch((error) => (fence.isLost ? undefined : report(error)));
    void turning.then(() => {
      if (fence.epochs.size > 0) held();
      if (!isStopped) cancel = clock.after(leaseMs / BEATS, () => again(held));
    });
  };

  return {
    start: () => new Promise((held) => again(held)),
    isSure: () => !fence.isLost && stopwatchMs() < sureUntil,
    async stop() {
      isStopped = true;
      cancel();
      await turning;
      sureUntil = 0;
      if (fence.isLost) return;
      fence.remove([...fence.epochs.keys()]);
      await store.write((transaction) => leave(transaction, holder)).catch(report);
    },
  };
}
