import type { AccountId } from '../../shared/domain/account.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import type { Clock } from '../clock.ts';
import type { OrderWatchDeps } from './order-watch.ts';
import type { Trails } from './trails.ts';

interface TrailSaverDeps extends Pick<OrderWatchDeps, 'carryOut' | 'report'> {
  readonly clock: Clock;
  readonly trails: Trails;
}

/** The owner is notified of an order at most this often while only its stop moves. */
const PUSH_MS = 1_000;
/** A timer may fire a little early. */
const SAVE_MS = PUSH_MS + 50;

/**
 * Stores trailing stops that have moved; their owners are notified by the write, so a stop that they see is stored. All
 * accounts are written together, so that they share a commit; the next round begins after they are done.
 */
export function createTrailSaver({ clock, trails, carryOut, report }: TrailSaverDeps) {
  let saving: Promise<void> | undefined;
  let isRunning = false;
  let cancel: (() => void) | undefined;

  const saveSoon = () => {
    if (isRunning && saving === undefined) cancel ??= clock.after(SAVE_MS, save);
  };

  const save = () => {
    cancel = undefined;
    saving = store(clock.steady()).finally(() => {
      saving = undefined;
      if (!trails.moved().next().done) saveSoon();
    });
  };

  /** @param now undefined: also stops that were stored just before */
  const store = async (now?: number): Promise<void> => {
    const due = new Map<AccountId, OrderId[]>();
    for (const { order, putAt } of trails.moved()) {
      // The clock may have been set back.
      if (now !== undefined && Math.abs(now - putAt) < PUSH_MS) continue;
      due.set(order.accountId, [...(due.get(order.accountId) ?? []), order.order.id]);
    }
    await Promise.all(
      [...due].map(([account, ids]) => carryOut(account, { type: 'trail', ids }).catch(report)),
    );
  };

  return {
    /** A tick may have moved a stop. */
    saveSoon,
    /** Stores every moved stop now. */
    save: () => store(),
    start() {
      isRunning = true;
    },
    /** Stores every moved stop. Call it after the last tick. */
    async stop() {
      isRunning = false;
      cancel?.();
      cancel = undefined;
      await saving;
      await store();
    },
  };
}
