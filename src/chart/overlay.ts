import { price } from '../../shared/domain/price.ts';
import { formatPrice } from '../format/number.ts';
import { type Projection, TEXT_PX, xOf, yOf } from './geometry.ts';
import { priceTicks } from './price-axis.ts';
import type { PriceLine, Scene } from './scene.ts';
import { candleTimeText } from './time-axis.ts';

const TAG_PX = 18;
const PAD_PX = 5;

/** What lies over the candles: order lines, the last price, the crosshair. Later ones cover earlier ones. */
export function drawOverlay(
  ctx: CanvasRenderingContext2D,
  scene: Scene,
  at: Projection,
  pixelRatio: number,
): void {
  const pen = createPen(ctx, at, pixelRatio, scene);
  for (const line of scene.lines) drawLine(pen, line, scene);
  drawLastLine(pen, scene);
  makeRoom(pen, scene);
  for (const line of scene.lines) drawTags(pen, line, scene);
  drawLastTag(pen, scene);
  if (scene.cross) drawCross(pen, scene, scene.cross.index, scene.cross.y * pixelRatio);
}

interface Pen {
  readonly at: Projection;
  /** From the floor of the plot to the middle of a tag on the time axis. */
  readonly belowPx: number;
  /** Pixel row of a price, undefined outside the plot. */
  row(points: number): number | undefined;
  horizontal(y: number, colour: string, dash: readonly number[]): void;
  vertical(x: number, colour: string): void;
  /** A filled label; `x` is its start, or its middle. */
  tag(text: string, x: number, y: number, fill: string, ink: string, from?: 'start' | 'middle'): void;
  priceTag(points: number, y: number, fill: string, ink: string): void;
  /** Pixel rows of the price axis' labels. */
  ticks(): readonly number[];
  /** Wipes a label off the price axis. */
  wipe(y: number): void;
  /** Whether a tag at `y` would cover a part of the label at `tick`. */
  touches(y: number, tick: number): boolean;
}

function createPen(ctx: CanvasRenderingContext2D, at: Projection, ratio: number, scene: Scene): Pen {
  const right = at.left + at.width;
  const thin = Math.max(1, Math.round(ratio));
  const stroke = (
    colour: string,
    dash: readonly number[],
    ...[x0, y0, x1, y1]: [number, number, number, number]
  ) => {
    ctx.strokeStyle = colour;
    ctx.lineWidth = thin;
    ctx.setLineDash(dash.map((length) => length * ratio));
    ctx.beginPath();
    ctx.moveTo(x0, y0);
    ctx.lineTo(x1, y1);
    ctx.stroke();
  };
  const crisp = (value: number): number => Math.round(value) + (thin % 2) / 2;
  const box = (text: string, x: number, y: number, width: number, fill: string, ink: string) => {
    ctx.fillStyle = fill;
    ctx.beginPath();
    ctx.roundRect(x, Math.round(y - (TAG_PX * ratio) / 2), width, TAG_PX * ratio, 4 * ratio);
    ctx.fill();
    ctx.fillStyle = ink;
    ctx.textAlign = 'start';
    ctx.fillText(text, x + PAD_PX * ratio, y);
  };
  const tagHalf = (TAG_PX / 2) * ratio;
  const textHalf = (TEXT_PX / 2 + 1) * ratio;
  return {
    at,
    ticks: () => priceTicks(at.lowest, at.highest, at.height / ratio).map((points) => yOf(at, points)),
    wipe(y) {
      ctx.fillStyle = scene.look.surface;
      ctx.fillRect(right + ratio, y - textHalf, ctx.canvas.width - right - ratio, 2 * textHalf);
    },
    touches: (y, tick) => Math.abs(y - tick) < tagHalf + textHalf,
    belowPx: (TAG_PX / 2 + 3) * ratio,
    row(points) {
      const y = yOf(at, points);
      return y >= at.top && y <= at.top + at.height ? y : undefined;
    },
    horizontal: (y, colour, dash) => stroke(colour, dash, at.left, crisp(y), right, crisp(y)),
    vertical: (x, colour) => stroke(colour, [], crisp(x), at.top, crisp(x), at.top + at.height),
    tag(text, x, y, fill, ink, from = 'start') {
      const width = ctx.measureText(text).width + 2 * PAD_PX * ratio;
      const start = from === 'start' ? x : Math.min(Math.max(at.left, x - width / 2), right - width);
      box(text, start, y, width, fill, ink);
    },
    priceTag(points, y, fill, ink) {
      box(
        formatPrice(price(points), scene.precision),
        right + ratio,
        y,
        ctx.canvas.width - right - ratio,
        fill,
        ink,
      );
    },
  };
}

/** A label that a tag covers in part would read as a torn one: it goes altogether. */
function makeRoom(pen: Pen, scene: Scene): void {
  const tags = [...scene.lines.map((line) => pen.row(line.price)), lastPrice(pen, scene)?.y];
  for (const tick of pen.ticks()) {
    if (tags.some((y) => y !== undefined && pen.touches(y, tick))) pen.wipe(tick);
  }
}

const lineColour = ({ kind }: PriceLine, { look }: Scene): string =>
  kind === 'take-profit' ? look.up : kind === 'stop-loss' ? look.down : look.accent;

function drawLine(pen: Pen, line: PriceLine, scene: Scene): void {
  const y = pen.row(line.price);
  if (y !== undefined) pen.horizontal(y, lineColour(line, scene), line.kind === 'position' ? [] : [5, 3]);
}

function drawTags(pen: Pen, line: PriceLine, scene: Scene): void {
  const y = pen.row(line.price);
  if (y === undefined) return;
  const colour = lineColour(line, scene);
  pen.tag(line.text, pen.at.left, y, scene.look.raised, colour);
  pen.priceTag(line.price, y, scene.look.raised, colour);
}

interface LastPrice {
  readonly close: number;
  readonly y: number;
  readonly rising: boolean;
}

/** The last price, when it is in view. */
function lastPrice(pen: Pen, { candles }: Scene): LastPrice | undefined {
  const at = candles.length - 1;
  const [open, close] = [candles.open[at], candles.close[at]];
  if (at < 0 || open === undefined || close === undefined) return undefined;
  const y = pen.row(close);
  return y === undefined ? undefined : { close, y, rising: close >= open };
}

function drawLastLine(pen: Pen, scene: Scene): void {
  const { look, stale } = scene;
  const last = lastPrice(pen, scene);
  if (last) pen.horizontal(last.y, stale ? look.quietInk : last.rising ? look.up : look.down, [2, 3]);
}

function drawLastTag(pen: Pen, scene: Scene): void {
  const { look, stale } = scene;
  const last = lastPrice(pen, scene);
  if (!last) return;
  if (stale) pen.priceTag(last.close, last.y, look.raised, look.ink);
  else pen.priceTag(last.close, last.y, last.rising ? look.upFill : look.downFill, look.fillInk);
}

function drawCross(pen: Pen, { candles, look, periodS }: Scene, index: number, y: number): void {
  const { at } = pen;
  const x = xOf(at, index);
  const row = Math.min(Math.max(y, at.top), at.top + at.height);
  const points = Math.round(at.highest - ((row - at.top) / at.height) * (at.highest - at.lowest));
  pen.vertical(x, look.quietInk);
  pen.horizontal(row, look.quietInk, [4, 3]);
  pen.priceTag(points, row, look.ink, look.surface);
  const floor = at.top + at.height;
  const label = candleTimeText(candles.time[index] ?? 0, periodS);
  pen.tag(label, x, floor + pen.belowPx, look.ink, look.surface, 'middle');
}
