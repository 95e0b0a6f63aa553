import type { PageClock } from '../clock.ts';

/** What fingers, mouse and keys ask of a chart. Places are CSS pixels from the start corner of the host. */
export interface GestureTarget {
  /** A drag or pinch begins. */
  begin(): void;
  panBy(px: number): void;
  /** `factor` times as much is to be seen; what is at `x` stays. */
  zoomBy(factor: number, x: number): void;
  reset(): void;
  /** To the oldest or the newest candle. */
  jump(to: 'oldest' | 'newest'): void;
  /** Without a place there is none any more. */
  cross(at?: Point): void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

type Mode =
  | { readonly is: 'idle' }
  /** Down, and not known yet what it will be. */
  | { readonly is: 'pressed'; readonly from: Point; readonly cancelLongPress: () => void }
  | { readonly is: 'panning'; readonly last: Point }
  | { readonly is: 'pinching'; readonly distance: number; readonly middle: Point }
  | { readonly is: 'crossing' };

const SLOP_PX = 6;
const LONG_PRESS_MS = 350;
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 28;

/**
 * Drag pans, two fingers pan and zoom, a long press or a hovering mouse shows the crosshair, a double tap resets.
 * Vertical swipes stay the browser's (`touch-action: pan-y` on the host): it cancels the pointer when it takes one.
 * @returns takes all listeners away
 */
export function attachGestures(host: HTMLElement, target: GestureTarget, clock: PageClock): () => void {
  const down = new Map<number, Point>();
  let mode: Mode = { is: 'idle' };
  let tap: { readonly at: Point; readonly ms: number } | undefined;
  const become = (next: Mode) => {
    if (mode.is === 'pressed') mode.cancelLongPress();
    if (mode.is === 'crossing' && next.is !== 'crossing') target.cross();
    mode = next;
  };
  const press = (from: Point, touch: boolean) => {
    const show = () => {
      become({ is: 'crossing' });
      target.cross(from);
    };
    become({ is: 'pressed', from, cancelLongPress: touch ? clock.after(LONG_PRESS_MS, show) : () => {} });
  };
  const pinch = () => {
    const [a, b] = [...down.values()];
    if (a && b) become({ is: 'pinching', ...spread(a, b) });
  };
  const move = (at: Point) => {
    switch (mode.is) {
      case 'idle':
        return;
      case 'pressed': {
        const [dx, dy] = [at.x - mode.from.x, at.y - mode.from.y];
        if (Math.hypot(dx, dy) < SLOP_PX) return;
        if (Math.abs(dx) < Math.abs(dy)) return become({ is: 'idle' });
        target.begin();
        target.panBy(dx);
        return become({ is: 'panning', last: at });
      }
      case 'panning':
        target.panBy(at.x - mode.last.x);
        mode = { is: 'panning', last: at };
        return;
      case 'pinching': {
        const [a, b] = [...down.values()];
        if (!a || !b) return;
        const now = spread(a, b);
        target.panBy(now.middle.x - mode.middle.x);
        target.zoomBy(mode.distance / now.distance, now.middle.x);
        mode = { is: 'pinching', ...now };
        return;
      }
      case 'crossing':
        return target.cross(at);
      default:
        return mode satisfies never;
    }
  };
  const tapped = (at: Point) => {
    const ms = clock.nowMs();
    const twice =
      tap && ms - tap.ms < DOUBLE_TAP_MS && Math.hypot(at.x - tap.at.x, at.y - tap.at.y) < DOUBLE_TAP_PX;
    tap = twice ? undefined : { at, ms };
    if (twice) target.reset();
  };

  const off = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(
    type: K,
    run: (event: HTMLElementEventMap[K]) => void,
    passive = true,
  ) => host.addEventListener(type, run, { signal: off.signal, passive });
  let corner: Point = { x: 0, y: 0 };
  const pointOf = (event: MouseEvent): Point => {
    // To read it is dear. Where fingers are on the chart, nothing scrolls.
    if (down.size === 0) corner = host.getBoundingClientRect();
    return { x: event.clientX - corner.x, y: event.clientY - corner.y };
  };

  on('pointerdown', (event) => {
    if (event.button !== 0) return;
    const at = pointOf(event);
    down.set(event.pointerId, at);
    host.setPointerCapture(event.pointerId);
    if (down.size === 2) {
      target.begin();
      pinch();
    } else if (down.size === 1) press(at, event.pointerType !== 'mouse');
  });
  on('pointermove', (event) => {
    const at = pointOf(event);
    if (down.has(event.pointerId)) {
      down.set(event.pointerId, at);
      move(at);
    } else if (event.pointerType === 'mouse') target.cross(at);
  });
  const lift = (event: PointerEvent) => {
    const at = down.get(event.pointerId);
    if (!at || !down.delete(event.pointerId)) return;
    const [rest] = [...down.values()];
    if (mode.is === 'pressed' && event.type === 'pointerup') tapped(at);
    if (mode.is === 'pinching' && rest) become({ is: 'panning', last: rest });
    else if (!rest) become({ is: 'idle' });
  };
  on('pointerup', lift);
  on('pointercancel', lift);
  on('pointerleave', (event) => {
    if (event.pointerType === 'mouse' && down.size === 0) target.cross();
  });
  // Once a gesture is the chart's, the browser must not begin to scroll in the middle of it.
  on(
    'touchmove',
    (event) => {
      const ours = mode.is === 'panning' || mode.is === 'pinching' || mode.is === 'crossing';
      if (ours && event.cancelable) event.preventDefault();
    },
    false,
  );
  // Keys go to what has the focus.
  host.tabIndex = 0;
  // A long press is the crosshair's.
  on('contextmenu', (event) => down.size > 0 && event.preventDefault(), false);
  on('keydown', (event) => onKey(event, target, host), false);
  on('wheel', (event) => onWheel(event, pointOf(event), target), false);
  return () => {
    become({ is: 'idle' });
    off.abort();
  };
}

const spread = (a: Point, b: Point): { distance: number; middle: Point } => ({
  distance: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)),
  middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
});

const KEY_PAN_PX = 48;
const KEY_ZOOM = 1.25;
const WHEEL_ZOOM = 0.01;

function onKey(event: KeyboardEvent, target: GestureTarget, host: HTMLElement): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const middle = host.clientWidth / 2;
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => target.panBy(KEY_PAN_PX),
    ArrowRight: () => target.panBy(-KEY_PAN_PX),
    '+': () => target.zoomBy(1 / KEY_ZOOM, middle),
    '=': () => target.zoomBy(1 / KEY_ZOOM, middle),
    '-': () => target.zoomBy(KEY_ZOOM, middle),
    Home: () => target.jump('oldest'),
    End: () => target.jump('newest'),
  };
  const act = actions[event.key];
  if (!act) return;
  event.preventDefault();
  target.begin();
  act();
}

/** A wheel sideways pans; with Ctrl, which is also what a trackpad's pinch sends, it zooms. Else the page scrolls. */
function onWheel(event: WheelEvent, at: Point, target: GestureTarget): void {
  const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
  if (!event.ctrlKey && !sideways) return;
  event.preventDefault();
  target.begin();
  if (event.ctrlKey) target.zoomBy(Math.exp(event.deltaY * WHEEL_ZOOM), at.x);
  else target.panBy(-event.deltaX);
}
