import type { Plugin } from 'vite';

/**
 * What our charts never call: dates (the time axis is our own), legends, cursor and drag (touches are read by our own gestures),
 * logarithms, and every way of drawing a series but the straight line of the mini charts.
 */
const UNUSED = [
  ...['timeAxisSplits', 'timeAxisStamps', 'timeAxisVals', 'timeAxisVal', 'timeSeriesStamp', 'timeSeriesVal'],
  ...['fmtDate', 'tzDate'],
  ...['initLegendRow', 'setLegend', 'setLegendValues', 'syncLegend'],
  ...['updateCursor', 'cacheMouse', 'mouseDown', 'mouseMove', 'mouseUp', 'mouseLeave', 'setFocus'],
  ...['rangeLog', 'rangeAsinh', 'snapLogY', 'snapAsinhY', 'logAxisSplits', 'asinhAxisSplits'],
  ...['log10AxisValsFilt', 'log2AxisValsFilt'],
  ...['stepped', 'bars', 'findColWidth', 'splineInterp', 'monotoneCubic', '_monotoneCubic'],
  ...['join', 'nullExpand', 'sortCols', 'allHeadersSame', 'clipBandLine', 'addSeries', 'delSeries'],
];

/** Empties these functions of uPlot in the built app, a quarter of its bytes; a build whose uPlot has no such function fails. */
export const trimUplot: Plugin = {
  name: 'trim-uplot',
  apply: 'build',
  transform: {
    filter: { id: /\/uplot\/dist\/uPlot\.esm\.js$/ },
    handler(code) {
      const bodies = new Map(functionBodies(this.parse(code)));
      const missing = UNUSED.filter((name) => !bodies.has(name));
      if (missing.length > 0)
        this.error(`uPlot has no ${missing.join(', ')}: look at scripts/trim-uplot.ts.`);
      const cuts = UNUSED.flatMap((name) => bodies.get(name) ?? []).sort((a, b) => b.start - a.start);
      const kept = (text: string, { start, end }: Span) =>
        `${text.slice(0, start)}{ return [] }${text.slice(end)}`;
      return { code: cuts.reduce(kept, code), map: null };
    },
  },
};

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Each function declared by name, however deep, with the place of its body. */
function* functionBodies(node: unknown): Generator<[string, Span]> {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && node.type === 'FunctionDeclaration' && 'id' in node && 'body' in node)
    yield [(node.id as { name: string }).name, node.body as Span];
  for (const child of Object.values(node)) yield* functionBodies(child);
}
