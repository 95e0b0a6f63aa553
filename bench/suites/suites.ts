import type { Figure } from '../figures/figure.ts';
import { listPlan } from '../list/plan.ts';
import { type Options, QUICK } from '../options.ts';
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
  /** Options that change the meaning of its figures without changing their names. */
  readonly shapedBy?: readonly ('quick' | 'throttle' | 'recording' | 'minutes')[];
  /** Longest time with `--quick` on a quiet machine. */
  readonly quickSeconds: number;
  /** Estimated time without `--quick`. */
  seconds(options: Options): number;
  /** Loads the suite's code when it runs: `size` needs no browser. */
  run(options: Options): Promise<readonly Figure[]>;
}

/** Estimated time of a suite, seconds. */
export function guessedSeconds(suite: Suite, options: Options): number {
  if (!options.quick) return suite.seconds(options);
  const open = suite.name === 'soak' ? (options.minutes - QUICK.minutes) * 60 : 0;
  return (suite.quickSeconds * (1 + options.repetitions)) / (1 + QUICK.repetitions) + open;
}

/** Time of the warm-up and each repetition for two servers or pages that are started, run and closed. */
const turns = ({ repetitions, seconds }: Options, overhead: number): number =>
  (repetitions + 1) * 2 * (seconds + overhead);

/** An exchange for each stage, and its turns, including those of third-party pages where they are measured. */
function listSeconds(options: Options): number {
  const { repetitions, dearRepetitions, seconds } = options;
  const { stages, isApart } = listPlan(options);
  const each = stages.length * (2 * (repetitions + 1) + 1);
  const makers = stages.reduce((sum, { others, throttle }) => sum + (others ? (throttle > 1 ? 1 : 2) : 0), 0);
  const others = makers * (dearRepetitions + 1);
  const apart = isApart ? 2 * dearRepetitions : 0;
  return stages.length * 10 + apart * 10 + (each + others + apart) * (seconds + 6);
}

/** All suites, the short ones first. */
export const SUITES: readonly Suite[] = [
  {
    name: 'size',
    measures: 'download size of the built app by part, brotli',
    quickSeconds: 3,
    seconds: () => 5,
    run: async () => (await import('./size.ts')).runSize(),
  },
  {
    name: 'engine',
    measures: 'decoding, candles and profit of 1,000 positions, compared with JSON.parse and libraries',
    peers: true,
    quickSeconds: 7,
    seconds: ({ repetitions }) => 10 + repetitions * 6,
    run: async (options) => (await import('./engine.ts')).runEngine(options),
  },
  {
    name: 'transport',
    measures: 'ticks from a worker, compared with postMessage, Comlink and transfer',
    browser: true,
    shares: ['browser'],
    shapedBy: ['throttle'],
    quickSeconds: 10,
    seconds: ({ repetitions }) => 15 + (repetitions + 1) * 16,
    run: async (options) => (await import('./transport.ts')).runTransport(options),
  },
  {
    name: 'list',
    measures: 'main-thread time of the scrolled live list, compared with plain DOM, AG Grid and naive React',
    browser: true,
    shares: ['browser', 'busy exchange'],
    peers: true,
    shapedBy: ['recording'],
    quickSeconds: 21,
    seconds: listSeconds,
    run: async (options) => (await import('./list.ts')).runList(options),
  },
  {
    name: 'chart',
    measures: 'main-thread time of charts, compared with lightweight-charts, klinecharts and SVG',
    browser: true,
    peers: true,
    shapedBy: ['throttle'],
    quickSeconds: 17,
    seconds: ({ dearRepetitions, seconds, peers }) =>
      5 + (dearRepetitions + 1) * ((peers ? 4 : 2) * 4 + 2 * (seconds + 6)),
    run: async (options) => (await import('./chart.ts')).runChart(options),
  },
  {
    name: 'input',
    measures: 'touches on a slow phone while everything ticks, compared with almost no ticks',
    browser: true,
    shares: ['browser', 'busy exchange'],
    quickSeconds: 17,
    seconds: ({ dearRepetitions, seconds }) => 15 + (dearRepetitions + 1) * 2 * (seconds + 5),
    run: async (options) => (await import('./input.ts')).runInput(options),
  },
  {
    name: 'drag',
    measures: 'frames while a line of the chart is dragged on a slow phone, compared with a raw canvas',
    browser: true,
    shares: ['browser', 'busy exchange'],
    quickSeconds: 15,
    seconds: ({ dearRepetitions, seconds }) => 20 + (dearRepetitions + 1) * 2 * (seconds + 6),
    run: async (options) => (await import('./drag.ts')).runDrag(options),
  },
  {
    name: 'load',
    measures:
      'bytes, first paint and first sparklines of a first visit, compared with react-dom and a static page; a repeat visit; Lighthouse',
    browser: true,
    shares: ['browser'],
    peers: true,
    quickSeconds: 13,
    seconds: ({ dearRepetitions, peers }) =>
      10 + (dearRepetitions + 1) * 28 + (peers ? 10 + dearRepetitions * 30 : 0),
    run: async (options) => (await import('./load.ts')).runLoad(options),
  },
  {
    name: 'server',
    measures: 'orders and prices under load, compared with a bare insert and a bare broadcast',
    quickSeconds: 17,
    seconds: (options) => 20 + turns(options, 8) + turns(options, options.seconds + 2),
    run: async (options) => (await import('./server.ts')).runServer(options),
  },
  {
    name: 'scale',
    measures: 'an exchange in parts, compared with the same in one process; prices that come over the bus',
    shapedBy: ['quick'],
    quickSeconds: 4,
    seconds: (options) => 70 + turns(options, 2) * 2 + turns(options, 3),
    run: async (options) => (await import('./scale.ts')).runScale(options),
  },
  {
    name: 'replay',
    measures:
      'replay of a recording, compared with JSON.parse; costs of recording and of the head-up display',
    browser: true,
    quickSeconds: 8,
    seconds: ({ dearRepetitions, seconds }) => 45 + dearRepetitions * (4 + 2 * seconds),
    run: async (options) => (await import('./replay.ts')).runReplay(options),
  },
  {
    name: 'growth',
    measures: 'costs of page and worker for growing numbers of instruments, positions and candles',
    browser: true,
    shares: ['browser'],
    shapedBy: ['quick'],
    quickSeconds: 18,
    seconds: ({ dearRepetitions }) => 60 + dearRepetitions * 90,
    run: async (options) => (await import('./growth.ts')).runGrowth(options),
  },
  {
    name: 'soak',
    measures: 'the app left open for --minutes: growth, CPU, garbage collection and allocations',
    browser: true,
    shares: ['browser'],
    shapedBy: ['minutes'],
    quickSeconds: 13,
    seconds: ({ minutes }) => 20 + minutes * 60,
    run: async (options) => (await import('./soak.ts')).runSoak(options),
  },
];
