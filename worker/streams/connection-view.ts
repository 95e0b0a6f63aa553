import { distinctUntilChanged, Observable } from 'rxjs';
import type { ConnectionState, Vitals } from '../../shared/bridge/worker-api.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { HEARTBEAT_MS, STALE_AFTER_MS } from '../../shared/limits.ts';
import type { Counters } from '../../shared/stream/counters.ts';
import type { Env } from '../env.ts';
import type { Connection } from '../socket/connection.ts';
import type { MachineState } from '../socket/machine.ts';

const LOOK_EVERY_MS = 500;

/** The connection as the page shows it: the machine's state, and whether the data is fresh. */
export function connectionView(
  env: Env,
  connection: Connection,
  newestAgeMs: () => number | undefined,
): Observable<ConnectionState> {
  const read = (): ConnectionState => {
    const state = connection.state();
    return isStale(state, env.now(), newestAgeMs()) ? { status: 'stale' } : viewOf(state);
  };
  return new Observable<ConnectionState>((subscriber) => {
    const listening = connection.states$.subscribe(() => subscriber.next(read()));
    const stop = env.every(LOOK_EVERY_MS, () => subscriber.next(read()));
    subscriber.next(read());
    return () => {
      listening.unsubscribe();
      stop();
    };
  }).pipe(distinctUntilChanged(isSame));
}

/** An open link is stale if the prices of all open markets are, or if even heartbeats are missing. */
function isStale({ link }: MachineState, nowMs: number, newestAgeMs: number | undefined): boolean {
  if (link.status !== 'open' || nowMs - link.openedAtMs < STALE_AFTER_MS) return false;
  const isSilent = nowMs - link.heardAtMs > HEARTBEAT_MS + STALE_AFTER_MS;
  return isSilent || (newestAgeMs !== undefined && newestAgeMs > STALE_AFTER_MS);
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
      return { status: 'waiting', attempt: link.failures + 1, retryAt: timestampMs(link.retryAtMs) };
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
