import type { PageClock } from '../clock.ts';
import { INITIAL, type PaceEffect, type PaceEvent, step } from './pace-machine.ts';

export interface Pace {
  readonly tickFrame: PageClock['tickFrame'];
  /** Listens to the touches on `page` for as long as it lives. */
  followTouches(page: EventTarget): void;
}

/**
 * Draws what ticks by itself so that touches find the page free: all of it in the same frames, after the answer to a
 * touch, and with a rest after a slow frame. The rules are in pace-machine.ts; this file carries out their effects.
 */
export function createPace(time: Pick<PageClock, 'nowMs' | 'after' | 'frame'>): Pace {
  let state = INITIAL;
  let waiting = new Set<() => void>();
  const painted = new MessageChannel();
  // A browser paints in the task of the frame: this message arrives in the task after it.
  painted.port1.onmessage = () => handle('painted');

  const handle = (event: PaceEvent) => {
    const [next, ...effects] = step(state, event, time.nowMs());
    state = next;
    for (const effect of effects) carryOut(effect);
  };
  const carryOut = (effect: PaceEffect) => {
    if (effect === 'measure') painted.port2.postMessage(undefined);
    else if (effect === 'draw') draw();
    else if (typeof effect === 'number') time.after(effect, () => carryOut('frame'));
    else time.frame(() => handle(effect));
  };
  const draw = () => {
    const due = waiting;
    waiting = new Set();
    for (const run of due) run();
  };

  return {
    tickFrame(run) {
      if (state.waitingSinceMs === undefined) handle('wanted');
      const runs = waiting;
      runs.add(run);
      // Also in the frame that has begun to draw them.
      return () => runs.delete(run);
    },
    followTouches(page) {
      const on = (name: string, event: PaceEvent) =>
        page.addEventListener(name, () => handle(event), { capture: true });
      on('pointerdown', 'pressed');
      for (const name of ['pointerup', 'click', 'keydown']) on(name, 'tapped');
      on('pointercancel', 'scrolled');
      on('pointermove', 'moved');
    },
  };
}
