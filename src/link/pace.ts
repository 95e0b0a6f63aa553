import type { PageClock } from './clock.ts';

/** How long a finger that lies still on the screen is waited for. */
const PRESS_MS = 100;
/** The picture in which a touch is answered, and the one that the answer itself asked for. */
const PICTURES = 2;
/** What ticks waits no longer than this for a touch, however fast somebody taps, and no longer for a rest. */
const PATIENCE_MS = 150;
/** A slow phone draws what ticks so often, as long as a third of its time is free then. */
const SLOW_INTERVAL_MS = 50;
/** What a picture takes is looked at in one of so many while they are fast: each look is a message. */
const LOOK_EVERY = 16;
/** Rests that end before the screen's next frame anyway are none. */
const LEAST_REST_MS = 8;

/** What a tap sets going, a screen that opens or the next tap, goes on for about so long. */
const SEQUEL_MS = 600;

/** @returns ms without ticks after a picture that kept the page for `costMs`; more while a tap's sequel needs the page */
export const restAfter = (costMs: number, isTapped: boolean): number =>
  isTapped ? costMs * 2 : Math.max(costMs / 2, Math.min(costMs, SLOW_INTERVAL_MS - costMs));

type Time = Pick<PageClock, 'nowMs' | 'after' | 'frame'>;

/**
 * Draws what ticks by itself so that touches find the page free: all of it in the same frames, after the answer to a touch,
 * and with a rest after a picture that took long, a longer one right after a tap. Follows a page's touches for as long as it lives.
 */
export function createPace(time: Time, page: EventTarget): PageClock['tickFrame'] {
  const touches = watchTouches(time, page);
  let waiting = new Set<() => void>();
  let isAsked = false;
  let sinceMs = 0;
  let begunMs = 0;
  let costMs = 0;
  let drawnCount = 0;

  const drawn = new MessageChannel();
  // A browser makes the picture in the task of its frame: this is the task after it.
  drawn.port1.onmessage = () => {
    costMs = time.nowMs() - begunMs;
  };
  const look = () => {
    const nowMs = time.nowMs();
    if (touches.awaitPicture(nowMs) && nowMs - sinceMs < PATIENCE_MS) return ask();
    isAsked = false;
    begunMs = nowMs;
    if (costMs > LEAST_REST_MS || drawnCount++ % LOOK_EVERY === 0) drawn.port2.postMessage(undefined);
    const due = waiting;
    waiting = new Set();
    for (const run of due) run();
  };
  const ask = () => time.frame(look);

  return (run) => {
    if (!isAsked) {
      isAsked = true;
      sinceMs = time.nowMs();
      // A phone that slept in the middle of a picture took hours for it.
      const rest = restAfter(costMs, sinceMs - touches.lastMs() < SEQUEL_MS);
      const restMs = Math.min(begunMs + costMs + rest - sinceMs, PATIENCE_MS);
      if (restMs > LEAST_REST_MS) time.after(restMs - LEAST_REST_MS, ask);
      else ask();
    }
    waiting.add(run);
    return () => waiting.delete(run);
  };
}

interface Touches {
  /** Whether one awaits its picture at this moment. */
  awaitPicture(nowMs: number): boolean;
  /** When the last one was that didn't become a scroll. */
  lastMs(): number;
}

function watchTouches(time: Time, page: EventTarget): Touches {
  let lastMs = Number.NEGATIVE_INFINITY;
  let pressedUntilMs = 0;
  let pictures = 0;
  let isCounting = false;
  const count = () => {
    isCounting = --pictures > 0;
    if (isCounting) time.frame(count);
  };
  const answer = (pressMs: number) => {
    lastMs = time.nowMs();
    pressedUntilMs = lastMs + pressMs;
    pictures = PICTURES;
    if (!isCounting) time.frame(count);
    isCounting = true;
  };
  const listen = (event: string, run: () => void) =>
    page.addEventListener(event, run, { capture: true, passive: true });
  listen('pointerdown', () => answer(PRESS_MS));
  for (const event of ['pointerup', 'click', 'keydown']) listen(event, () => answer(0));
  // The page scrolls from here on, and ticks meanwhile.
  listen('pointercancel', () => {
    pressedUntilMs = pictures = 0;
    lastMs = Number.NEGATIVE_INFINITY;
  });
  return {
    awaitPicture: (nowMs) => pictures > 0 || nowMs < pressedUntilMs,
    lastMs: () => lastMs,
  };
}
