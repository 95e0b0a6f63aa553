import { type Clock, stopwatchMs } from '../clock.ts';
import { UnavailableError } from '../store/errors.ts';
import type { Store } from '../store/store.ts';
import type { ShardFence } from './fence.ts';
import { LEASE_ROWS, type LeaseRows, type Look } from './lease.ts';
import { COMMON_SHARD, SHARDS } from './shards.ts';

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
  /** Gives all shards to others immediately. Call it when nothing is written any more. */
  stop(): Promise<void>;
}

/** Beats in a lease. */
const BEATS = 5;
/**
 * At least so long without the broker while another holder has it. All may lose it at once, and one of them notices that, and
 * reports it with its next beat, some seconds after others.
 */
const CUT_OFF_MS = 5_000;
const CUT_OFF =
  'Other processes that deal reach the broker of NATS_URL: this one does not, and ends, so that they deal for its accounts; start it again.';
/** Shards that change hands at the same time: their calls wait meanwhile. */
const MOST_GIVEN = 8;

type Shards = readonly number[];
/** Shards that are taken, but not loaded; and whether their holder before did not give them back. */
type Unloaded = ReadonlyMap<number, boolean>;

/** Which shards are held is the fence's. Times are of the stopwatch. */
type HoldingState =
  | {
      /** `keeping` takes and gives nothing any more. */
      readonly status: 'sharing' | 'keeping';
      readonly sureUntilMs: number;
      /** The first of the looks in a row by which others have the broker and this process has not. */
      readonly cutOffMs?: number | undefined;
      /** Whether every shard had a holder at the last look. */
      readonly isCovered: boolean;
      readonly unloaded: Unloaded;
      /** Shards are loaded or given back meanwhile; beats go on. */
      readonly isChanging: boolean;
    }
  | { readonly status: 'stopped' };

type HoldingEvent =
  | { readonly type: 'beaten'; readonly begunAtMs: number }
  | { readonly type: 'looked'; readonly begunAtMs: number; readonly isCutOff: boolean }
  | {
      readonly type: 'taken';
      readonly unloaded: Unloaded;
      readonly surplus: Shards;
      readonly isCovered: boolean;
    }
  | { readonly type: 'changed'; readonly loaded: ReadonlySet<number> }
  | { readonly type: 'turn-failed' | 'keep' | 'stop' };

/** What a turn does next; it ends if that is nothing. */
type Next =
  | { readonly type: 'look' | 'lose' | 'take' | 'nothing' }
  | { readonly type: 'load'; readonly shards: Unloaded }
  | { readonly type: 'give'; readonly shards: Shards };

const NOTHING: Next = { type: 'nothing' };

/** Pure: the same state and event give the same step. */
function step(
  state: HoldingState,
  event: HoldingEvent,
  leaseMs: number,
): { readonly state: HoldingState; readonly next: Next } {
  if (state.status === 'stopped') return { state, next: NOTHING };
  switch (event.type) {
    case 'beaten': {
      const sureUntilMs = event.begunAtMs + leaseMs;
      return {
        state: { ...state, sureUntilMs },
        next: state.status === 'sharing' ? { type: 'look' } : NOTHING,
      };
    }
    case 'looked': {
      const cutOffMs = event.isCutOff ? (state.cutOffMs ?? event.begunAtMs) : undefined;
      const looked = { ...state, cutOffMs };
      if (cutOffMs !== undefined && event.begunAtMs - cutOffMs > Math.max(CUT_OFF_MS, leaseMs))
        return { state: looked, next: { type: 'lose' } };
      // Without the broker a change may not end.
      return { state: looked, next: state.isChanging ? NOTHING : { type: 'take' } };
    }
    case 'taken': {
      const unloaded = new Map([...state.unloaded, ...event.unloaded]);
      const next = nextChange(unloaded, event.surplus);
      const isChanging = next !== NOTHING;
      return { state: { ...state, unloaded, isCovered: event.isCovered, isChanging }, next };
    }
    case 'changed': {
      const unloaded = new Map([...state.unloaded].filter(([id]) => !event.loaded.has(id)));
      return { state: { ...state, unloaded, isChanging: false }, next: NOTHING };
    }
    case 'turn-failed':
      // What others reported of the broker before is of no use when the database answers again.
      return { state: { ...state, cutOffMs: undefined }, next: NOTHING };
    case 'keep':
      return { state: { ...state, status: 'keeping' }, next: NOTHING };
    case 'stop':
      return { state: { status: 'stopped' }, next: NOTHING };
  }
}

function nextChange(unloaded: Unloaded, surplus: Shards): Next {
  if (unloaded.size > 0) return { type: 'load', shards: unloaded };
  return surplus.length > 0 ? { type: 'give', shards: surplus } : NOTHING;
}

export function createHolding(deps: HoldingDeps): Holding {
  const { store, fence, clock, holder, leaseMs, onTaken, onGiven, report } = deps;
  const { hasBroker = () => true, rows = LEASE_ROWS, stopwatch = stopwatchMs } = deps;
  let state: HoldingState = {
    status: 'sharing',
    sureUntilMs: 0,
    isCovered: false,
    unloaded: new Map(),
    isChanging: false,
  };
  let cancel = (): void => undefined;
  let turning: Promise<void> = Promise.resolve();
  let changing: Promise<void> = Promise.resolve();

  const dispatch = (event: HoldingEvent): Next => {
    const done = step(state, event, leaseMs);
    state = done.state;
    return done.next;
  };

  const turn = async (): Promise<void> => {
    const begunAtMs = stopwatch();
    // In a transaction of its own: before this session takes anything, others must know that they have to end it to take over.
    await store.write((transaction) => rows.beat(transaction, { holder, leaseMs, hasBroker: hasBroker() }));
    if (dispatch({ type: 'beaten', begunAtMs }).type !== 'look') return;
    const seen = await store.write((transaction) => rows.look(transaction, leaseMs));
    const isCutOff = !hasBroker() && seen.connected.some((name) => name !== holder);
    const next = dispatch({ type: 'looked', begunAtMs, isCutOff }).type;
    if (next === 'lose') return fence.lose(CUT_OFF);
    if (next !== 'take') return;
    const { wanted, surplus } = placed(seen, holder, fence.epochs);
    const unloaded = wanted.length > 0 ? await take(seen, wanted) : new Map<number, boolean>();
    const isCovered = seen.shards.every(
      (one) => fence.epochs.has(one.id) || (one.isHeld && one.holder !== holder),
    );
    const change = dispatch({ type: 'taken', unloaded, surplus, isCovered });
    if (change.type === 'load') changing = carryOut(load(change.shards));
    if (change.type === 'give') changing = carryOut(give(change.shards));
  };

  const take = async ({ dead }: Look, wanted: Look['shards']): Promise<Unloaded> => {
    const taken = await store.write(async (transaction) => {
      await rows.endHolders(transaction, dead);
      return rows.takeShards(transaction, holder, wanted);
    });
    fence.put(taken);
    return new Map(
      wanted.filter(({ id }) => taken.has(id)).map(({ id, holder: before }) => [id, before !== null]),
    );
  };

  /** @param change resolves to the shards that it has loaded */
  const carryOut = (change: Promise<ReadonlySet<number>>): Promise<void> =>
    change
      .catch((error: unknown) => {
        report(error);
        return new Set<number>();
      })
      .then((loaded) => void dispatch({ type: 'changed', loaded }));

  const load = async (shards: Unloaded): Promise<ReadonlySet<number>> => {
    const ids = new Set(shards.keys());
    await onTaken(ids, [...shards.values()].includes(true));
    return ids;
  };

  const give = async (shards: Shards): Promise<ReadonlySet<number>> => {
    await onGiven(new Set(shards));
    fence.remove(shards);
    await store.write((transaction) => rows.giveBack(transaction, holder, shards));
    return new Set();
  };

  const isStopped = (): boolean => state.status === 'stopped';
  const isSure = (): boolean =>
    state.status !== 'stopped' && !fence.isLost && stopwatch() < state.sureUntilMs;

  const again = async (): Promise<void> => {
    if (isStopped()) return;
    turning = turn().catch((error: unknown) => {
      dispatch({ type: 'turn-failed' });
      // The store itself reports that the database is out of reach.
      if (!fence.isLost && !(error instanceof UnavailableError)) report(error);
    });
    await turning;
    if (!isStopped()) cancel = clock.after(leaseMs / BEATS, () => void again());
  };

  return {
    async start() {
      await again();
      await changing;
    },
    isSure: (shard) => fence.epochs.has(shard) && isSure(),
    isSettled: () => state.status !== 'stopped' && state.isCovered && state.unloaded.size === 0 && isSure(),
    async keep() {
      dispatch({ type: 'keep' });
      await turning;
      await changing;
    },
    async stop() {
      dispatch({ type: 'stop' });
      cancel();
      await turning;
      if (fence.isLost) return;
      fence.remove([...fence.epochs.keys()]);
      await store.write((transaction) => rows.leave(transaction, holder)).catch(report);
    },
  };
}

/** What a holder should take and give back, so that the shards of accounts are shared evenly. The common one goes to whoever is first. */
export function placed(
  { shards, alive }: Look,
  holder: string,
  held: ReadonlyMap<number, number>,
): { readonly wanted: Look['shards']; readonly surplus: readonly number[] } {
  const share = Math.ceil(SHARDS / Math.max(1, alive.length));
  const mine = [...held.keys()].filter((id) => id !== COMMON_SHARD);
  // Also what was not given back when it should have been.
  const open = shards.filter((shard) => !held.has(shard.id) && (!shard.isHeld || shard.holder === holder));
  const accounts = open.filter(({ id }) => id !== COMMON_SHARD);
  const taken = Math.max(0, share - mine.length);
  const left = accounts.slice(taken).filter((shard) => shard.holder === holder);
  // What is free goes first to those who have too few.
  const given = open.length > 0 ? 0 : Math.min(MOST_GIVEN, Math.max(0, mine.length - share));
  return {
    wanted: [...open.filter(({ id }) => id === COMMON_SHARD), ...accounts.slice(0, taken)],
    surplus: [...left.map(({ id }) => id), ...mine.slice(mine.length - given)],
  };
}
