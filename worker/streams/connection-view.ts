import { distinctUntilChanged, filter, merge, Observable } from 'rxjs';
import type { ConnectionState, Vitals } from '../../shared/bridge/worker-api.ts';
import { HEARTBEAT_MS, STALE_AFTER_MS } from '../../shared/limits.ts';
import type { Counters } from '../../shared/stream/counters.ts';
import type { Env } from '../env.ts';
import type { Connection } from '../socket/connection.ts';
import type { MachineState } from '../socket/machine.ts';

/** Longest time between two looks: clocks may be set, and markets open. */
const LOOK_EVERY_MS = 500;

/**
 * The connection as the page shows it: the machine's state, and whether the data is fresh. It changes when the data become
 * old and with the frame that ends this, so that it depends on nothing but what was received.
 */
export function connectionView(
  env: Env,
  connection: Connection,
  newestAgeMs: () => number | undefined,
): Observable<ConnectionState> {
  return new Observable<ConnectionState>((subscriber) => {
    /** Whether the next frame may change it: most do not, and there are many. */
    let isFrameAwaited = false;
    let cancel = () => {};
    const look = (): void => {
      cancel();
      const state = connection.state();
      const ageMs = newestAgeMs();
      const ms = freshForMs(state, connection.now(), ageMs);
      const isStale = ms <= 0;
      isFrameAwaited = isStale || ageMs === undefined;
      subscriber.next(isStale ? { status: 'stale' } : viewOf(state));
      cancel = env.after(isStale ? LOOK_EVERY_MS : Math.min(LOOK_EVERY_MS, ms), look);
    };
    const listening = merge(
      connection.states$,
      connection.incoming$.pipe(filter(() => isFrameAwaited)),
    ).subscribe(look);
    look();
    return () => {
      listening.unsubscribe();
      cancel();
    };
  }).pipe(distinctUntilChanged(isSame));
}

/**
 * How long the data stay fresh if nothing comes, at most 0 if they are old. An open link is stale if the prices of all
 * open markets are, or if even heartbeats are missing.
 */
function freshForMs({ link }: MachineState, nowMs: number, newestAgeMs: number | undefined): number {
  if (link.status !== 'open') return Number.POSITIVE_INFINITY;
  const beginningMs = link.openedAtMs + STALE_AFTER_MS - nowMs;
  const silentMs = link.receivedAtMs + HEARTBEAT_MS + STALE_AFTER_MS + 1 - nowMs;
  const pricesMs = newestAgeMs === undefined ? Number.POSITIVE_INFINITY : STALE_AFTER_MS + 1 - newestAgeMs;
  return Math.max(beginningMs, Math.min(silentMs, pricesMs));
}

function viewOf({ link, network }: MachineState): ConnectionState {
  if (network === 'offline' && link.status !== 'open' && link.status !== 'idle') return { status: 'offline' };
  switch (link.status) {
    case 'idle':
    case 'paused':
      return { status: 'idle' };
    case 'connecting':
      return { status: 'connecting', attempt: link.failures + 1 };
    case 'open':
      return { status: 'live' };
    case 'waiting':
      return { status: 'waiting', attempt: link.failures + 1 };
  }
}

const isSame = (a: ConnectionState, b: ConnectionState): boolean => JSON.stringify(a) === JSON.stringify(b);

const VITALS_MS = 1_000;

/** How busy the connection keeps the engine, once a second while subscribed. */
export function createVitals(
  env: Env,
  connection: Connection,
  counters: Counters,
  conflated: () => number,
): Observable<Vitals> {
  return new Observable((subscriber) => {
    const look = () => ({ atMs: env.monotonic(), ...connection.work(), conflated: conflated() });
    let before = look();
    return env.every(VITALS_MS, () => {
      const now = look();
      const seconds = Math.max(0.001, (now.atMs - before.atMs) / 1000);
      subscriber.next({
        load: Math.min(1, (now.busyMs - before.busyMs) / 1000 / seconds),
        framesPerSecond: (now.frames - before.frames) / seconds,
        reconnects: Math.max(0, now.opened - 1),
        conflated: (now.conflated - before.conflated) / seconds,
        dropped: { ...counters },
      });
      before = now;
    });
  });
}
