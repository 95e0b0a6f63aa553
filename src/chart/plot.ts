import uPlot from 'uplot';
import { price } from '../../shared/price.ts';
import { formatPrice } from '../format/number.ts';
import { type Columns, type Projection, priceBounds, traceCandles } from './geometry.ts';
import { drawOverlay, fontOf } from './overlay.ts';
import { priceTicks } from './price-axis.ts';
import type { Scene } from './scene.ts';
import { timeLabels } from './time-axis.ts';
import { visibleRange } from './view.ts';

/** uPlot as a candle chart: it keeps canvas, scales and axes, the candles are drawn in its `draw` hook. */
export interface Plot {
  /** Draws now. `axes`: labels may have changed although the scales have not. */
  draw(axes: boolean): void;
  resize(width: number, height: number): void;
  /** Of the part that holds candles, CSS pixels. */
  width(): number;
  destroy(): void;
}

const TIME_AXIS_PX = 24;
const AIR_PX = 14;

export function createPlot(host: HTMLElement, scene: Scene, width: number, height: number): Plot {
  let columns = noColumns();
  let priceAxis = { digits: 0, ratio: 0, family: '', px: 56 };
  let labels: readonly string[] = [];

  const plot = new uPlot(
    {
      width,
      height,
      padding: [AIR_PX, 0, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      scales: {
        x: { time: false, auto: false, range: given },
        y: { auto: false, range: given },
      },
      series: [{}, ...['open', 'high', 'low', 'close'].map((label) => ({ label, scale: 'y', show: false }))],
      axes: [
        {
          ...axisLook(scene),
          size: TIME_AXIS_PX,
          splits: () => {
            const { candles, view, periodS } = scene;
            const [from, to] = visibleRange(view, candles.length);
            const seen = { from, to, left: view.end - view.span };
            const made = timeLabels(candles.time, seen, periodS, cssWidth() / view.span);
            labels = made.text;
            return [...made.at];
          },
          values: () => [...labels],
        },
        {
          ...axisLook(scene),
          scale: 'y',
          side: 1,
          size: () => priceAxis.px,
          splits: (u, _axis, lowest, highest) =>
            columns.index.length === 0 ? [] : priceTicks(lowest, highest, u.bbox.height / uPlot.pxRatio),
          values: (_u, ticks) => ticks.map((tick) => formatPrice(price(tick), scene.precision)),
        },
      ],
      hooks: { draw: [(u) => paint(u)] },
    },
    [[], [], [], [], []],
    host,
  );

  const cssWidth = (): number => plot.bbox.width / uPlot.pxRatio;

  function paint(u: uPlot): void {
    if (columns.index.length === 0) return;
    const at = projectionOf(u);
    const { ctx } = u;
    ctx.save();
    ctx.beginPath();
    ctx.rect(at.left, at.top, at.width, at.height);
    ctx.clip();
    const [up, down] = [new Path2D(), new Path2D()];
    traceCandles(columns, at, uPlot.pxRatio, up, down);
    ctx.fillStyle = scene.look.up;
    ctx.fill(up);
    ctx.fillStyle = scene.look.down;
    ctx.fill(down);
    ctx.restore();
    drawOverlay(ctx, scene, at, uPlot.pxRatio);
  }

  /** The price axis is as wide as its longest label; digits are tabular, so their number decides. */
  function fitPriceAxis(highest: number): void {
    const { fontFamily } = scene.look;
    const digits = formatPrice(price(Math.round(highest)), scene.precision).length;
    if (digits === priceAxis.digits && fontFamily === priceAxis.family && uPlot.pxRatio === priceAxis.ratio)
      return;
    plot.ctx.save();
    plot.ctx.font = fontOf(fontFamily, uPlot.pxRatio);
    const text = plot.ctx.measureText('0'.repeat(digits)).width / uPlot.pxRatio;
    plot.ctx.restore();
    priceAxis = { digits, family: fontFamily, ratio: uPlot.pxRatio, px: Math.ceil(text) + 12 };
  }

  return {
    draw(axes) {
      columns = columnsInView(scene);
      const [lowest, highest] = priceBounds(columns);
      fitPriceAxis(highest);
      const { end, span } = scene.view;
      const { index, open, high, low, close } = columns;
      plot.batch(() => {
        plot.setData([index, open, high, low, close], false);
        plot.setScale('x', { min: end - span, max: end });
        plot.setScale('y', { min: lowest, max: highest });
        if (axes) plot.redraw(false, true);
      });
    },
    resize: (wide, high) => plot.setSize({ width: wide, height: high }),
    width: cssWidth,
    destroy: () => plot.destroy(),
  };
}

const given = (_u: uPlot, min: number | null, max: number | null): [number, number] => [min ?? 0, max ?? 1];

/** What both axes share. One distance covers any range, since the places of the labels come from `splits`. */
const axisLook = (scene: Scene): uPlot.Axis => ({
  stroke: () => scene.look.quietInk,
  font: `11px ${scene.look.fontFamily}`,
  gap: 6,
  ticks: { show: false },
  grid: { stroke: () => scene.look.hairline, width: 1 },
  incrs: (_u, _axis, min, max) => [Math.max(5, Math.ceil(max - min))],
});

const noColumns = (): Columns => {
  const empty = new Float64Array(0);
  return { index: empty, open: empty, high: empty, low: empty, close: empty };
};

let indices = new Float64Array(0);

/** Views of what is in view: what uPlot gets, and so what it costs, does not grow with history. */
function columnsInView({ candles, view }: Scene): Columns {
  const [from, to] = visibleRange(view, candles.length);
  if (indices.length < to)
    indices = Float64Array.from({ length: Math.max(to, indices.length * 2) }, (_, i) => i);
  return {
    index: indices.subarray(from, to),
    open: candles.open.subarray(from, to),
    high: candles.high.subarray(from, to),
    low: candles.low.subarray(from, to),
    close: candles.close.subarray(from, to),
  };
}

function projectionOf({ bbox, scales }: uPlot): Projection {
  const from = scales.x?.min ?? 0;
  return {
    left: bbox.left,
    top: bbox.top,
    width: bbox.width,
    height: bbox.height,
    from,
    span: (scales.x?.max ?? 1) - from,
    lowest: scales.y?.min ?? 0,
    highest: scales.y?.max ?? 1,
  };
}
