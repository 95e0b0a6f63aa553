import type { PageClock } from '../clock.ts';
import { haptic } from '../state/haptics.ts';
import {
  type GestureAction,
  type GestureEvent,
  INITIAL,
  LONG_PRESS_MS,
  type Point,
  step,
} from './gesture-machine.ts';
import { glide } from './glide.ts';

/** Something on the chart that a pointer drags: a line of an order, a drawing. */
interface Grab {
  /**
   * `upright` claims the pointer only if it moves up or down first: all other gestures may begin there too. `handle` gives
   * it up if it moves sideways first. Then neither `drop` nor `abandon` is called.
   */
  readonly claim?: 'upright' | 'handle';
  drag(at: Point): void;
  /**
   * The pointer was lifted. Without a `drag` before, it was a tap.
   * @returns whether that did something
   */
  drop(): boolean;
  /** A second finger, Escape or the browser ended the drag: all is as it was before. */
  abandon(): void;
}

/** Claims a pointer that comes down alone, or leaves it to the chart. */
export type Grabber = (at: Point, isTouch: boolean) => Grab | undefined;

/** What fingers, mouse and keys can do to a chart. Positions are CSS pixels from the corner of the host. */
export interface GestureTarget {
  /** A drag or a pinch begins. */
  begin(): void;
  /** @returns whether the view moved; it does not at the oldest and the newest end */
  panBy(px: number): boolean;
  /** `factor` times as many candles fit; the one at `x` stays in its place. */
  zoomBy(factor: number, x: number): void;
  /** Back to the default view. */
  reset(): void;
  /** Moves to the oldest or the newest candle. */
  jump(to: 'oldest' | 'newest'): void;
  /** Shows the crosshair at a position while a finger or the mouse is there; hides it without one. */
  cross(at?: Point): void;
  /** Shows the crosshair at a position where it stays. */
  pin(at: Point): void;
  /** Where the crosshair is after a move by candles to the right and pixels down; at the newest candle if there is none. */
  crossAfter(candles: number, px: number): Point;
  /** Does what the crosshair is for. */
  act(): void;
  /** A tap on the chart itself. */
  tap(at: Point, isTouch: boolean): void;
  readonly grab: Grabber;
}

interface Gestures {
  stop(): void;
  detach(): void;
}

/**
 * A drag pans and the chart glides on, two fingers pan and zoom, a long press or a hovering mouse shows the crosshair, a double tap resets. The
 * crosshair of a long press stays when the finger leaves, so that it can be read and used. What lies on the chart may grab a pointer instead; the page then does not scroll.
 * Vertical swipes belong to the browser (`touch-action: pan-y` on the host): it cancels the pointer when it takes one.
 * The rules of touches are in gesture-machine.ts; this file reads the events and calls the target.
 * @returns `stop` ends a glide, a press or a drag and hides a crosshair that stays; `detach` removes all listeners
 */
export function attachGestures(host: HTMLElement, target: GestureTarget, clock: PageClock): Gestures {
  let state = INITIAL;
  let cancelLongPress = () => {};
  let grab: Grab | undefined;
  let stop = () => {};
  const throwAt = (speed: number) => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let beforeMs = clock.nowMs();
    const move = () => {
      const nowMs = clock.nowMs();
      const next = glide(speed, nowMs - beforeMs);
      [speed, beforeMs] = [next.speed, nowMs];
      const moved = target.panBy(next.px) || next.px === 0;
      stop = moved && speed !== 0 ? clock.frame(move) : () => {};
    };
    stop = clock.frame(move);
  };
  const handle = (event: GestureEvent) => {
    const before = state.gesture;
    const next = step(state, event);
    state = next.state;
    if (state.gesture !== before) {
      cancelLongPress();
      cancelLongPress =
        state.gesture.status === 'pressed' && state.gesture.isTouch
          ? clock.after(LONG_PRESS_MS, () => {
              haptic('tick');
              handle({ type: 'long-press' });
            })
          : () => {};
    }
    for (const action of next.actions) {
      if (action.type === 'throw') throwAt(action.speed);
      else carryOut(action, target, grab);
    }
  };
  const isDown = () => state.pointers.size > 0;
  let corner: Point = { x: 0, y: 0 };
  const pointOf = (event: MouseEvent): Point => {
    // Reading the box is expensive. The page does not scroll while fingers are on the chart.
    if (!isDown()) corner = host.getBoundingClientRect();
    return { x: event.clientX - corner.x, y: event.clientY - corner.y };
  };

  const listeners = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(
    type: K,
    run: (event: HTMLElementEventMap[K]) => void,
    passive = true,
  ) => host.addEventListener(type, run, { signal: listeners.signal, passive });
  on('pointerdown', (event) => {
    if (event.button !== 0) return;
    stop();
    const at = pointOf(event);
    host.setPointerCapture(event.pointerId);
    const isTouch = event.pointerType !== 'mouse';
    if (!isDown()) grab = target.grab(at, isTouch);
    handle({
      type: 'down',
      id: event.pointerId,
      at,
      isTouch,
      isGrabbed: grab?.claim ?? grab !== undefined,
    });
  });
  on('pointermove', (event) => {
    const at = pointOf(event);
    if (state.pointers.has(event.pointerId))
      handle({ type: 'move', id: event.pointerId, at, atMs: event.timeStamp });
    else if (event.pointerType === 'mouse' && state.gesture.status !== 'pinned') target.cross(at);
  });
  on('pointerup', ({ pointerId, timeStamp }) => handle({ type: 'up', id: pointerId, atMs: timeStamp }));
  on('pointercancel', ({ pointerId }) => handle({ type: 'cancel', id: pointerId }));
  on('pointerleave', (event) => {
    if (event.pointerType === 'mouse' && state.gesture.status === 'idle') target.cross();
  });
  // Once the chart has taken a gesture, the browser must not begin to scroll in the middle of it.
  on(
    'touchmove',
    (event) => {
      const { status } = state.gesture;
      if (status !== 'idle' && status !== 'pressed' && event.cancelable) event.preventDefault();
    },
    false,
  );
  // Without a click: it would reach what the tap has just opened, such as the question before an order is cancelled.
  on('touchend', (event) => grab && event.cancelable && event.preventDefault(), false);
  // Makes the host focusable, so that it gets keys.
  host.tabIndex = 0;
  // A long press shows the crosshair instead of the context menu, and so does the second button of a mouse.
  on(
    'contextmenu',
    (event) => {
      event.preventDefault();
      handle({ type: 'pin', at: pointOf(event) });
    },
    false,
  );
  const begin = () => {
    stop();
    target.begin();
  };
  on(
    'keydown',
    (event) => {
      const isPinned = state.gesture.status === 'pinned';
      const keys = isPinned || event.key === 'Enter' ? crossKeys(isPinned) : {};
      onKey(event, { ...chartKeys({ ...target, begin }, host), ...keys });
    },
    false,
  );
  const crossKeys = (isPinned: boolean): Keys => {
    const to = (candles: number, px: number) => (event: KeyboardEvent) => {
      const times = event.shiftKey ? 10 : 1;
      handle({ type: 'pin', at: target.crossAfter(candles * times, px * times) });
    };
    return {
      Enter: isPinned ? target.act : to(0, 0),
      ArrowLeft: to(-1, 0),
      ArrowRight: to(1, 0),
      ArrowUp: to(0, -KEY_CROSS_PX),
      ArrowDown: to(0, KEY_CROSS_PX),
    };
  };
  // Fingers give the chart no focus, so a key during a drag may go anywhere in the page.
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && handle({ type: 'escape' }), {
    signal: listeners.signal,
  });
  on('wheel', (event) => onWheel(event, pointOf(event), { ...target, begin }), false);
  const stopAll = () => {
    stop();
    handle({ type: 'stop' });
  };
  const detach = () => {
    stopAll();
    cancelLongPress();
    listeners.abort();
  };
  return { stop: stopAll, detach };
}

function carryOut(
  action: Exclude<GestureAction, { type: 'throw' }>,
  target: GestureTarget,
  grab: Grab | undefined,
): void {
  switch (action.type) {
    case 'begin':
    case 'reset':
      target[action.type]();
      break;
    case 'pan':
      target.panBy(action.px);
      break;
    case 'zoom':
      target.zoomBy(action.factor, action.x);
      break;
    case 'cross':
      target.cross(action.at);
      break;
    case 'pin':
      target.pin(action.at);
      break;
    case 'tap':
      target.tap(action.at, action.isTouch);
      break;
    case 'drag':
      grab?.drag(action.at);
      break;
    case 'drop':
    case 'abandon':
      grab?.[action.type]();
      break;
    default:
      action satisfies never;
  }
}

const KEY_PAN_PX = 48;
const KEY_CROSS_PX = 4;
const KEY_ZOOM = 1.25;
const WHEEL_ZOOM = 0.01;

type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

function onKey(event: KeyboardEvent, keys: Keys): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act(event);
}

function chartKeys(target: GestureTarget, host: HTMLElement): Keys {
  const middle = host.clientWidth / 2;
  const after = (act: () => void) => () => {
    target.begin();
    act();
  };
  const closer = after(() => target.zoomBy(1 / KEY_ZOOM, middle));
  return {
    ArrowLeft: after(() => target.panBy(KEY_PAN_PX)),
    ArrowRight: after(() => target.panBy(-KEY_PAN_PX)),
    '+': closer,
    '=': closer,
    '-': after(() => target.zoomBy(KEY_ZOOM, middle)),
    Home: after(() => target.jump('oldest')),
    End: after(() => target.jump('newest')),
  };
}

/** A horizontal wheel pans; with Ctrl, which a trackpad's pinch also sends, it zooms. Otherwise the page scrolls. */
function onWheel(event: WheelEvent, at: Point, target: GestureTarget): void {
  const isHorizontal = Math.abs(event.deltaX) > Math.abs(event.deltaY);
  if (!event.ctrlKey && !isHorizontal) return;
  event.preventDefault();
  target.begin();
  if (event.ctrlKey) target.zoomBy(Math.exp(event.deltaY * WHEEL_ZOOM), at.x);
  else target.panBy(-event.deltaX);
}
