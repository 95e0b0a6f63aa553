import { price } from '../../shared/domain/price.ts';
import { formatPrice } from '../format/number.ts';
import type { ChartTheme } from './chart-theme.ts';
import { type Projection, TEXT_PX, yOf } from './geometry.ts';

/** Height of a tag, CSS pixels. */
const TAG_PX = 18;
const PAD_PX = 5;

/** What the parts of the overlay draw with. Rows and columns are pixels of the canvas. */
export interface Pen {
  /** Pixel row of a price, undefined outside the plot. */
  row(points: number): number | undefined;
  horizontal(y: number, colour: string, dash: readonly number[]): void;
  vertical(x: number, colour: string): void;
  /** A filled label on the time axis; `x` is its middle, unless it would leave the plot. */
  timeTag(text: string, x: number, fill: string, ink: string): void;
  priceTag(points: number, y: number, fill: string, ink: string): void;
  /** Erases a label of the price axis. */
  wipe(y: number): void;
  /** Whether a tag at `y` would cover a part of the label at `tick`. */
  touches(y: number, tick: number): boolean;
}

export function createPen(
  ctx: CanvasRenderingContext2D,
  at: Projection,
  ratio: number,
  model: { readonly theme: ChartTheme; readonly precision: number },
): Pen {
  const right = at.left + at.width;
  const beside = right + ratio;
  const wide = ctx.canvas.width - beside;
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
    wipe(y) {
      ctx.fillStyle = model.theme.surface;
      ctx.fillRect(beside, y - textHalf, wide, 2 * textHalf);
    },
    touches: (y, tick) => Math.abs(y - tick) < tagHalf + textHalf,
    row(points) {
      const y = yOf(at, points);
      return y >= at.top && y <= at.top + at.height ? y : undefined;
    },
    horizontal: (y, colour, dash) => stroke(colour, dash, at.left, crisp(y), right, crisp(y)),
    vertical: (x, colour) => stroke(colour, [], crisp(x), at.top, crisp(x), at.floor),
    timeTag(text, x, fill, ink) {
      const width = ctx.measureText(text).width + 2 * PAD_PX * ratio;
      const start = Math.min(Math.max(at.left, x - width / 2), right - width);
      box(text, start, at.floor + tagHalf + 3 * ratio, width, fill, ink);
    },
    priceTag: (points, y, fill, ink) =>
      box(formatPrice(price(points), model.precision), beside, y, wide, fill, ink),
  };
}
