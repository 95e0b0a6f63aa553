import { Observable } from 'rxjs';
import type { Vitals } from '../../shared/bridge/vitals.ts';
import type { Counters } from '../../shared/stream/counters.ts';
import type { Env } from '../env.ts';
import type { Connection } from '../socket/connection.ts';

const TELL_MS = 1_000;

/** How the engine does, once a second while somebody looks. */
export function createVitals(
  env: Env,
  connection: Connection,
  counters: Counters,
  conflated: () => number,
): Observable<Vitals> {
  return new Observable((subscriber) => {
    const look = () => ({ atMs: env.monotonic(), ...connection.work(), conflated: conflated() });
    let before = look();
    return env.every(TELL_MS, () => {
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
