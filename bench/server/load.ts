import { percentileOfSorted } from '../figures/statistics.ts';
import type { TapeOptions } from '../tapes/tape.ts';

/** The load of P16, the same for the product and its peer. */
export const LOAD = {
  clients: 1_000,
  /** Of them, how many read every row. */
  sampled: 20,
  /** Of them, how many are logged in and follow their own orders. */
  traders: 100,
  instruments: 500,
  changesPerSecond: 10,
  ordersPerSecond: 200,
} as const;

/** A price that comes later than this is late. */
export const LATE_MS = 150;

export const tapeFor = (seconds: number): TapeOptions => ({
  instruments: LOAD.instruments,
  ticksPerSecond: LOAD.instruments * LOAD.changesPerSecond,
  seconds,
});

/** What is measured: the exchange, or the bare peer that only inserts and broadcasts. */
type Target = 'product' | 'peer';

export interface Quantiles {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** To the process of socket clients; it answers with `SocketReport`. */
export interface SocketTask {
  readonly port: number;
  readonly path: string;
  readonly tokens: readonly string[];
  /** Wire id -> number of its tape. */
  readonly instruments: readonly (readonly [number, number])[];
  readonly tape: TapeOptions;
  readonly seconds: number;
  /** Before and after: until all clients have their first frame, and until the last prices have come. */
  readonly restMs: number;
}

export interface SocketReport {
  readonly prices: number;
  readonly late: number;
  /** ms, over the prices at the sampled clients */
  readonly latenessMs: Quantiles;
  /** Of all clients: from the server's stamp to the arrival, ms. */
  readonly frameAgeMs: Quantiles;
  readonly framesPerSecond: number;
  readonly megabytesPerSecond: number;
}

/** To the process that orders; it answers with `OrderReport`. */
export interface OrderTask {
  readonly target: Target;
  readonly port: number;
  readonly tokens: readonly string[];
  /** Wire id and leverage. */
  readonly instruments: readonly (readonly [number, number])[];
  readonly perSecond: number;
  readonly seconds: number;
}

export interface OrderReport {
  readonly done: number;
  readonly failed: number;
  readonly roundTripMs: Quantiles;
  /** Its parts, each by itself: until the server's code has the request, until its answer leaves, until that is here. */
  readonly partsMs: { readonly there: Quantiles; readonly inside: Quantiles; readonly back: Quantiles };
}

export function quantilesOf(times: readonly number[]): Quantiles {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (percent: number) => percentileOfSorted(sorted, percent);
  return { p50: at(50), p99: at(99), max: at(100) };
}
