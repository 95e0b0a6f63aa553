import budgets from '../budgets.json' with { type: 'json' };
import { type Figure, type Row, versus } from '../figures/figure.ts';
import { spread } from '../figures/method.ts';
import type { ChartTurn, Looks } from './chart-turn.ts';

export const PRODUCT = 'product';
export const PRODUCT_MANY = 'product with many candles';
export const PRODUCT_PLAIN = 'product with 5000 candles';
export const PRODUCT_STUDIED = 'product with 5000 candles and five indicators';

/** The peers. */
export const LIGHTWEIGHT = 'lightweight-charts';
export const KLINECHARTS = 'klinecharts';

/** The turns of each chart, one per repetition. */
export type ChartTurns = ReadonlyMap<string, readonly ChartTurn[]>;

type CostOf = (turn: ChartTurn) => number;

const GOALS = budgets.chart;

interface Cost {
  readonly what: string;
  readonly of: CostOf;
}

const PAINT: Cost = { what: 'first paint of 300 candles', of: ({ paint }) => paint };
const UPDATE: Cost = { what: 'script time per change of the last candle', of: ({ update }) => update };
const DRAG: Cost = { what: 'script time per moved frame of a drag', of: ({ pan }) => pan };

/** What is compared with the peers. */
const ASKED: readonly (readonly [cost: Cost, peer: string, goal: number, row?: Row])[] = [
  [PAINT, LIGHTWEIGHT, GOALS.firstPaintToLightweightCharts, 'P9'],
  [PAINT, KLINECHARTS, GOALS.firstPaintToKlinecharts, 'P9'],
  [UPDATE, LIGHTWEIGHT, GOALS.updateToLightweightCharts, 'P10'],
  [UPDATE, KLINECHARTS, GOALS.updateToKlinecharts],
  [DRAG, LIGHTWEIGHT, GOALS.panToLightweightCharts, 'P10'],
  [DRAG, KLINECHARTS, GOALS.panToKlinecharts],
];

/**
 * Compares each cost of the product with each peer that took part, and the product with many candles with itself with
 * few.
 */
export function candleFigures(turns: ChartTurns): readonly Figure[] {
  const beside = (name: string, other: string, cost: CostOf, of = PRODUCT) => {
    const costs = (one: string) => (turns.get(one) ?? []).map(cost);
    return versus(name, costs(of), costs(other));
  };
  const looks = (...names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, looksText(turns, name)]));
  const figures = ASKED.filter(([, peer]) => turns.has(peer)).map(
    ([cost, peer, goal, row]): Figure => ({
      name: `${cost.what} vs ${peer}`,
      ...(row && { row }),
      unit: 'ms',
      ...beside(peer, peer, cost.of),
      goal,
      details: { ...looks(PRODUCT, peer), ...(cost === DRAG && dragDetails(turns, peer)) },
    }),
  );
  const studied = (what: string, cost: CostOf, goal: number): Figure => ({
    name: `${what} with five indicators vs none`,
    row: 'P18',
    unit: 'ms',
    ...beside('no indicators', PRODUCT_PLAIN, cost, PRODUCT_STUDIED),
    goal,
    details: looks(PRODUCT_STUDIED, PRODUCT_PLAIN),
  });
  return [
    ...figures,
    studied('first paint of 5000 candles', ({ paint }) => paint, GOALS.studiedPaintToPlain),
    studied('change of the last of 5000 candles', ({ update }) => update, GOALS.studiedUpdateToPlain),
    {
      name: 'script time with 10000 candles vs 300',
      row: 'P9',
      unit: 'ms',
      ...beside('300 candles', PRODUCT, liveScript, PRODUCT_MANY),
      goal: GOALS.manyCandlesToFew,
    },
  ];
}

/** Script time of a chart that is created, changed a hundred times and dragged a hundred times. */
const liveScript = ({ mountScript, update, pan }: ChartTurn): number =>
  mountScript + 100 * update + 100 * pan;

/** How often each chart followed the finger, and the cost of a frame of the drag, whether the chart moved or not. */
function dragDetails(turns: ChartTurns, peer: string): Record<string, string> {
  const medians = (of: CostOf) => [PRODUCT, peer].map((one) => spread((turns.get(one) ?? []).map(of)).median);
  const [ours = Number.NaN, theirs = Number.NaN] = medians(({ panFrame }) => panFrame);
  const [often, theirOften] = medians(({ pan, panFrame }) => panFrame / pan);
  const percent = (part = Number.NaN) => `${(part * 100).toFixed(0)} %`;
  return {
    'drag frames in which the chart moved': `${percent(often)}, ${peer} ${percent(theirOften)}`,
    'per frame of the drag, moved or not': `${(ours / theirs).toFixed(2)} x, ${ours.toFixed(2)} and ${theirs.toFixed(2)} ms`,
  };
}

function looksText(turns: ChartTurns, name: string): string {
  const { span, up, down, dragged } = turns.get(name)?.[0]?.looks ?? NOTHING;
  return `${span.toFixed(1)} candles in view, ${(up * 100).toFixed(1)} % of the area rising and ${(down * 100).toFixed(1)} % falling, a drag of ${dragged.toFixed(1)} candles`;
}

const NOTHING: Looks = { span: Number.NaN, up: Number.NaN, down: Number.NaN, dragged: Number.NaN };

/**
 * Largest relative difference between the looks of two charts: axes differ in width, candles in their edges and scale.
 */
const TOLERANCE: Readonly<Record<keyof Looks, number>> = { span: 0.15, up: 0.5, down: 0.5, dragged: 0.3 };

const LOOKS: readonly (keyof Looks)[] = ['span', 'dragged', 'up', 'down'];

/** @throws when a chart does not show the same as the product; the costs would not be comparable */
export function checkSameLooks(product: Looks, peer: Looks, name: string, parts = LOOKS): void {
  for (const key of parts) {
    const tolerance = TOLERANCE[key];
    const apart = Math.abs(peer[key] / product[key] - 1);
    if (!(apart <= tolerance))
      throw new Error(`${name} has ${key} ${peer[key].toFixed(3)}, the product ${product[key].toFixed(3)}`);
  }
}
