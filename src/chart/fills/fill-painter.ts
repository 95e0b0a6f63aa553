import type { ChartModel, Studies } from '../chart-model.ts';
import { type Projection, xOf, yOf } from '../geometry.ts';
import { type Filled, type Mark, marksOf, type Pair, seenOf } from './fill-marks.ts';

/** Half the width of a mark, its height, the line of a hollow one, and the edge that parts it from the candles; CSS pixels. */
const HALF_PX = 4.5;
const HEIGHT_PX = 7;
const LINE_PX = 1.5;
const EDGE_PX = 1;

interface FillPainterOptions {
  readonly orders: readonly Filled[];
  /** Whether they are painted; what is in view is reported all the same. */
  readonly isOn: boolean;
  /** Called with the times in view, ms; Infinity where the newest candle is in it. */
  onView(fromMs: number, toMs: number): void;
  /** Called with whether there are marks in view, whenever they may have changed. */
  onSeen(isAny: boolean): void;
}

/**
 * Paints fills: a triangle that touches the price, upwards from below for a buy, downwards from above for a sell; hollow at
 * an exit, and a line from entry to exit in the colour of the result.
 */
export function createFillPainter({ orders, isOn, onView, onSeen }: FillPainterOptions): Studies['paint'] {
  let placed: readonly Mark[] = [];
  let shown = seenOf(placed, [0, 0]);
  let known: Seen | undefined;
  return (ctx, model, [from, to], at, ratio, part) => {
    const { candles, revision, periodS } = model;
    const newest = candles.length - 1;
    const now = { candles, revision, low: candles.low[newest], high: candles.high[newest], from, to };
    const areOther = !known || candles !== known.candles || revision !== known.revision;
    // An order that was just filled may have a price that the newest candle has only now.
    const isNew =
      areOther || orders.some(({ openPrice }) => has(now, openPrice) && !(known && has(known, openPrice)));
    if (isNew) placed = marksOf(orders, candles, periodS);
    if (isNew || from !== known?.from || to !== known.to) {
      shown = seenOf(placed, [from, to]);
      onSeen(shown.marks.length > 0);
    }
    known = now;
    if (part === 'past')
      onView(
        (candles.time[from] ?? 0) * 1000,
        to > newest ? Number.POSITIVE_INFINITY : (candles.time[to] ?? 0) * 1000,
      );
    if (!isOn) return;
    const marks = shown.marks.filter(({ index }) => (index === newest) === (part === 'newest'));
    const pairs = part === 'past' ? [...shown.pairs] : [];
    if (marks.length + pairs.length === 0) return;
    const pen = { ctx, at, ratio, theme: model.theme };
    ctx.save();
    ctx.beginPath();
    ctx.rect(at.left, at.top, at.width, at.height);
    ctx.clip();
    ctx.setLineDash([]);
    for (const pair of pairs) paintPair(pen, pair);
    for (const mark of marks) paintMark(pen, mark);
    ctx.restore();
  };
}

/** What marks were computed from: low and high are those of the newest candle. */
interface Seen extends Pick<ChartModel, 'candles' | 'revision'> {
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly from: number;
  readonly to: number;
}

const has = ({ low = 0, high = 0 }: Seen, price: number): boolean => low <= price && price <= high;

interface Pen {
  readonly ctx: CanvasRenderingContext2D;
  readonly at: Projection;
  readonly ratio: number;
  readonly theme: ChartModel['theme'];
}

function paintPair({ ctx, at, ratio, theme }: Pen, { entry, exit, profit }: Pair): void {
  ctx.strokeStyle = profit > 0 ? theme.up : profit < 0 ? theme.down : theme.quietInk;
  ctx.lineWidth = ratio;
  ctx.beginPath();
  ctx.moveTo(xOf(at, entry.index), yOf(at, entry.price));
  ctx.lineTo(xOf(at, exit.index), yOf(at, exit.price));
  ctx.stroke();
}

function paintMark({ ctx, at, ratio, theme }: Pen, { index, price, side, isExit }: Mark): void {
  const [x, y] = [xOf(at, index), yOf(at, price)];
  const end = y + HEIGHT_PX * ratio * (side === 'buy' ? 1 : -1);
  const colour = side === 'buy' ? theme.up : theme.down;
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x + HALF_PX * ratio, end);
  ctx.lineTo(x - HALF_PX * ratio, end);
  ctx.closePath();
  ctx.lineJoin = 'round';
  ctx.lineWidth = (2 * EDGE_PX + (isExit ? LINE_PX : 0)) * ratio;
  ctx.strokeStyle = theme.surface;
  ctx.stroke();
  ctx.fillStyle = isExit ? theme.surface : colour;
  ctx.fill();
  if (!isExit) return;
  ctx.lineWidth = LINE_PX * ratio;
  ctx.strokeStyle = colour;
  ctx.stroke();
}
