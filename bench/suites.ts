import type { Figure } from './figure.ts';
import type { Options } from './options.ts';

export interface Suite {
  readonly name: string;
  /** One line for the help. */
  readonly measures: string;
  readonly browser?: true;
  /** Whether packages of others are measured beside. */
  readonly peers?: true;
  /** About how long it takes. */
  seconds(options: Options): number;
  /** The suite's code is loaded when it runs: sizes need no browser. */
  run(options: Options): Promise<readonly Figure[]>;
}

/** Turns of two that open something, run and close it: the warm-up and each repetition. */
const turns = ({ repetitions, seconds }: Options, overhead: number): number =>
  (repetitions + 1) * 2 * (seconds + overhead);

/** Turns at each rate, those of other makers at one of them, and those of rates far apart where there are several. */
function listSeconds({ repetitions, dearRepetitions, seconds, rates, peers }: Options): number {
  const each = rates.length * (2 * (repetitions + 1) + 1);
  const others = peers ? 3 * (dearRepetitions + 1) : 0;
  const apart = rates.length > 1 ? 2 * dearRepetitions : 0;
  return rates.length * 10 + apart * 10 + (each + others + apart) * (seconds + 6);
}

/** All suites, the short ones first. */
export const SUITES: readonly Suite[] = [
  {
    name: 'size',
    measures: 'what a phone downloads, brotli, by part of the built app',
    seconds: () => 5,
    run: async () => (await import('./suites/size.ts')).runSize(),
  },
  {
    name: 'engine',
    measures: 'decoding, candles and profit of 1,000 positions, beside JSON.parse and the usual libraries',
    peers: true,
    seconds: ({ repetitions }) => 10 + repetitions * 6,
    run: async (options) => (await import('./suites/engine.ts')).runEngine(options),
  },
  {
    name: 'transport',
    measures:
      'the main thread for ticks from a worker, beside postMessage, a Comlink callback and shared memory',
    browser: true,
    seconds: ({ repetitions }) => 5 + (repetitions + 1) * 16,
    run: async (options) => (await import('./suites/transport.ts')).runTransport(options),
  },
  {
    name: 'list',
    measures:
      'main-thread time of the live list, scrolled by touch, beside plain DOM, AG Grid, naive React and zustand',
    browser: true,
    peers: true,
    seconds: listSeconds,
    run: async (options) => (await import('./suites/list.ts')).runList(options),
  },
  {
    name: 'chart',
    measures:
      'candle charts and mini charts on the main thread, beside lightweight-charts, klinecharts, a canvas and SVG',
    browser: true,
    peers: true,
    seconds: ({ dearRepetitions, seconds, peers }) =>
      5 + (dearRepetitions + 1) * ((peers ? 5 : 3) * 4 + 2 * (seconds + 6)),
    run: async (options) => (await import('./suites/chart.ts')).runChart(options),
  },
  {
    name: 'input',
    measures: 'touches on a slow phone while everything ticks, beside the same page without ticks',
    browser: true,
    seconds: ({ dearRepetitions, seconds }) =>
      15 + (dearRepetitions > 1 ? 20 : 0) + (dearRepetitions + 1) * 2 * (seconds + 5),
    run: async (options) => (await import('./suites/input.ts')).runInput(options),
  },
  {
    name: 'load',
    measures: 'bytes and first paint of a first visit, beside react-dom alone and a static page; Lighthouse',
    browser: true,
    peers: true,
    seconds: ({ dearRepetitions, peers }) =>
      10 + (dearRepetitions + 1) * 8 + (peers && dearRepetitions > 1 ? 40 : 0),
    run: async (options) => (await import('./suites/load.ts')).runLoad(options),
  },
  {
    name: 'server',
    measures: 'orders and prices under load, beside a bare insert and a bare broadcast',
    seconds: (options) => 20 + turns(options, 8),
    run: async (options) => (await import('./suites/server.ts')).runServer(options),
  },
  {
    name: 'replay',
    measures: 'a recording played again, beside JSON.parse of its frames; what being recorded costs',
    seconds: ({ repetitions, dearRepetitions }) => 5 + repetitions * (dearRepetitions > 1 ? 14 : 3),
    run: async (options) => (await import('./suites/replay.ts')).runReplay(options),
  },
  {
    name: 'growth',
    measures: 'page and worker as there are more instruments, positions and candles',
    browser: true,
    seconds: ({ dearRepetitions }) => (dearRepetitions > 1 ? 60 + dearRepetitions * 90 : 45),
    run: async (options) => (await import('./suites/growth.ts')).runGrowth(options),
  },
  {
    name: 'soak',
    measures: 'the app left open for --minutes: what grows, CPU and garbage, and from tick to pixel',
    browser: true,
    seconds: (options) => 20 + options.minutes * 60 + (options.dearRepetitions + 1) * 14,
    run: async (options) => (await import('./suites/soak.ts')).runSoak(options),
  },
];
