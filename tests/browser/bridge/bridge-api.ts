import type { Stream } from '../../../shared/bridge/worker-api.ts';

/** The interface of these tests' worker. */
export interface BridgeApi {
  /** 0, 1, … at once, then the end. */
  numbers(count: number): Stream<number>;
  never(): Stream<number>;
  failing(): Stream<number>;
  uncloneable(): Stream<unknown>;
  /** Emits [frames made, ticks so far, 1 if in a returned buffer]; ticks every this many milliseconds. */
  frames(everyMs: number): Stream<Float64Array>;
  counts(): {
    readonly ports: number;
    readonly subscriptions: number;
    readonly framesMade: number;
    readonly ticks: number;
  };
}
