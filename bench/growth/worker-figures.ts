import { createNamedSeries } from '../../shared/indicators/named-series.ts';
import { createCandleBook } from '../../shared/stream/candle-book.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { FIVE_INDICATORS } from '../chart/bench-chart.ts';
import { createAccount } from '../engine/bench-account.ts';
import { createMarket } from '../engine/bench-market.ts';
import { cpuOf, pick } from '../engine/compared-calls.ts';
import type { Figure } from '../figures/figure.ts';
import type { Options } from '../options.ts';
import { costsBySize, grownFigure } from './growth-figures.ts';
import { bytesOf } from './memory.ts';

export interface Points {
  readonly instruments: readonly number[];
  readonly positions: readonly number[];
  readonly candles: readonly number[];
}

const FEW = 100;
const FRAMES = 4;
/** Garbage collections before each measurement with `--quick`: less exact, much sooner. */
const QUICK_COLLECTIONS = 2;
const MINUTE_S = 60;
const START_S = 1_700_000_040;

interface Work {
  readonly run: (call: number) => unknown;
  /** Creates another copy of what the worker holds for this size. */
  readonly hold: () => object;
}

/**
 * The worker's own modules in this process, by CPU time: cost of one frame as the number of instruments, positions and
 * candles grows.
 */
export async function workerFigures(
  points: Points,
  { quick, repetitions }: Pick<Options, 'quick' | 'repetitions'>,
): Promise<readonly Figure[]> {
  const { linear, flat } = budgets.growth;
  const grown = async (name: string, of: keyof Points, goal: number, make: (count: number) => Work) => {
    const xs = points[of];
    const works = xs.map(make);
    const costs = await costsBySize(xs, (at) => cpuOf(pick(works, at).run), repetitions, 1);
    const details = {
      'bytes per additional item': Math.round(
        bytesForOneMore(xs, works, quick ? QUICK_COLLECTIONS : undefined),
      ),
    };
    return grownFigure({ name, of, xs, costs, unit: 'µs', goal, details });
  };
  return [
    await grown('worker: frame of all instruments', 'instruments', linear, frameWork),
    await grown('worker: profit of all positions', 'positions', linear, profitWork),
    await grown('worker: tick on a chart', 'candles', flat, (count) => tickWork(count)),
    await grown('worker: tick on a chart with five indicators', 'candles', flat, (count) =>
      tickWork(count, FIVE_INDICATORS),
    ),
  ];
}

function frameWork(instruments: number): Work {
  const market = createMarket(instruments);
  const texts = Array.from({ length: FRAMES }, market.nextFrame);
  const account = createAccount(market.instruments, FEW, market.pricesAt(0));
  return {
    run: (call) => account.take(account.decode(pick(texts, call))),
    hold: () => createAccount(market.instruments, 1, market.pricesAt(0)),
  };
}

function profitWork(positions: number): Work {
  const market = createMarket(FEW);
  const text = market.nextFrame();
  const account = createAccount(market.instruments, positions, market.pricesAt(0));
  account.take(account.decode(text));
  return {
    run: () => account.reckon(),
    hold: () => createAccount(market.instruments, positions, market.pricesAt(0)),
  };
}

/** A chart's book, and what a viewer of it has for its indicators. */
function tickWork(candles: number, indicators: readonly string[] = []): Work {
  const history = Array.from(
    { length: candles },
    (_, at) => [START_S + at * MINUTE_S, 1000, 1010, 990, 1000 + (at % 10), 60] as const,
  );
  const hold = () => {
    const book = createCandleBook(MINUTE_S);
    book.join({ candles: history, minutes: [] });
    const series = createNamedSeries(indicators);
    if (!series.ok) throw new Error(series.error);
    series.value.reset(book.held);
    return { book, series: series.value };
  };
  const { book, series } = hold();
  const last = START_S + (candles - 1) * MINUTE_S;
  return {
    run(call) {
      book.put([last, 1000, 1010, 990, 1000 + (call % 10), 100 + call]);
      return series.update(book.held)[0];
    },
    hold,
  };
}

/**
 * Memory per additional item: the difference between the largest and the smallest size, divided by the difference of
 * the counts.
 */
function bytesForOneMore(xs: readonly number[], works: readonly Work[], collections?: number): number {
  const [least, most] = [works[0], works.at(-1)];
  if (least === undefined || most === undefined) return Number.NaN;
  return (
    (bytesOf(most.hold, collections) - bytesOf(least.hold, collections)) / ((xs.at(-1) ?? 0) - (xs[0] ?? 0))
  );
}
