/* Volume, and prices as candles, bars, a line or an area: part of the chunk of studies.ts. */
import type { Candles } from '../../shared/domain/candle.ts';
import { translucent } from './chart-theme.ts';
import { bodyWidth, paintCandles, xOf, yOf } from './geometry.ts';
import { lineRange, type Pen, stroke, traceColumn } from './study-pen.ts';

/** The part of the prices' height that the volume fills. */
const VOLUME_SHARE = 0.18;

export function paintVolume({ ctx, model, at, ratio, range: [from, to] }: Pen, top: number): void {
  const { volume } = model.candles;
  const width = bodyWidth(at.width / at.span, Math.max(1, Math.round(ratio)));
  const floor = Math.round(at.top + at.height);
  ctx.fillStyle = model.theme.raised;
  for (let i = from; i < to; i++) {
    const high = Math.round(((volume[i] ?? 0) / top) * at.height * VOLUME_SHARE);
    if (high > 0) ctx.fillRect(Math.round(xOf(at, i) - width / 2), floor - high, width, high);
  }
}

export function paintPrices(pen: Pen, candles: Candles): void {
  const { ctx, model, at, ratio, range } = pen;
  switch (model.look.type) {
    case 'candles':
    case 'heikin-ashi':
      paintCandles(ctx, candles, model.theme, range, at, ratio);
      break;
    case 'bars':
      paintBars(pen, candles);
      break;
    case 'line':
    case 'area':
      paintClose(pen, candles.close);
      break;
  }
}

/** A stroke from low to high, with the open at its start and the close at its end. */
function paintBars({ ctx, model, at, ratio, range: [from, to] }: Pen, candles: Candles): void {
  const { open, high, low, close } = candles;
  const thin = Math.max(1, Math.round(ratio));
  const arm = Math.max(thin, Math.floor((at.width / at.span) * 0.36));
  for (let i = from; i < to; i++) {
    const [first, last] = [open[i] ?? 0, close[i] ?? 0];
    ctx.fillStyle = last >= first ? model.theme.up : model.theme.down;
    const left = Math.round(xOf(at, i) - thin / 2);
    const top = Math.round(yOf(at, high[i] ?? 0));
    ctx.fillRect(left, top, thin, Math.max(thin, Math.round(yOf(at, low[i] ?? 0)) - top));
    ctx.fillRect(left - arm, Math.round(yOf(at, first) - thin / 2), arm, thin);
    ctx.fillRect(left + thin, Math.round(yOf(at, last) - thin / 2), arm, thin);
  }
}

function paintClose(pen: Pen, close: Float64Array): void {
  const { ctx, model, at } = pen;
  const [from, to] = lineRange(pen);
  if (to - from < 1) return;
  if (model.look.type === 'area') {
    const ground = new Path2D();
    // On whole pixels, so that the two parts meet without a seam.
    ground.moveTo(Math.round(xOf(at, from)), at.top + at.height);
    for (let i = from; i < to; i++) {
      const isEdge = i === from || i === to - 1;
      ground.lineTo(isEdge ? Math.round(xOf(at, i)) : xOf(at, i), yOf(at, close[i] ?? 0));
    }
    ground.lineTo(Math.round(xOf(at, to - 1)), at.top + at.height);
    ctx.fillStyle = translucent(model.theme.ink, 0.1);
    ctx.fill(ground);
  }
  ctx.beginPath();
  traceColumn(pen, close, at);
  stroke(pen, model.theme.ink);
}
