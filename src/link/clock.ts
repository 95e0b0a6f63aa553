import { later } from '../clock.ts';
import { createPace } from './pace.ts';

/** Time as the page sees it. What decides by time takes one of these. */
export interface PageClock {
  /** Epoch milliseconds that only move forward; they may stand still while the device sleeps. */
  nowMs(): number;
  /** Epoch milliseconds of the device's wall clock: they count sleep, and the owner may move them. */
  wallMs(): number;
  /** Runs once after `delayMs`; the answer cancels it. */
  after(delayMs: number, run: () => void): () => void;
  /** Runs before the next paint: never while the page is hidden. The answer cancels it. */
  frame(run: () => void): () => void;
  /** The same for what ticks by itself: a touch is answered first. */
  tickFrame(run: () => void): () => void;
}

const time: Omit<PageClock, 'tickFrame'> = {
  nowMs: () => performance.timeOrigin + performance.now(),
  wallMs: Date.now,
  after: later,
  frame(run) {
    const request = requestAnimationFrame(run);
    return () => cancelAnimationFrame(request);
  },
};

export const pageClock: PageClock = { ...time, tickFrame: createPace(time, window) };

const HEX = 16;

/** 128 random bits as 32 hexadecimal digits; unlike `randomUUID` it needs no secure origin. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(HEX).padStart(2, '0')).join('');
}
