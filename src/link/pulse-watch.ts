import { WORKER_WATCH_MS } from '../../shared/limits.ts';
import type { PageClock } from '../clock.ts';

/** Pause and patience together are the time in which a dead worker is found; most of it is left to a busy device. */
const PAUSE_MS = WORKER_WATCH_MS / 4;
const PATIENCE_MS = WORKER_WATCH_MS - PAUSE_MS;
/** The first echo waits for the worker's script, which may take this long on a slow network. */
const FIRST_PATIENCE_MS = 20_000;
/** A timer that fires this late means that the page slept or was busy, not that the worker is dead. */
const LATE_MS = 200;

export interface PulseWatch {
  /** For a hidden page: its timers say nothing about the worker. */
  pause(): void;
  resume(): void;
  stop(): void;
}

/** Requests echoes at intervals; calls `onDead` a single time, when one does not come. */
export function watchPulse(echo: () => Promise<unknown>, clock: PageClock, onDead: () => void): PulseWatch {
  let patienceMs = FIRST_PATIENCE_MS;
  /** Grows with each request and each pause; answers and timers of an earlier turn are ignored. */
  let turn = 0;
  let cancel = () => {};

  const ask = () => {
    const mine = ++turn;
    cancel();
    const due = clock.nowMs() + patienceMs;
    cancel = clock.after(patienceMs, () => {
      if (mine !== turn) return;
      if (clock.nowMs() - due > LATE_MS) ask();
      else onDead();
    });
    echo().then(
      () => {
        patienceMs = PATIENCE_MS;
        if (mine !== turn) return;
        cancel();
        cancel = clock.after(PAUSE_MS, ask);
      },
      () => {},
    );
  };
  const pause = () => {
    turn++;
    cancel();
  };
  ask();
  return { pause, resume: ask, stop: pause };
}
