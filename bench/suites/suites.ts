import type { Figure } from '../figures/figure.ts';
import type { Options } from '../options.ts';
import type { SharedName } from '../rig/shared.ts';

export interface Suite {
  readonly name: string;
  /** One line for the help text. */
  readonly measures: string;
  readonly browser?: true;
  /** Whether third-party packages are measured as peers. */
  readonly peers?: true;
  /** Resources that a `--quick` run leaves open for later suites that also use them. */
  readonly shares?: readonly SharedName[];
  /** Longest time with `--quick` on a quiet machine. */
  readonly quickSeconds: number;
  /** Loads the suite's code when it runs: `size` needs no browser. */
  run(options: Options): Promise<readonly Figure[]>;
}

/** All suites, the short ones first. */
export const SUITES: readonly Suite[] = [
  {
    name: 'size',
    measures: 'download size of the built app by part, brotli',
    quickSeconds: 3,
    run: async () => (await import('./size.ts')).runSize(),
  },
  {
    name: 'engine',
    measures: 'decoding, candles and profit of 1,000 positions, compared with JSON.parse, ccxt and BigInt',
    peers: true,
    quickSeconds: 7,
    run: async (options) => (await import('./engine.ts')).runEngine(options),
  },
  {
    name: 'transport',
    measures: 'ticks from a worker, compared with postMessage, Comlink and transfer',
    browser: true,
    shares: ['browser'],
    quickSeconds: 9,
    run: async (options) => (await import('./transport.ts')).runTransport(options),
  },
  {
    name: 'list',
    measures: 'main-thread time of the scrolled live list, compared with plain DOM, AG Grid and naive React',
    browser: true,
    shares: ['browser', 'busy exchange'],
    peers: true,
    quickSeconds: 21,
    run: async (options) => (await import('./list.ts')).runList(options),
  },
  {
    name: 'chart',
    measures: 'main-thread time of charts, compared with lightweight-charts, klinecharts and SVG',
    browser: true,
    peers: true,
    quickSeconds: 17,
    run: async (options) => (await import('./chart.ts')).runChart(options),
  },
  {
    name: 'input',
    measures:
      'touches on a slow phone while everything ticks, compared with almost no ticks; those of a day, compared with a bare button',
    browser: true,
    shares: ['browser', 'busy exchange'],
    quickSeconds: 33,
    run: async (options) => (await import('./input.ts')).runInput(options),
  },
  {
    name: 'drag',
    measures: 'frames while a line of the chart is dragged on a slow phone, compared with a raw canvas',
    browser: true,
    shares: ['browser', 'busy exchange'],
    quickSeconds: 15,
    run: async (options) => (await import('./drag.ts')).runDrag(options),
  },
  {
    name: 'load',
    measures:
      'bytes, first paint, first sparklines and first order of a first visit, compared with react-dom and a static page; a repeat visit; Lighthouse',
    browser: true,
    shares: ['browser'],
    peers: true,
    quickSeconds: 13,
    run: async (options) => (await import('./load.ts')).runLoad(options),
  },
  {
    name: 'server',
    measures: 'orders and prices under load, compared with a bare insert and a bare broadcast',
    quickSeconds: 17,
    run: async (options) => (await import('./server.ts')).runServer(options),
  },
  {
    name: 'scale',
    measures: 'an exchange in parts, compared with the same in one process; prices that come over the bus',
    quickSeconds: 4,
    run: async (options) => (await import('./scale.ts')).runScale(options),
  },
  {
    name: 'replay',
    measures: 'replay of a recording, compared with JSON.parse; costs of recording',
    browser: true,
    quickSeconds: 8,
    run: async (options) => (await import('./replay.ts')).runReplay(options),
  },
  {
    name: 'growth',
    measures: 'costs of page and worker for growing numbers of instruments, positions and candles',
    browser: true,
    shares: ['browser'],
    quickSeconds: 21,
    run: async (options) => (await import('./growth.ts')).runGrowth(options),
  },
  {
    name: 'soak',
    measures: 'the app left open for --minutes: growth, CPU and allocations',
    browser: true,
    shares: ['browser'],
    quickSeconds: 11,
    run: async (options) => (await import('./soak.ts')).runSoak(options),
  },
];
