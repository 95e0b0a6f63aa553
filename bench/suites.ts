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
    measures: 'main-thread time of the live list, scrolled by touch, beside a plain-DOM page',
    browser: true,
    seconds: (options) => options.rates.length * (30 + turns(options, 7)),
    run: async (options) => (await import('./suites/list.ts')).runList(options),
  },
  {
    name: 'server',
    measures: 'orders and prices under load, beside a bare insert and a bare broadcast',
    seconds: (options) => 20 + turns(options, 8),
    run: async (options) => (await import('./suites/server.ts')).runServer(options),
  },
];
