import uPlot from 'uplot';
import { currentTheme, translucent } from './chart-theme.ts';

/** CSS pixels. */
export interface SparklineSize {
  readonly width: number;
  readonly height: number;
}

/** What the figure beside the chart says: the line ends above its base exactly if that is above zero. */
export interface SparklineBase {
  /** The day's first price, in points. */
  readonly open: number;
  readonly isUp: boolean;
}

/** An area chart outside the document, drawn for one instrument after the other. */
export interface SparklinePlot {
  /**
   * Draws times and closes, one half of the array each, in the current colours and the pixel density of the device.
   * @param base drawn as a dashed line; the chart is of a quiet ink then, and otherwise has the colour of its own direction
   * @returns a PNG of this drawing, even if the plot draws again meanwhile; null if the browser lacks the memory
   */
  picture(points: Float64Array, base?: SparklineBase): Promise<Blob | null>;
}

const LINE_PX = 1.25;
const FILL_OPACITY = 0.26;

export function createSparklinePlot(size: SparklineSize): SparklinePlot {
  let isRising = true;
  let base: SparklineBase | undefined;
  const colour = (): string => currentTheme()[base ? 'secondInk' : isRising ? 'up' : 'down'];
  const plot = new uPlot(
    {
      ...size,
      padding: [2, 0, 1, 0],
      legend: { show: false },
      cursor: { show: false },
      select: { show: false, left: 0, top: 0, width: 0, height: 0 },
      axes: [{ show: false }, { show: false }],
      scales: { x: { time: false, auto: false, range: exactRange }, y: { auto: false, range: exactRange } },
      hooks: { drawClear: [(u) => base && drawBase(u, base.open)] },
      series: [
        {},
        {
          auto: false,
          stroke: colour,
          fill: (u) => shade(u, colour()),
          fillTo: (u) => u.scales['y']?.min ?? 0,
          width: LINE_PX,
          points: { show: false },
        },
      ],
    },
    [[], []],
  );
  return {
    picture(points, nextBase) {
      base = nextBase;
      const { times, closes, lowest, highest } = boundsOf(base ? endingBeside(points, base) : points);
      const last = times.length - 1;
      isRising = (closes[last] ?? 0) >= (closes[0] ?? 0);
      // uPlot draws a batch at its end, not in a later task.
      plot.batch(() => {
        plot.setData([times, closes], false);
        plot.setScale('x', { min: times[0] ?? 0, max: Math.max(times[last] ?? 1, (times[0] ?? 0) + 1) });
        plot.setScale('y', { min: lowest, max: highest });
      });
      return new Promise((done) => plot.ctx.canvas.toBlob(done));
    },
  };
}

/** The last point is the close of a minute, the figure beside it the present price: they may lie on different sides of the base. */
function endingBeside(points: Float64Array, { open, isUp }: SparklineBase): Float64Array {
  const last = points.at(-1) ?? open;
  if (isUp ? last >= open : last < open) return points;
  const closes = Float64Array.from(points);
  closes[closes.length - 1] = isUp ? open : open - 1;
  return closes;
}

/** At its price, or at the edge beyond which that lies. */
function drawBase(u: uPlot, open: number): void {
  const { ctx, bbox } = u;
  const half = devicePixelRatio / 2;
  const y = Math.max(half, Math.min(ctx.canvas.height - half, u.valToPos(open, 'y', true)));
  ctx.save();
  ctx.strokeStyle = currentTheme().rail;
  ctx.lineWidth = 2 * half;
  ctx.setLineDash([4 * half, 6 * half]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

const exactRange = (_u: uPlot, min: number | null, max: number | null): [number, number] => [
  min ?? 0,
  max ?? 1,
];

function boundsOf(points: Float64Array) {
  const half = points.length >>> 1;
  const closes = points.subarray(half);
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const close of closes) {
    lowest = Math.min(lowest, close);
    highest = Math.max(highest, close);
  }
  if (lowest > highest) [lowest, highest] = [0, 1];
  else if (lowest === highest) [lowest, highest] = [lowest - 1, highest + 1];
  return { times: points.subarray(0, half), closes, lowest, highest };
}

function shade({ ctx, bbox }: uPlot, colour: string): CanvasGradient {
  const fill = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height);
  fill.addColorStop(0, translucent(colour, FILL_OPACITY));
  fill.addColorStop(1, translucent(colour, 0));
  return fill;
}
