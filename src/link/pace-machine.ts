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

/** Frames that the last touch still needs. */
type TouchState =
  | { readonly status: 'none' }
  | { readonly status: 'awaiting-frames'; readonly framesLeft: number }
  /** The touch became a scroll; its requested frame is still to come. */
  | { readonly status: 'scrolled' };

export interface PaceState {
  readonly drawing:
    | { readonly status: 'idle' }
    /** Wanted since then: resting, or a frame is requested. */
    | { readonly status: 'waiting'; readonly sinceMs: number };
  readonly touch: TouchState;
  /** The last touch that did not become a scroll. */
  readonly tap: { readonly atMs: number; readonly pressedUntilMs: number } | undefined;
  readonly lastFrame: { readonly startedMs: number; readonly costMs: number };
  readonly drawnCount: number;
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
  /** A finger left the screen, or a key was pressed. */
  | 'tapped'
  /** The touch became a scroll, during which ticks go on. */
  | 'scrolled';

type PaceEffect =
  | { readonly type: 'rest'; readonly ms: number }
  /** `frame`: request a frame; `touch-frame`: the same for the touch; `measure`: report `painted`; `draw`: run all. */
  | { readonly type: 'frame' | 'touch-frame' | 'measure' | 'draw' };

interface PaceStep {
  readonly state: PaceState;
  readonly effects: readonly PaceEffect[];
}

export const INITIAL: PaceState = {
  drawing: { status: 'idle' },
  touch: { status: 'none' },
  tap: undefined,
  lastFrame: { startedMs: 0, costMs: 0 },
  drawnCount: 0,
};

export function step(state: PaceState, event: PaceEvent, nowMs: number): PaceStep {
  switch (event) {
    case 'wanted':
      return want(state, nowMs);
    case 'frame':
      return frame(state, nowMs);
    case 'painted':
      return stay({ ...state, lastFrame: { ...state.lastFrame, costMs: nowMs - state.lastFrame.startedMs } });
    case 'touch-frame':
      return touchFrame(state);
    case 'pressed':
      return touched(state, nowMs, nowMs + PRESS_MS);
    case 'tapped':
      return touched(state, nowMs, nowMs);
    case 'scrolled':
      return stay({
        ...state,
        touch: state.touch.status === 'none' ? state.touch : { status: 'scrolled' },
        tap: undefined,
      });
  }
}

/** @returns ms without ticks after a frame that took `costMs`; more right after a tap, whose work needs the page */
export const restAfter = (costMs: number, isTapped: boolean): number =>
  isTapped ? costMs * 2 : Math.max(costMs / 2, Math.min(costMs, SLOW_INTERVAL_MS - costMs));

const stay = (state: PaceState): PaceStep => ({ state, effects: [] });

function want(state: PaceState, nowMs: number): PaceStep {
  const { tap, lastFrame } = state;
  const rest = restAfter(lastFrame.costMs, tap !== undefined && nowMs - tap.atMs < TAP_WORK_MS);
  // A phone that slept in the middle of a frame took hours for it: never rest longer than the patience.
  const restMs = Math.min(lastFrame.startedMs + lastFrame.costMs + rest - nowMs, PATIENCE_MS);
  return {
    state: { ...state, drawing: { status: 'waiting', sinceMs: nowMs } },
    effects: [restMs > LEAST_REST_MS ? { type: 'rest', ms: restMs - LEAST_REST_MS } : { type: 'frame' }],
  };
}

function frame(state: PaceState, nowMs: number): PaceStep {
  const { drawing, touch, tap, lastFrame, drawnCount } = state;
  if (drawing.status === 'idle') return stay(state);
  const isTouched = touch.status === 'awaiting-frames' || (tap !== undefined && nowMs < tap.pressedUntilMs);
  if (isTouched && nowMs - drawing.sinceMs < PATIENCE_MS) return { state, effects: [{ type: 'frame' }] };
  const isSlow = lastFrame.costMs > LEAST_REST_MS;
  const isMeasured = isSlow || drawnCount % MEASURE_EVERY === 0;
  return {
    state: {
      ...state,
      drawing: { status: 'idle' },
      lastFrame: { ...lastFrame, startedMs: nowMs },
      drawnCount: isSlow ? drawnCount : drawnCount + 1,
    },
    effects: isMeasured ? [{ type: 'measure' }, { type: 'draw' }] : [{ type: 'draw' }],
  };
}

function touchFrame(state: PaceState): PaceStep {
  const { touch } = state;
  if (touch.status !== 'awaiting-frames' || touch.framesLeft === 1)
    return stay({ ...state, touch: { status: 'none' } });
  return {
    state: { ...state, touch: { ...touch, framesLeft: touch.framesLeft - 1 } },
    effects: [{ type: 'touch-frame' }],
  };
}

function touched(state: PaceState, nowMs: number, pressedUntilMs: number): PaceStep {
  return {
    state: {
      ...state,
      touch: { status: 'awaiting-frames', framesLeft: TOUCH_FRAMES },
      tap: { atMs: nowMs, pressedUntilMs },
    },
    // A frame that an earlier touch requested serves this one too.
    effects: state.touch.status === 'none' ? [{ type: 'touch-frame' }] : [],
  };
}
