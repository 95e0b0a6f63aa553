import uPlot from 'uplot';
import { fontOf, type Projection, type Range, traceCandles } from './geometry.ts';
import { drawOverlay } from './overlay.ts';
import type { Scene } from './scene.ts';

export function paintCandles(
  ctx: CanvasRenderingContext2D,
  { candles, look }: Scene,
  range: Range,
  at: Projection,
): void {
  const [up, down] = [new Path2D(), new Path2D()];
  traceCandles(candles, range, at, uPlot.pxRatio, up, down);
  ctx.save();
  ctx.beginPath();
  ctx.rect(at.left, at.top, at.width, at.height);
  ctx.clip();
  ctx.fillStyle = look.up;
  ctx.fill(up);
  ctx.fillStyle = look.down;
  ctx.fill(down);
  ctx.restore();
}

type PaintLayer = (scene: Scene, seen: Range, at: Projection) => void;

/**
 * A canvas above uPlot's and of its size, for what changes with a tick, a finger or an order: the newest candle, and
 * what lies over all of them. The answer paints it.
 */
export function createLayer(below: HTMLCanvasElement): PaintLayer {
  const canvas = document.createElement('canvas');
  const ctx = canvas.getContext('2d');
  below.after(canvas);
  let font = '';
  return (scene, [from, to], at) => {
    if (!ctx) return;
    const { width, height } = below;
    const wanted = fontOf(scene.look.fontFamily, uPlot.pxRatio);
    if (canvas.width !== width || canvas.height !== height || font !== wanted) {
      Object.assign(canvas, { width, height });
      ctx.font = font = wanted;
      ctx.textBaseline = 'middle';
    }
    ctx.clearRect(0, 0, width, height);
    if (from === to) return;
    const { length } = scene.candles;
    if (to === length) paintCandles(ctx, scene, [length - 1, length], at);
    drawOverlay(ctx, scene, at, uPlot.pxRatio);
  };
}
