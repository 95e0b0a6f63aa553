import uPlot from 'uplot';
import { price } from '../../shared/price.ts';
import { formatPrice } from '../format/number.ts';
import type { Range } from './geometry.ts';
import { priceTicks } from './price-axis.ts';
import type { Scene } from './scene.ts';
import { timeLabels } from './time-axis.ts';

const TIME_AXIS_PX = 24;

/** Candles: a line half-way between two pixels would be rounded now to the one, now to the other; wicks take the first. */
const HAIR = 1e-6;

/** What the axes ask of the plot that they belong to. */
interface Frame {
  /** Candles in view. */
  seen(): Range;
  /** Of the part that holds candles, CSS pixels. */
  width(): number;
  priceAxisPx(): number;
}

/** uPlot's axes: times below, prices at the end. */
export function chartAxes(scene: Scene, frame: Frame): uPlot.Axis[] {
  let times: readonly string[] = [];
  return [
    {
      ...axisLook(scene),
      size: TIME_AXIS_PX,
      splits() {
        const { candles, view, periodS } = scene;
        const [from, to] = frame.seen();
        const left = view.end - view.span;
        const made = timeLabels(candles.time, { from, to, left }, periodS, frame.width() / view.span);
        times = made.text;
        return made.at.map((index) => index - HAIR);
      },
      values: () => [...times],
    },
    {
      ...axisLook(scene),
      scale: 'y',
      side: 1,
      size: frame.priceAxisPx,
      splits(u, _axis, lowest, highest) {
        const [from, to] = frame.seen();
        return from === to ? [] : priceTicks(lowest, highest, u.bbox.height / uPlot.pxRatio);
      },
      values: (_u, ticks) => ticks.map((tick) => formatPrice(price(tick), scene.precision)),
    },
  ];
}

/** What both axes share. One distance covers any range, since the places of the labels come from `splits`. */
const axisLook = (scene: Scene): uPlot.Axis => ({
  stroke: () => scene.look.quietInk,
  font: `11px ${scene.look.fontFamily}`,
  gap: 6,
  ticks: { show: false },
  grid: { stroke: () => scene.look.hairline, width: 1 },
  incrs: (_u, _axis, min, max) => [Math.max(5, Math.ceil(max - min))],
});
