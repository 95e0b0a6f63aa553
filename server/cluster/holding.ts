import { type Clock, stopwatchMs } from '../clock.ts';
import { UnavailableError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import type { ShardFence } from './fence.ts';
import { LEASE_ROWS, type LeaseRows, type Look } from './lease.ts';
import { CHORES, SHARDS } from './shards.ts';

interface HoldingDeps {
  readonly store: Pick<Store, 'write'>;
  readonly fence: ShardFence;
  readonly clock: Clock;
  /** Names this process, and no other one. */
  readonly holder: string;
  /** Others take over after this long without a beat. */
  readonly leaseMs: number;
  /** Loads what belongs to shards that are held from now on, and then serves it. It is called again after it failed. */
  readonly onTaken: (shards: ReadonlySet<number>, wereOrphans: boolean) => Promise<void>;
  /** Serves them no longer, stores all of it and forgets it. Others hold them afterwards. Called again after that could not be stored. */
  readonly onGiven: (shards: ReadonlySet<number>) => Promise<void>;
  /** Whether this process has the broker. Default: always. */
  readonly hasBroker?: () => boolean;
  /** Receives why a turn failed; the next one follows soon. */
  readonly report: (error: unknown) => void;
  /** Default: those of the database. */
  readonly rows?: LeaseRows;
  /** Monotonic, in ms. Default: the process's. */
  readonly stopwatch?: () => number;
}

/** The shards that this process deals for. */
export interface Holding {
  /** Takes what nobody holds, and from then on shares it evenly with others who come and go. */
  start(): Promise<void>;
  /**
   * Whether it surely holds a shard at the moment. Not so when it did not beat for as long as a lease: it was stopped, or the
   * database was out of reach, and another process may hold it.
   */
  isSure(shard: number): boolean;
  /** Whether every shard has a holder, and this process has loaded its own. */
  isSettled(): boolean;
  /** Takes and gives nothing any more, and keeps what it has until `stop`. */
  keep(): Promise<void>;
  /** Lets others have everything at once. Call it when nothing is written any more. */
  stop(): Promise<void>;
}

/** Beats in a lease. */
const BEATS = 5;
/**
 * At least so long without the broker while another holder has it. All may lose it at once, and one of them sees that, and says
 * so with its next beat, some seconds after others.
 */
const CUT_OFF_MS = 5_000;
const CUT_OFF =
  'Other processes that deal reach the broker of NATS_URL: this one does not, and ends, so that they deal for its accounts; start it again.';
/** Shards that change hands at once: their calls wait meanwhile. */
const MOST_GIVEN = 8;

export function createHolding(deps: HoldingDeps): Holding {
  const { store, fence, clock, holder, leaseMs, onTaken, onGiven, report } = deps;
  const { hasBroker = () => true, rows = LEASE_ROWS, stopwatch = stopwatchMs } = deps;
  /** Taken, but not loaded; and whether nobody gave it back. */
  const unloaded = new Map<number, boolean>();
  let sureUntil = 0;
  let cutOffAt: number | undefined;
  let isCovered = false;
  let cancel = (): void => undefined;
  let turning: Promise<void> = Promise.resolve();
  /** Beats go on while shards change hands. */
  let changing: Promise<void> | undefined;
  let isKeeping = false;
  let isStopped = false;

  const turn = async (): Promise<void> => {
    const begunAt = stopwatch();
    // On its own: it must be known whose session is to be ended before that takes anything.
    await store.write((transaction) => rows.beat(transaction, { holder, leaseMs, hasBroker: hasBroker() }));
    sureUntil = begunAt + leaseMs;
    if (isKeeping) return;
    const seen = await store.write((transaction) => rows.look(transaction, leaseMs));
    cutOffAt =
      !hasBroker() && seen.connected.some((name) => name !== holder) ? (cutOffAt ?? begunAt) : undefined;
    if (cutOffAt !== undefined && begunAt - cutOffAt > Math.max(CUT_OFF_MS, leaseMs))
      return fence.lose(CUT_OFF);
    // Without the broker a change may not end.
    if (changing !== undefined) return;
    const { wanted, surplus } = placed(seen, holder, fence.epochs);
    if (wanted.length > 0) await take(seen, wanted);
    isCovered = seen.shards.every((one) => fence.epochs.has(one.id) || (one.isHeld && one.holder !== holder));
    const change = unloaded.size > 0 ? load : surplus.length > 0 ? () => give(surplus) : undefined;
    if (change === undefined) return;
    changing = change()
      .catch(report)
      .finally(() => {
        changing = undefined;
      });
  };

  const take = async ({ dead }: Look, wanted: Look['shards']): Promise<void> => {
    const taken = await store.write(async (transaction) => {
      await rows.endHolders(transaction, dead);
      return rows.takeShards(transaction, holder, wanted);
    });
    fence.put(taken);
    for (const { id, holder: before } of wanted) if (taken.has(id)) unloaded.set(id, before !== null);
  };

  const load = async (): Promise<void> => {
    const shards = new Map(unloaded);
    await onTaken(new Set(shards.keys()), [...shards.values()].includes(true));
    for (const id of shards.keys()) unloaded.delete(id);
  };

  const give = async (shards: readonly number[]): Promise<void> => {
    await onGiven(new Set(shards));
    fence.remove(shards);
    await store.write((transaction) => rows.giveBack(transaction, holder, shards));
  };

  const again = async (): Promise<void> => {
    if (isStopped) return;
    turning = turn().catch((error: unknown) => {
      // What others said of the broker before is of no use once the database answers again.
      cutOffAt = undefined;
      // The store itself tells that the database is out of reach.
      if (!fence.isLost && !(error instanceof UnavailableError)) report(error);
    });
    await turning;
    if (!isStopped) cancel = clock.after(leaseMs / BEATS, () => void again());
  };

  return {
    async start() {
      await again();
      await changing;
    },
    isSure: (shard) => fence.epochs.has(shard) && !fence.isLost && stopwatch() < sureUntil,
    isSettled: () => isCovered && unloaded.size === 0 && !fence.isLost && stopwatch() < sureUntil,
    async keep() {
      isKeeping = true;
      await turning;
      await changing;
    },
    async stop() {
      isStopped = true;
      cancel();
      await turning;
      sureUntil = 0;
      if (fence.isLost) return;
      fence.remove([...fence.epochs.keys()]);
      await store.write((transaction) => rows.leave(transaction, holder)).catch(report);
    },
  };
}

/** What a holder should take and give back, so that the shards of accounts are shared evenly. The chores go to whoever is first. */
export function placed(
  { shards, alive }: Look,
  holder: string,
  held: ReadonlyMap<number, number>,
): { readonly wanted: Look['shards']; readonly surplus: readonly number[] } {
  const share = Math.ceil(SHARDS / Math.max(1, alive.length));
  const mine = [...held.keys()].filter((id) => id !== CHORES);
  // Also what was not given back when it should have been.
  const open = shards.filter((shard) => !held.has(shard.id) && (!shard.isHeld || shard.holder === holder));
  const accounts = open.filter(({ id }) => id !== CHORES);
  const taken = Math.max(0, share - mine.length);
  const left = accounts.slice(taken).filter((shard) => shard.holder === holder);
  // What is free goes first to those who have too few.
  const given = open.length > 0 ? 0 : Math.min(MOST_GIVEN, Math.max(0, mine.length - share));
  return {
    wanted: [...open.filter(({ id }) => id === CHORES), ...accounts.slice(0, taken)],
    surplus: [...left.map(({ id }) => id), ...mine.slice(mine.length - given)],
  };
}
