import { later, type PageClock } from '../clock.ts';
import { createPace } from './pace.ts';

const time: Omit<PageClock, 'tickFrame'> = {
  nowMs: () => performance.timeOrigin + performance.now(),
  wallMs: Date.now,
  after: later,
  frame(run) {
    const request = requestAnimationFrame(run);
    return () => cancelAnimationFrame(request);
  },
};

const pace = createPace(time);

/** The browser's clock. */
export const pageClock: PageClock = { ...time, tickFrame: pace.tickFrame };

/** From this call on, ticks wait for the touches on `page`. */
export const makeWayForTouches = (page: EventTarget): void => pace.followTouches(page);
