import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const RESULTS = resolve(import.meta.dirname, '..', '..', 'bench', 'results');

interface Constant {
  readonly value: number;
  /** What was measured, on what, or that it is only planned. */
  readonly source: string;
}

type Name =
  | 'rowBytes'
  | 'deflated'
  | 'headBytes'
  | 'framesPerCore'
  | 'socketKb'
  | 'gatewayMb'
  | 'restHz'
  | 'ordersPerDealer'
  | 'deliveryUs'
  | 'busFramesPerSecond';
/** What a capacity is computed from. */
export type Constants = Readonly<Record<Name, Constant>>;

/** With the figures that were recorded last. @throws an Error that names one which is not there */
export function measuredConstants(): Constants {
  const deflated = recordedFigure('S12', /^bytes of compressed frames ([\d.]+) x (\[[\d.-]+\])/);
  const orders = recordedFigure('S7', /^orders\/s with two dealers .* \(\d+ and (\d+)\)$/);
  const frames = recordedDetail('latest prices delivered after 150 ms', 'frames/s per client');
  return {
    rowBytes: { value: 38.6, source: 'measured: 500 rows of DAY_MARKET are 19,324 bytes of JSON' },
    deflated: {
      value: Number(deflated[1]),
      source: `measured: compressed frames beside plain ones, ${deflated[1]} x ${deflated[2]} (S12)`,
    },
    headBytes: { value: 155, source: 'planned: 0.7 kB a second for 4.5 frames' },
    framesPerCore: {
      value: 18_000,
      source: `planned, of ${(CLIENTS * Number(frames)).toLocaleString('en')} measured: ${frames} frames a second to each of 1,000 clients (price-fanout.md)`,
    },
    socketKb: {
      value: 30,
      source: 'measured: 350 MB with a thousand clients, 320 MB without (operating.md)',
    },
    gatewayMb: { value: 320, source: 'measured: a process without clients (operating.md)' },
    restHz: { value: 0.5, source: 'the contract: rows that are not on the screen, every 2 seconds' },
    ordersPerDealer: {
      value: 500,
      source: `planned, of ${Number(orders[1]).toLocaleString('en')} measured: one dealer with all other processes on two cores (S7)`,
    },
    deliveryUs: {
      value: 60,
      source: 'measured: processor time of the broker for a frame of 6 kB to a reader',
    },
    busFramesPerSecond: { value: 50, source: 'the design: a frame of prices every 20 ms' },
  };
}

/** Of the bench of sockets. */
const CLIENTS = 1_000;

const resultsIn = (file: string) => JSON.parse(readFileSync(join(RESULTS, file), 'utf8'));

function recordedFigure(id: string, pattern: RegExp): RegExpExecArray {
  const figures = resultsIn('cluster.json') as readonly { readonly id: string; readonly text: string }[];
  for (const one of figures) {
    const found = one.id === id ? pattern.exec(one.text) : null;
    if (found !== null) return found;
  }
  throw new Error(`bench/results/cluster.json has no figure of ${id} like ${pattern.source}.`);
}

function recordedDetail(name: string, detail: string): string {
  const { figures } = resultsIn('latest.json') as {
    readonly figures: readonly {
      readonly name: string;
      readonly details?: Readonly<Record<string, string>>;
    }[];
  };
  const value = figures.find((one) => one.name === name)?.details?.[detail];
  if (value === undefined) throw new Error(`bench/results/latest.json has no ${detail} of "${name}".`);
  return value;
}
