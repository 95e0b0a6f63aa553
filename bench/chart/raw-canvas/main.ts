import type { CandleRow } from '../../../shared/domain/candle.ts';
import { offerChart } from '../bench-page.ts';
import { CANDLE_PX, type ChartSettings, DECIMALS, GAP_PX, toPrice } from '../contract.ts';

/**
 * A minimal candle chart: one canvas, one draw per frame, candles as filled boxes, a grid with labels, the last price,
 * and dragging. No crosshair, zoom or order lines.
 */
const AXIS_PX = 60;
const TIME_PX = 24;
const LINES = 5;

offerChart((rows, settings) => (host) => {
  const candles = [...rows];
  const canvas = document.createElement('canvas');
  const ctx = canvas.getContext('2d', { alpha: false });
  if (ctx === null) throw new Error('no canvas');
  const [width, height] = [host.clientWidth, host.clientHeight];
  canvas.width = width * devicePixelRatio;
  canvas.height = height * devicePixelRatio;
  canvas.style.cssText = `display: block; inline-size: ${width}px; block-size: ${height}px; touch-action: pan-y`;
  ctx.scale(devicePixelRatio, devicePixelRatio);
  host.append(canvas);
  const span = (width - AXIS_PX) / CANDLE_PX;
  const place: Place = { end: candles.length - 0.5 + GAP_PX / CANDLE_PX, span, width, height };
  let isWaiting = false;
  const draw = () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      drawAll(ctx, candles, place, settings);
    });
  };
  let lastX: number | undefined;
  canvas.addEventListener('pointerdown', ({ clientX, pointerId }) => {
    lastX = clientX;
    canvas.setPointerCapture(pointerId);
  });
  canvas.addEventListener('pointermove', ({ clientX }) => {
    if (lastX === undefined) return;
    place.end = Math.max(span - 0.5, place.end - (clientX - lastX) / CANDLE_PX);
    lastX = clientX;
    draw();
  });
  canvas.addEventListener('pointerup', () => {
    lastX = undefined;
  });
  draw();
  return {
    update(row) {
      candles[candles.length - 1] = row;
      draw();
    },
    seen: () => ({ from: place.end - span, to: place.end }),
  };
});

interface Place {
  /** Index of the candle at the end of the view. */
  end: number;
  readonly span: number;
  readonly width: number;
  readonly height: number;
}

function drawAll(
  ctx: CanvasRenderingContext2D,
  candles: readonly CandleRow[],
  { end, span, width, height }: Place,
  { up, down, ink, hairline, surface }: ChartSettings,
): void {
  const from = Math.max(0, Math.floor(end - span));
  const seen = candles.slice(from, Math.min(candles.length, Math.ceil(end) + 1));
  const highest = Math.max(...seen.map(([, , high]) => high));
  const lowest = Math.min(...seen.map(([, , , low]) => low));
  const bottom = height - TIME_PX;
  const y = (points: number) => 14 + ((highest - points) / (highest - lowest || 1)) * (bottom - 14);
  const x = (at: number) => (at - end + span) * CANDLE_PX;
  ctx.fillStyle = surface;
  ctx.fillRect(0, 0, width, height);
  ctx.font = '11px system-ui';
  for (let line = 0; line < LINES; line++) {
    const points = lowest + ((highest - lowest) * (line + 0.5)) / LINES;
    const at = Math.round((span / LINES) * (line + 0.5) + end - span);
    const time = candles[at]?.[0];
    ctx.fillStyle = hairline;
    ctx.fillRect(0, y(points), width - AXIS_PX, 0.5);
    ctx.fillRect(x(at), 0, 0.5, bottom);
    ctx.fillStyle = ink;
    ctx.fillText(toPrice(points).toFixed(DECIMALS), width - AXIS_PX + 6, y(points) + 4);
    if (time !== undefined) ctx.fillText(clockText(time), x(at) - 14, height - 8);
  }
  seen.forEach(([, open, high, low, close], i) => {
    const left = x(from + i - 0.5);
    if (left > width - AXIS_PX) return;
    ctx.fillStyle = close >= open ? up : down;
    ctx.fillRect(left + CANDLE_PX / 2 - 0.5, y(high), 1, y(low) - y(high));
    ctx.fillRect(
      left + 1,
      y(Math.max(open, close)),
      CANDLE_PX - 2,
      Math.max(1, Math.abs(y(open) - y(close))),
    );
  });
  const last = candles.at(-1)?.[4] ?? 0;
  ctx.fillStyle = ink;
  ctx.fillRect(0, y(last), width, 0.5);
  ctx.fillText(toPrice(last).toFixed(DECIMALS), width - AXIS_PX + 6, y(last) + 4);
}

const clockText = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 16);
