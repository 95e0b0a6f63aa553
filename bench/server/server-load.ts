import { percentileOfSorted } from '../figures/statistics.ts';
import type { TapeOptions } from '../tapes/tape.ts';

/** The load of goal P16, the same for the product and its peer. */
export const LOAD = {
  clients: 1_000,
  /** Number of the clients that read every row. */
  sampled: 20,
  /** Number of the clients that are logged in and subscribe to their own orders. */
  traders: 100,
  instruments: 500,
  changesPerSecond: 10,
  ordersPerSecond: 200,
} as const;

/** A price that arrives later than this is late. */
export const LATE_MS = 150;

export const tapeFor = (seconds: number): TapeOptions => ({
  instruments: LOAD.instruments,
  ticksPerSecond: LOAD.instruments * LOAD.changesPerSecond,
  seconds,
});

/** The measured server: the exchange, or the minimal peer that only inserts and broadcasts. */
type Target = 'product' | 'peer';

export interface Quantiles {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Message to the process of socket clients, which replies with `SocketReport`. */
export interface SocketTask {
  readonly clients: number;
  /** Number of the clients that read every row. */
  readonly sampled: number;
  readonly port: number;
  readonly path: string;
  readonly tokens: readonly string[];
  /** Wire id and number of the tape. */
  readonly instruments: readonly (readonly [number, number])[];
  readonly tape: TapeOptions;
  readonly seconds: number;
  /**
   * Pause before and after the measurement: until all clients have their first frame, and until the last prices have
   * arrived.
   */
  readonly restMs: number;
}

export interface SocketReport {
  readonly prices: number;
  readonly late: number;
  /** Lateness of the prices at the sampled clients, ms. */
  readonly latenessMs: Quantiles;
  /** Time from the server's stamp to the arrival, ms, at all clients. */
  readonly frameAgeMs: Quantiles;
  readonly framesPerSecond: number;
  readonly megabytesPerSecond: number;
}

/** Message to the process that sends orders, which replies with `OrderReport`. */
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
  /**
   * Parts of the round trip: until the server's code has the request, until its response leaves, until the client has
   * read it.
   */
  readonly partsMs: { readonly there: Quantiles; readonly inside: Quantiles; readonly back: Quantiles };
}

/** Message to the process that sends orders as fast as they are answered, which replies with `RushReport`. */
export interface RushTask {
  readonly port: number;
  /** One trader each, who waits for an answer before the next order. */
  readonly tokens: readonly string[];
  /** Wire id and leverage. */
  readonly instruments: readonly (readonly [number, number])[];
  readonly seconds: number;
}

export interface RushReport {
  readonly done: number;
  readonly failed: number;
  /** The answer to the first that failed; empty if none failed. */
  readonly why: string;
  /** Time for all orders, divided by their number. */
  readonly perOrderMs: number;
  readonly roundTripMs: Quantiles;
}

export function quantilesOf(times: readonly number[]): Quantiles {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (percent: number) => percentileOfSorted(sorted, percent);
  return { p50: at(50), p99: at(99), max: at(100) };
}
