import { effect, type ReadonlySignal, signal } from '@preact/signals-react';
import { createCandles } from '../../../shared/domain/candle.ts';
import { formatPrice, formatScaled, withPercent } from '../../format/number.ts';
import { canUndoDrawing, type DrawingKind } from '../../state/drawing-kinds.ts';
import { type Drawing, type DrawingStore, MAX_DRAWINGS } from '../../state/drawings.ts';
import type { DrawingScene } from '../chart-model.ts';
import type { ChartTheme } from '../chart-theme.ts';
import { fontOf, inCssPixels, TEXT_PX } from '../geometry.ts';
import type { Grabber } from '../gestures.ts';
import type { LiveChart } from '../live-chart.ts';
import { type Grid, type Outline, outlineOf, type Stroke } from './drawing-geometry.ts';
import { type History, noted } from './drawing-history.ts';
import { type DrawingEvent, type DrawingState, openEnd, shownOf, step } from './drawing-machine.ts';

/** What a finger, or the tip of a mouse, may miss a line by; CSS pixels. */
const TOUCH_RADIUS_PX = 18;
const MOUSE_RADIUS_PX = 7;

export interface DrawingLayer {
  readonly state: ReadonlySignal<DrawingState>;
  choose(kind: DrawingKind): void;
  select(index: number): void;
  /** All of them without an index. */
  delete(index?: number): void;
  /** Takes back the last change of this chart: an addition, a move or a removal. */
  undo(): void;
  /** Ends the placing, or gives up the selection. */
  done(): void;
  destroy(): void;
}

/**
 * The drawings of one instrument on a chart. Their canvas lies between the candles and what ticks: it is painted with the
 * candles and when a drawing changes, never by a tick.
 */
export function createDrawingLayer(
  chart: LiveChart,
  instrument: { readonly code: string; readonly precision: number },
  store: DrawingStore,
): DrawingLayer {
  const canvas = document.createElement('canvas');
  const state = signal<DrawingState>({ status: 'idle' });
  const list = store.of(instrument);
  /** The drawings that the state is about; undefined while both change. */
  let known: readonly Drawing[] | undefined = list.peek();
  let scene: DrawingScene | undefined;
  const history = signal<History>([]);
  const undo = (): boolean => {
    const to = history.peek().at(-1);
    if (to === undefined) return false;
    history.value = history.peek().slice(0, -1);
    return handle({ type: 'undo', to });
  };
  const handle = (event: DrawingEvent): boolean => {
    const before = state.peek();
    const grid = scene ? gridOf(scene) : NOTHING;
    // There is nothing to touch yet.
    if ('at' in event && grid.candles.length === 0) return false;
    const next = step(before, event, list.peek(), grid);
    known = undefined;
    state.value = next.state;
    if (next.drawings) {
      if (event.type !== 'undo') history.value = noted(history.peek(), list.peek(), next.drawings);
      store.save(instrument, next.drawings);
    }
    known = list.peek();
    return next.state !== before;
  };
  const radius = (isTouch: boolean): number => (isTouch ? TOUCH_RADIUS_PX : MOUSE_RADIUS_PX);
  const grabber: Grabber = (at, isTouch) => {
    if (!handle({ type: 'down', at, radius: radius(isTouch) })) return undefined;
    let hasMoved = false;
    const hideCross = () => hasMoved && chart.cross();
    return {
      drag(to) {
        hasMoved = true;
        handle({ type: 'drag', at: to });
        // The finger hides the end that it moves: the crosshair says its price and time.
        chart.cross(to);
      },
      drop() {
        hideCross();
        return handle({ type: 'drop' });
      },
      abandon() {
        hideCross();
        handle({ type: 'abandon' });
      },
    };
  };
  let removeGrabber = chart.addGrabber(grabber);
  const removeTap = chart.onTap((at, isTouch) => handle({ type: 'tap', at, radius: radius(isTouch) }));
  const paint = (now: DrawingScene) => {
    scene = now;
    paintDrawings(canvas, now, list.peek(), state.peek());
  };
  // After the chart's own listener, which has ended a press: nothing is pressed any longer.
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && state.peek().status === 'placing') handle({ type: 'done' });
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.code === 'KeyZ';
    // A field takes back what was typed.
    if (isUndo && !(event.target instanceof HTMLInputElement) && undo()) event.preventDefault();
  };
  document.addEventListener('keydown', onKey);
  const stop = effect(() => {
    // Read here, so that the effect runs for both.
    const [now, shown] = [list.value, state.value];
    if (known && now !== known) {
      // A step back would take away what the other tab has drawn.
      history.value = [];
      handle({ type: 'changed', before: known });
    }
    canUndoDrawing.value = history.value.length > 0;
    chart.set({ drawings: (now) => shown && paint(now) });
  });
  return {
    state,
    choose(kind) {
      // Added again, to be asked before the lines of orders: the new drawing may begin on one of them.
      removeGrabber();
      removeGrabber = chart.addGrabber(grabber);
      handle({ type: 'choose', kind });
    },
    select: (index) => handle({ type: 'select', index }),
    delete: (index) => handle({ type: 'delete', ...(index !== undefined && { index }) }),
    undo,
    done: () => handle({ type: 'done' }),
    destroy() {
      stop();
      canUndoDrawing.value = false;
      document.removeEventListener('keydown', onKey);
      removeGrabber();
      removeTap();
      chart.set({ drawings: undefined });
      canvas.remove();
    },
  };
}

export const isFull = (list: readonly Drawing[]): boolean => list.length >= MAX_DRAWINGS;

/** Before the first paint. */
const NOTHING: Grid = {
  candles: createCandles(0),
  periodS: 1,
  at: { left: 0, top: 0, width: 1, height: 1, floor: 1, from: 0, span: 1, lowest: 0, highest: 1 },
};

const gridOf = ({ candles, periodS, at, pixelRatio }: DrawingScene): Grid => ({
  candles,
  periodS,
  at: inCssPixels(at, pixelRatio),
});

function paintDrawings(
  canvas: HTMLCanvasElement,
  scene: DrawingScene,
  list: readonly Drawing[],
  state: DrawingState,
): void {
  const { below, pixelRatio, theme, candles } = scene;
  if (canvas.previousElementSibling !== below) below.after(canvas);
  const ctx = canvas.getContext('2d');
  if (!ctx) return;
  // Setting a size also clears the canvas and resets its context.
  Object.assign(canvas, { width: below.width, height: below.height });
  if (candles.length === 0) return;
  const grid = gridOf(scene);
  const { list: shown, selected } = shownOf(state, list);
  ctx.scale(pixelRatio, pixelRatio);
  ctx.font = fontOf(theme.fontFamily, 1);
  ctx.textBaseline = 'middle';
  const { left, top, width, height } = grid.at;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  const outlines = shown.map((drawing) => outlineOf(grid, drawing));
  for (const [index, outline] of outlines.entries()) paintStrokes(ctx, outline, scene, index === selected);
  const end = openEnd(state);
  if (end) paintHandles(ctx, outlineOf(grid, { kind: 'trend', from: end, to: end }), scene);
  ctx.restore();
  for (const [index, { strokes }] of outlines.entries()) {
    if (shown[index]?.kind === 'horizontal')
      paintPrice(ctx, strokes[0], grid, scene, canvas.width / pixelRatio);
  }
}

function paintStrokes(
  ctx: CanvasRenderingContext2D,
  outline: Outline,
  scene: DrawingScene,
  isSelected: boolean,
): void {
  const { theme, precision } = scene;
  ctx.strokeStyle = theme.drawing;
  for (const { from, to, level } of outline.strokes) {
    ctx.lineWidth = isSelected ? 2 : level === undefined ? 1.5 : 1;
    ctx.beginPath();
    ctx.moveTo(from.x, from.y);
    ctx.lineTo(to.x, to.y);
    ctx.stroke();
  }
  let labelled = Number.NEGATIVE_INFINITY;
  for (const { from, level, price } of outline.strokes) {
    if (level === undefined || price === undefined) continue;
    // Of labels that would touch, the first stays.
    if (Math.abs(from.y - labelled) < LEVEL_PX) continue;
    labelled = from.y;
    const text = `${withPercent(formatScaled(level, 1))}  ${formatPrice(price, precision)}`;
    const width = ctx.measureText(text).width + 2 * PAD_PX;
    paintTag(ctx, theme, text, [Math.max(from.x, 0) + 4, from.y - LEVEL_PX, width, LEVEL_PX]);
  }
  if (isSelected) paintHandles(ctx, outline, scene);
}

const HANDLE_PX = 6;

function paintHandles(ctx: CanvasRenderingContext2D, { handles }: Outline, { theme }: DrawingScene): void {
  ctx.fillStyle = theme.surface;
  ctx.strokeStyle = theme.drawing;
  ctx.lineWidth = 2;
  for (const { x, y } of handles) {
    ctx.beginPath();
    ctx.arc(x, y, HANDLE_PX, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
}

/** The price of a horizontal line, on the price axis. */
function paintPrice(
  ctx: CanvasRenderingContext2D,
  stroke: Stroke | undefined,
  { at }: Grid,
  { theme, precision }: DrawingScene,
  width: number,
): void {
  if (!stroke || stroke.price === undefined) return;
  const { y } = stroke.from;
  if (y < at.top || y > at.top + at.height) return;
  const right = at.left + at.width;
  paintTag(ctx, theme, formatPrice(stroke.price, precision), [right + 1, y - 9, width - right - 1, 18]);
}

const PAD_PX = 5;
/** Height of the label of a level, which stands on its line. */
const LEVEL_PX = TEXT_PX + 3;

function paintTag(
  ctx: CanvasRenderingContext2D,
  theme: ChartTheme,
  text: string,
  [x, y, width, height]: readonly [x: number, y: number, width: number, height: number],
): void {
  ctx.fillStyle = theme.raised;
  ctx.beginPath();
  ctx.roundRect(x, y, width, height, 4);
  ctx.fill();
  ctx.fillStyle = theme.drawing;
  ctx.fillText(text, x + PAD_PX, y + height / 2);
}
