/*
 * When ticks are drawn: a pure step over the frames, timers and touches of the page. pace.ts feeds it events and
 * carries out the effects. Nothing here touches the browser.
 */

/** How long drawing waits for a finger that rests on the screen. */
const PRESS_MS = 100;
/** Frames a touch needs: the one that answers it and the one that the answer itself requests. */
const TOUCH_FRAMES = 2;
/** The longest that ticks wait for touches, however fast somebody taps, or for a rest. */
const PATIENCE_MS = 150;
/** Target interval for drawing ticks on slow phones, if it leaves a third of the time idle. */
const SLOW_INTERVAL_MS = 50;
/** While frames are fast, one in this many is measured: each measurement costs a message. */
const MEASURE_EVERY = 16;
/** Shorter rests would end before the next frame; they are skipped. */
const LEAST_REST_MS = 8;
/** How long the work started by a tap usually lasts: a screen that opens, or the next tap. */
const TAP_WORK_MS = 600;
/**
 * The least and longest interval at which a slow phone draws ticks while a finger drags something, or after a tap: both need
 * the page. Between them such a frame may take a sixth of the time.
 */
const BUSY_INTERVAL_MS = { least: 250, longest: 600, frames: 6 } as const;
/** The longest that ticks of a slow phone wait for a touch beyond that. */
const BUSY_PATIENCE_MS = 100;
/** A finger that has not moved for so long rests. */
const STILL_MS = 100;

export interface PaceState {
  /** Since when something waits to be drawn: it rests, or a frame is requested. */
  readonly waitingSinceMs: number | undefined;
  /** The frames that the last touch still needs. */
  readonly touch:
    | { readonly status: 'none' }
    | { readonly status: 'awaited'; readonly frames: number }
    /** The touch became a scroll; the frame it requested is still to come. */
    | { readonly status: 'scrolled' };
  /** The last touch that did not become a scroll, and until when its finger is waited for. */
  readonly tap: { readonly atMs: number; readonly untilMs: number } | undefined;
  /** Time of the finger's last move; -Infinity if it has not moved yet, undefined without a finger and during a scroll. */
  readonly movedAtMs: number | undefined;
  /** The last frame that drew: when it began, and what the last measured one took. */
  readonly drawnAtMs: number;
  readonly costMs: number;
  readonly drawn: number;
}

export type PaceEvent =
  /** Something wants to be drawn and nothing else waited. */
  | 'wanted'
  /** The requested frame. */
  | 'frame'
  /** The task after a measured frame was painted. */
  | 'painted'
  /** A frame that a touch requested. */
  | 'touch-frame'
  /** A finger touched the screen. */
  | 'pressed'
  /** A finger on the screen moved, or a mouse. */
  | 'moved'
  /** A finger left the screen, or a key was pressed. */
  | 'tapped'
  /** The touch became a scroll, during which ticks go on. */
  | 'scrolled';

export type PaceEffect =
  /** Wait this many milliseconds, then request a frame. */
  | number
  /** Request a frame; report it as `frame` or as `touch-frame`. */
  | 'frame'
  | 'touch-frame'
  /** Report `painted` in the task after this frame. */
  | 'measure'
  /** Run everything that waits. */
  | 'draw';

type PaceStep = readonly [PaceState, ...effects: readonly PaceEffect[]];

export const INITIAL: PaceState = {
  waitingSinceMs: undefined,
  touch: { status: 'none' },
  tap: undefined,
  movedAtMs: undefined,
  drawnAtMs: 0,
  costMs: 0,
  drawn: 0,
};

/** The next state and the effects to carry out, in their order. Pure. */
export function step(state: PaceState, event: PaceEvent, nowMs: number): PaceStep {
  const { touch } = state;
  switch (event) {
    case 'wanted':
      return [{ ...state, waitingSinceMs: nowMs }, restMs(state, nowMs) ?? 'frame'];
    case 'frame':
      return frame(state, nowMs);
    case 'painted':
      return [{ ...state, costMs: nowMs - state.drawnAtMs }];
    case 'touch-frame':
      return touch.status === 'awaited' && touch.frames > 1
        ? [{ ...state, touch: { ...touch, frames: touch.frames - 1 } }, 'touch-frame']
        : [{ ...state, touch: INITIAL.touch }];
    case 'pressed':
      return touched({ ...state, movedAtMs: Number.NEGATIVE_INFINITY }, nowMs, PRESS_MS);
    case 'moved':
      return [state.movedAtMs === undefined ? state : { ...state, movedAtMs: nowMs }];
    case 'tapped':
      return touched({ ...state, movedAtMs: undefined }, nowMs, 0);
    case 'scrolled': {
      const left = { ...state, tap: undefined, movedAtMs: undefined };
      return [{ ...left, touch: touch.status === 'none' ? touch : { status: 'scrolled' } }];
    }
  }
}

/** @returns ms without ticks after a frame that took `costMs` */
export const restAfter = (costMs: number): number =>
  Math.max(costMs / 2, Math.min(costMs, SLOW_INTERVAL_MS - costMs));

const isSlow = ({ costMs }: PaceState): boolean => costMs > LEAST_REST_MS;

/** Whether a slow phone has more to do than ticks: a finger drags something, or what a tap has begun is under way. */
const isBusy = (state: PaceState, nowMs: number): boolean =>
  isSlow(state) &&
  ((state.movedAtMs !== undefined && nowMs - state.movedAtMs < STILL_MS) ||
    (state.tap !== undefined && nowMs - state.tap.atMs < TAP_WORK_MS));

function busyIntervalMs({ costMs }: PaceState): number {
  const { least, longest, frames } = BUSY_INTERVAL_MS;
  return Math.min(longest, Math.max(least, frames * costMs));
}

/** How long to wait before the next frame is requested; undefined if that is not worth a timer. */
function restMs(state: PaceState, nowMs: number): number | undefined {
  const { drawnAtMs, costMs } = state;
  const busyMs = isBusy(state, nowMs) ? busyIntervalMs(state) : undefined;
  const endMs = drawnAtMs + (busyMs ?? costMs + restAfter(costMs));
  // A phone that slept in the middle of a frame took hours for it: never rest longer than the patience.
  const ms = Math.min(endMs - nowMs, busyMs ?? PATIENCE_MS);
  return ms > LEAST_REST_MS ? ms - LEAST_REST_MS : undefined;
}

function frame(state: PaceState, nowMs: number): PaceStep {
  const { waitingSinceMs = nowMs, touch, tap, drawnAtMs, drawn } = state;
  const rest = isBusy(state, nowMs) ? restMs(state, nowMs) : undefined;
  if (rest !== undefined) return [state, rest];
  const isTouched = touch.status === 'awaited' || (tap !== undefined && nowMs < tap.untilMs);
  const isPatient =
    nowMs - waitingSinceMs < PATIENCE_MS ||
    (isSlow(state) && nowMs - drawnAtMs < busyIntervalMs(state) + BUSY_PATIENCE_MS);
  if (isTouched && isPatient) return [state, 'frame'];
  const next = {
    ...state,
    waitingSinceMs: undefined,
    drawnAtMs: nowMs,
    drawn: isSlow(state) ? drawn : drawn + 1,
  };
  return isSlow(state) || drawn % MEASURE_EVERY === 0 ? [next, 'measure', 'draw'] : [next, 'draw'];
}

function touched(state: PaceState, nowMs: number, pressMs: number): PaceStep {
  const next: PaceState = {
    ...state,
    touch: { status: 'awaited', frames: TOUCH_FRAMES },
    tap: { atMs: nowMs, untilMs: nowMs + pressMs },
  };
  // A frame that an earlier touch requested serves this one too.
  return state.touch.status === 'none' ? [next, 'touch-frame'] : [next];
}
