import { WORKER_WATCH_MS } from '../../shared/limits.ts';
import type { PageClock } from '../clock.ts';

/** Pause and patience together are the time in which a dead worker is found; a busy device gets most of it. */
const PAUSE_MS = WORKER_WATCH_MS / 4;
const PATIENCE_MS = WORKER_WATCH_MS - PAUSE_MS;
/** The first echo waits for the worker's script, which a slow network may take this long to bring. */
const FIRST_PATIENCE_MS = 20_000;
/** A timer that is this late tells of a page that slept or was busy, not of a dead worker. */
const LATE_MS = 200;

export interface PulseWatch {
  /** While the page is hidden its timers say nothing about the worker. */
  pause(): void;
  resume(): void;
  stop(): void;
}

/** Asks for an echo again and again; `onDead` once, when one stays out. */
export function watchPulse(echo: () => Promise<unknown>, clock: PageClock, onDead: () => void): PulseWatch {
  let patienceMs = FIRST_PATIENCE_MS;
  /** Grows with each question and each pause, so that answers and verdicts of an earlier one mean nothing. */
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
