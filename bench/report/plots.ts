import type { Growth, Histogram } from '../figures/figure.ts';
import { type Judged, keyOf } from '../figures/judge.ts';
import { digits, fitLine, growthPower } from '../figures/statistics.ts';
import { isTime } from './compare.ts';
import type { HistoryEntry } from './history-entry.ts';

/** A plot for the page to draw, without colours: those belong to the page. */
export interface Plot {
  readonly kind: 'bars' | 'lines';
  readonly title: string;
  /** Meaning of the x values. */
  readonly along: string;
  readonly xs: readonly number[];
  /** Labels of the x values when these are only positions. */
  readonly labels?: readonly string[];
  /** The axis shows the range of the values only, since their differences matter. */
  readonly fits?: true;
  readonly series: readonly Series[];
}

interface Series {
  readonly label: string;
  readonly role: 'product' | 'peer' | 'fit' | 'goal' | 'range';
  readonly values: readonly (number | null)[];
}

/** The plots of a figure in addition to its bar. */
export function plotsOf(figure: Judged, history: readonly HistoryEntry[]): readonly Plot[] {
  const { histogram, growth } = figure;
  const past = historyPlot(figure, history);
  return [
    ...(histogram === undefined ? [] : [histogramPlot(figure, histogram)]),
    ...(growth === undefined ? [] : [growthPlot(figure, growth)]),
    ...(past === undefined ? [] : [past]),
  ];
}

function histogramPlot({ peer }: Judged, { unit, start, width, product, peer: others }: Histogram): Plot {
  return {
    kind: 'bars',
    title: `How often, by ${unit}`,
    along: unit,
    xs: product.map((_, bin) => start + (bin + 0.5) * width),
    series: [
      { label: 'product', role: 'product', values: product },
      ...(others === undefined
        ? []
        : [{ label: peer?.name ?? 'peer', role: 'peer' as const, values: others }]),
    ],
  };
}

function growthPlot(figure: Judged, { unit = figure.unit, of, xs, product, peer: others }: Growth): Plot {
  const { slope, intercept } = fitLine(xs, product);
  const power = growthPower(xs, product);
  // There is no power law for an x that begins at 0, such as time.
  const law = Number.isFinite(power) ? `, as n^${power.toFixed(2)}` : '';
  return {
    kind: 'lines',
    title: `${unit} by ${of}: ${digits(slope)} ${unit} for each more${law}`,
    along: of,
    xs,
    series: [
      { label: 'product', role: 'product', values: product },
      { label: 'fitted', role: 'fit', values: xs.map((x) => intercept + slope * x) },
      ...(others === undefined
        ? []
        : [{ label: figure.peer?.name ?? 'peer', role: 'peer' as const, values: others }]),
    ],
  };
}

/** Undefined with fewer than two runs. Times measured on another processor than the last run's are left out. */
function historyPlot(figure: Judged, history: readonly HistoryEntry[]): Plot | undefined {
  const key = keyOf(figure);
  const here = history.at(-1)?.cpu;
  const runs = history.filter(
    ({ figures, cpu }) => typeof figures[key] === 'number' && (!isTime(figure) || cpu === here),
  );
  if (runs.length < 2) return undefined;
  const machines = [...new Set(runs.map(({ cpu }) => cpu))];
  const letter = (cpu: string) => String.fromCharCode(65 + machines.indexOf(cpu));
  const end = (side: 0 | 1) => runs.map(({ intervals }) => intervals?.[key]?.[side] ?? null);
  return {
    kind: 'lines',
    title: `Over commits, ${figure.ratio === undefined ? figure.unit : 'x'}; ${machines.map((cpu) => `${letter(cpu)}: ${cpu}`).join(', ')}; * with changes`,
    along: 'commit',
    xs: runs.map((_, at) => at),
    labels: runs.map(({ commit, cpu, dirty }) => `${commit.slice(0, 7)} ${letter(cpu)}${dirty ? '*' : ''}`),
    fits: true,
    series: [
      { label: 'product', role: 'product', values: runs.map(({ figures }) => figures[key] ?? null) },
      { label: '95 % from', role: 'range', values: end(0) },
      { label: 'to', role: 'range', values: end(1) },
      { label: 'goal', role: 'goal', values: runs.map(() => figure.goal) },
    ],
  };
}
