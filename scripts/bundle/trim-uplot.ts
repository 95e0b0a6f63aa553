import type { Plugin } from 'vite';

/**
 * What our charts never call: axes and dates (the axes are our own), legends, cursor and drag (touches are read by our own gestures),
 * logarithms, and every way of drawing a series but the straight line of the mini charts.
 */
const FUNCTIONS = [
  ...['timeAxisSplits', 'timeAxisStamps', 'timeAxisVals', 'timeAxisVal', 'timeSeriesStamp', 'timeSeriesVal'],
  ...['fmtDate', 'tzDate', 'numAxisVals', 'numSeriesVal'],
  ...['initLegendRow', 'setLegend', 'setLegendValues', 'syncLegend'],
  ...['updateCursor', 'cacheMouse', 'mouseDown', 'mouseMove', 'mouseUp', 'mouseLeave', 'setFocus'],
  ...['rangeLog', 'rangeAsinh', 'snapLogY', 'snapAsinhY', 'logAxisSplits', 'asinhAxisSplits'],
  ...['log10AxisValsFilt', 'log2AxisValsFilt'],
  ...['axesCalc', 'calcAxesRects', 'drawAxesGrid', 'drawOrthoLines', 'initAxis', 'getIncrSpace'],
  ...['numAxisSplits', 'findIncr'],
  ...['stepped', 'bars', 'findColWidth', 'splineInterp', 'monotoneCubic', '_monotoneCubic'],
  ...['join', 'nullExpand', 'sortCols', 'allHeadersSame', 'clipBandLine', 'addSeries', 'delSeries'],
];

/** What only those need: a page's first formatters cost it tens of milliseconds. */
const VALUES = ['numFormatter', 'fmtNum', 'localTz'];

/** Leaves these out of uPlot in the built app, a third of its bytes; a build whose uPlot has no such thing fails. */
export const trimUplot: Plugin = {
  name: 'trim-uplot',
  apply: 'build',
  transform: {
    filter: { id: /\/uplot\/dist\/uPlot\.esm\.js$/ },
    handler(code) {
      const found: Found = { functions: new Map(), values: new Map() };
      collect(this.parse(code), found);
      const take = (names: readonly string[], places: ReadonlyMap<string, Span>, instead: string) =>
        names.map((name) => {
          const place = places.get(name);
          return place
            ? { ...place, instead }
            : this.error(`uPlot has no ${name}: look at scripts/bundle/trim-uplot.ts.`);
        });
      const cuts = [
        ...take(FUNCTIONS, found.functions, '{ return [] }'),
        ...take(VALUES, found.values, 'undefined'),
      ].sort((a, b) => b.start - a.start);
      const trimmed = cuts.reduce(
        (text, { start, end, instead }) => text.slice(0, start) + instead + text.slice(end),
        code,
      );
      return { code: trimmed, map: null };
    },
  },
};

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Found {
  readonly functions: Map<string, Span>;
  readonly values: Map<string, Span>;
}

interface Node extends Span {
  readonly type: string;
  readonly name?: string;
  readonly id?: Node | null;
  readonly body?: Node;
  readonly init?: Node | null;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** The body of each function declared by name and the first value of each variable, however deep. */
function collect(node: unknown, found: Found): void {
  if (Array.isArray(node)) {
    for (const one of node) collect(one, found);
    return;
  }
  if (!isNode(node)) return;
  const name = node.id?.name;
  if (node.type === 'FunctionDeclaration' && name && node.body) found.functions.set(name, node.body);
  if (node.type === 'VariableDeclarator' && name && node.init) found.values.set(name, node.init);
  for (const child of Object.values(node)) collect(child, found);
}
