/*
 * What touches and mouse buttons mean to a chart: a pure step over pointer events. gestures.ts feeds it events of the
 * page and carries out the actions. Nothing here touches the browser. Positions are CSS pixels from the host's corner.
 */

import { follow, type Sample, throwSpeed } from './glide.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

type Gesture =
  | { readonly status: 'idle' }
  /** One pointer is down, and it is not known yet what it will become. */
  | {
      readonly status: 'pressed';
      readonly from: Point;
      /** Whether a rest shows the crosshair. */
      readonly isTouch: boolean;
      /** A move up or down drags what lies there; if that is a handle, it also gets a tap. */
      readonly isGrabbed: boolean | 'upright' | 'handle';
    }
  | { readonly status: 'panning'; readonly last: Point; readonly samples: readonly Sample[] }
  | { readonly status: 'pinching'; readonly distance: number; readonly middle: Point }
  | { readonly status: 'crossing' }
  /** No pointer is down; the crosshair stays until the next touch or Escape. */
  | { readonly status: 'pinned' }
  /** The pointer drags something that lies on the chart; `moved` once it has left the place where it came down. */
  | { readonly status: 'grabbing'; readonly from: Point; readonly moved: boolean }
  /** The drag was abandoned, but the pointer is still down. It does nothing more. */
  | { readonly status: 'abandoned' };

export interface GestureState {
  readonly gesture: Gesture;
  /** Pointers that are down, by their id, in the order they came. */
  readonly pointers: ReadonlyMap<number, Point>;
  /** The last tap, as long as a second one may make a double tap of it. */
  readonly tap: { readonly at: Point; readonly atMs: number } | undefined;
}

export type GestureEvent =
  /**
   * `isGrabbed`: something on the chart has claimed the pointer; `upright`, if it then moves up or down; `handle`, unless it
   * first moves sideways. Only a pointer that comes alone is offered.
   */
  | {
      readonly type: 'down';
      readonly id: number;
      readonly at: Point;
      readonly isTouch: boolean;
      readonly isGrabbed: boolean | 'upright' | 'handle';
    }
  | { readonly type: 'move'; readonly id: number; readonly at: Point; readonly atMs: number }
  | { readonly type: 'up'; readonly id: number; readonly atMs: number }
  /** The browser took the pointer, for example to scroll the page. */
  | { readonly type: 'cancel'; readonly id: number }
  /** A finger has rested for LONG_PRESS_MS in `pressed`. */
  | { readonly type: 'long-press' }
  /** Keys or the second button of a mouse put the crosshair there. */
  | { readonly type: 'pin'; readonly at: Point }
  | { readonly type: 'escape' }
  /** What lies under the pointers is about to change: as `escape`, and a press comes to nothing, too. */
  | { readonly type: 'stop' };

export type GestureAction =
  /** A drag or a pinch begins. */
  | { readonly type: 'begin' }
  | { readonly type: 'pan'; readonly px: number }
  /** A pan ended while the finger moved, at this many CSS pixels per millisecond. */
  | { readonly type: 'throw'; readonly speed: number }
  /** `factor` times as many candles; the one at `x` stays in its place. */
  | { readonly type: 'zoom'; readonly factor: number; readonly x: number }
  /** Shows the crosshair at a position, or hides it. */
  | { readonly type: 'cross'; readonly at: Point | undefined }
  /** Leaves the crosshair at a position. */
  | { readonly type: 'pin'; readonly at: Point }
  /** A tap that nothing has claimed; the first one of a double tap, too. */
  | { readonly type: 'tap'; readonly at: Point; readonly isTouch: boolean }
  | { readonly type: 'reset' }
  | { readonly type: 'drag'; readonly at: Point }
  /** The pointer was lifted. Without a drag before, it was a tap. */
  | { readonly type: 'drop' }
  /** The drag counts for nothing. */
  | { readonly type: 'abandon' };

export const LONG_PRESS_MS = 350;
const SLOP_PX = 6;
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 28;

export const INITIAL: GestureState = { gesture: { status: 'idle' }, pointers: new Map(), tap: undefined };

interface Step {
  readonly state: GestureState;
  readonly actions: readonly GestureAction[];
}

export function step(state: GestureState, event: GestureEvent): Step {
  switch (event.type) {
    case 'down':
      return pressed(state, event);
    case 'move':
      return moved(state, event);
    case 'up':
    case 'cancel':
      return lifted(state, event);
    case 'long-press': {
      const { gesture } = state;
      if (gesture.status !== 'pressed') return { state, actions: [] };
      return become(state, { status: 'crossing' }, [{ type: 'cross', at: gesture.from }]);
    }
    case 'pin':
      if (state.pointers.size > 0) return { state, actions: [] };
      return become(state, { status: 'pinned' }, [{ type: 'pin', at: event.at }]);
    case 'escape':
    case 'stop':
      if (state.gesture.status === 'grabbing')
        return become(state, { status: 'abandoned' }, [{ type: 'abandon' }]);
      return hasCross(state.gesture) || (event.type === 'stop' && state.gesture.status === 'pressed')
        ? become(state, { status: state.pointers.size > 0 ? 'abandoned' : 'idle' })
        : { state, actions: [] };
    default:
      return event satisfies never;
  }
}

const hasCross = ({ status }: Gesture): boolean => status === 'crossing' || status === 'pinned';

/** Enters a gesture; the crosshair goes with the gesture that showed it. */
function become(state: GestureState, gesture: Gesture, actions: readonly GestureAction[] = []): Step {
  const isHiding = hasCross(state.gesture) && !hasCross(gesture);
  return {
    state: { ...state, gesture },
    actions: isHiding ? [{ type: 'cross', at: undefined }, ...actions] : actions,
  };
}

function pressed(before: GestureState, event: Extract<GestureEvent, { type: 'down' }>): Step {
  const { id, at, isTouch, isGrabbed } = event;
  const state = { ...before, pointers: new Map(before.pointers).set(id, at) };
  const [a, b, third] = state.pointers.values();
  if (a && b && !third) {
    const { state: next, actions } = become(state, pinching(a, b));
    const abandoned: GestureAction[] = before.gesture.status === 'grabbing' ? [{ type: 'abandon' }] : [];
    return { state: next, actions: [...abandoned, { type: 'begin' }, ...actions] };
  }
  if (third) return { state, actions: [] };
  if (isGrabbed === true) return become(state, { status: 'grabbing', from: at, moved: false });
  const canRest = isTouch && isGrabbed !== 'handle';
  return become(state, { status: 'pressed', from: at, isTouch: canRest, isGrabbed });
}

function moved(before: GestureState, { id, at, atMs }: Extract<GestureEvent, { type: 'move' }>): Step {
  if (!before.pointers.has(id)) return { state: before, actions: [] };
  const state = { ...before, pointers: new Map(before.pointers).set(id, at) };
  const still: Step = { state, actions: [] };
  const { gesture } = state;
  switch (gesture.status) {
    case 'idle':
    case 'pinned':
    case 'abandoned':
      return still;
    case 'pressed': {
      const { from } = gesture;
      if (apart(from, at) < SLOP_PX) return still;
      const dx = at.x - from.x;
      if (Math.abs(dx) < Math.abs(at.y - from.y)) {
        return gesture.isGrabbed ? dragTo(state, from, at) : become(state, { status: 'idle' });
      }
      return become(state, panning(at, [], atMs), [{ type: 'begin' }, { type: 'pan', px: dx }]);
    }
    case 'panning':
      return become(state, panning(at, gesture.samples, atMs), [{ type: 'pan', px: at.x - gesture.last.x }]);
    case 'pinching': {
      const [a, b] = state.pointers.values();
      if (!a || !b) return still;
      const now = pinching(a, b);
      return become(state, now, [
        { type: 'pan', px: now.middle.x - gesture.middle.x },
        { type: 'zoom', factor: gesture.distance / now.distance, x: now.middle.x },
      ]);
    }
    case 'crossing':
      return { state, actions: [{ type: 'cross', at }] };
    case 'grabbing': {
      const { from } = gesture;
      if (!gesture.moved && apart(from, at) < SLOP_PX) return still;
      return dragTo(state, from, at);
    }
    default:
      return gesture satisfies never;
  }
}

function lifted(before: GestureState, event: Extract<GestureEvent, { type: 'up' | 'cancel' }>): Step {
  const at = before.pointers.get(event.id);
  if (!at) return { state: before, actions: [] };
  const pointers = new Map(before.pointers);
  pointers.delete(event.id);
  const { gesture } = before;
  const isUp = event.type === 'up';
  if (gesture.status === 'grabbing' || (gesture.status === 'pressed' && gesture.isGrabbed === 'handle'))
    return become({ ...before, pointers }, { status: 'idle' }, [{ type: isUp ? 'drop' : 'abandon' }]);
  const isTap = gesture.status === 'pressed' && isUp;
  const isDoubleTap = isTap && before.tap && isNear(before.tap, at, event.atMs);
  const tap = isTap ? (isDoubleTap ? undefined : { at, atMs: event.atMs }) : before.tap;
  const state = { ...before, pointers, tap };
  const actions: GestureAction[] = isTap
    ? [isDoubleTap ? { type: 'reset' } : { type: 'tap', at, isTouch: gesture.isTouch }]
    : [];
  const [rest, other] = pointers.values();
  if (gesture.status === 'crossing' && isUp && !rest)
    return become(state, { status: 'pinned' }, [{ type: 'pin', at }]);
  if (gesture.status === 'pinching' && rest)
    return become(state, other ? pinching(rest, other) : { status: 'panning', last: rest, samples: [] });
  if (gesture.status === 'panning' && !rest && isUp) {
    const speed = throwSpeed(gesture.samples, event.atMs);
    if (speed !== 0) actions.push({ type: 'throw', speed });
  }
  return rest ? { state, actions } : become(state, { status: 'idle' }, actions);
}

const dragTo = (state: GestureState, from: Point, at: Point): Step =>
  become(state, { status: 'grabbing', from, moved: true }, [{ type: 'drag', at }]);

const panning = (last: Point, samples: readonly Sample[], atMs: number): Gesture => ({
  status: 'panning',
  last,
  samples: follow(samples, { x: last.x, atMs }),
});

const isNear = (tap: { readonly at: Point; readonly atMs: number }, at: Point, atMs: number): boolean =>
  atMs - tap.atMs < DOUBLE_TAP_MS && apart(tap.at, at) < DOUBLE_TAP_PX;

const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

const pinching = (a: Point, b: Point) => ({
  status: 'pinching' as const,
  distance: Math.max(1, apart(a, b)),
  middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
});
