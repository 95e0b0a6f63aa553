import uPlot from 'uplot';
import type { Plot } from './plots.ts';

const plots: readonly Plot[] = JSON.parse(document.getElementById('plots')?.textContent ?? '[]');
const places = [...document.querySelectorAll<HTMLElement>('.plot')];
const HEIGHT = 180;
/** Room for a commit with its marks. */
const LABEL_PX = 90;

/** Redraws everything with the current colours and width. */
function drawAll(): void {
  for (const place of places) {
    const plot = plots[Number(place.dataset['plot'])];
    if (plot === undefined) continue;
    place.replaceChildren();
    new uPlot(
      optionsOf(plot, place.clientWidth),
      [[...plot.xs], ...plot.series.map(({ values }) => [...values])],
      place,
    );
  }
}

function optionsOf(plot: Plot, width: number): uPlot.Options {
  const { labels } = plot;
  const axis = { stroke: colour('ink'), grid: { stroke: colour('line'), width: 1 }, ticks: { show: false } };
  return {
    width,
    height: HEIGHT,
    cursor: { y: false },
    // Labels are centred at their ticks: half of the last one needs room.
    ...(labels === undefined ? {} : { padding: [null, LABEL_PX / 2, null, null] }),
    hooks: { draw: [drawRanges] },
    scales: {
      x: { time: false, range: (_, low, high) => rangeAlong(plot, low, high) },
      // The axis of costs and counts starts at 0, so that a small change looks small; over commits it fits the values.
      y: { range: (_, low, high) => rangeAcross(plot, low, high) },
    },
    axes: [
      {
        ...axis,
        size: 30,
        ...(labels === undefined
          ? {}
          : { space: LABEL_PX, splits: fromLast, values: (_, at) => at.map((x) => labels[x] ?? '') }),
      },
      { ...axis, size: 64 },
    ],
    series: [
      { label: plot.along, ...(labels === undefined ? {} : { value: (_, x) => labels[x ?? -1] ?? '' }) },
      ...plot.series.map((series) => seriesOf(plot.kind, series)),
    ],
  };
}

/** Extends the range by half a bin at both ends, so that the outer bars are whole. */
function rangeAlong({ kind, xs }: Plot, low: number, high: number): [number, number] {
  const half = kind === 'bars' ? ((xs[1] ?? 1) - (xs[0] ?? 0)) / 2 : 0;
  return [low - half, high + half];
}

/** Counted back from the last run: what was measured now has its label and its mark, however many runs there are. */
function fromLast(_: uPlot, _axis: number, low: number, high: number, found: number): number[] {
  const step = Math.max(1, Math.ceil(found));
  return Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, i) => high - i * step).toReversed();
}

function rangeAcross({ fits }: Plot, low: number, high: number): [number, number] {
  if (!fits) return [0, high > 0 ? high * 1.1 : 1];
  const space = (high - low) * 0.1 || Math.abs(high) * 0.05 || 1;
  return [low - space, high + space];
}

/** A line from end to end of each interval: not every run has one, and lines between runs would hide that. */
function drawRanges({ ctx, data, series, valToPos }: uPlot): void {
  const [low, high] = data.filter((_, at) => series[at]?.class === 'range');
  ctx.strokeStyle = colour('product');
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([]);
  for (const [at, x] of data[0].entries()) {
    const [from, to] = [low?.[at] ?? undefined, high?.[at] ?? undefined];
    if (from === undefined || to === undefined) continue;
    ctx.beginPath();
    ctx.moveTo(valToPos(x, 'x', true), valToPos(from, 'y', true));
    ctx.lineTo(valToPos(x, 'x', true), valToPos(to, 'y', true));
    ctx.stroke();
  }
}

function seriesOf(kind: Plot['kind'], { label, role }: Plot['series'][number]): uPlot.Series {
  const stroke = colour(role === 'fit' || role === 'range' ? 'product' : role === 'goal' ? 'goal' : role);
  if (role === 'range') return { label, stroke, class: role, paths: () => null, points: { show: false } };
  if (kind === 'bars') {
    const bars = uPlot.paths.bars?.({ size: [0.9] });
    return { label, stroke, fill: `${stroke}66`, points: { show: false }, ...(bars ? { paths: bars } : {}) };
  }
  const isAid = role === 'fit' || role === 'goal';
  return { label, stroke, width: 2, points: { show: !isAid }, ...(isAid ? { dash: [4, 4] } : {}) };
}

const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

let drawnWidth = innerWidth;
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
addEventListener('resize', () => {
  // A phone's address bar changes only the height, which does not matter here.
  if (innerWidth === drawnWidth) return;
  drawnWidth = innerWidth;
  drawAll();
});
drawAll();
