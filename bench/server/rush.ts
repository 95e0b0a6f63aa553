import type { Quantiles } from './load.ts';

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
  /** What the first of the failed was told; empty if none failed. */
  readonly why: string;
  /** Time for all orders, divided by their number. */
  readonly perOrderMs: number;
  readonly roundTripMs: Quantiles;
}
