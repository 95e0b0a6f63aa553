import type { Stream } from '../../../shared/bridge/worker-api.ts';

/** What the worker of these tests offers. */
export interface BridgeApi {
  /** 0, 1, … at once, then the end. */
  numbers(count: number): Stream<number>;
  never(): Stream<number>;
  failing(): Stream<number>;
  uncloneable(): Stream<unknown>;
  /** [frames made, ticks so far, 1 when in a buffer that came back] for what ticks every so many milliseconds. */
  frames(everyMs: number): Stream<Float64Array>;
  share(memory: SharedArrayBuffer): void;
  /** Fills frame after frame with its own number, as fast as can be. */
  writeFrames(count: number, length: number): void;
  /** Does so in bursts, and says of which frame the page had asked. */
  tellFrames(count: number): Stream<number>;
  counts(): {
    readonly ports: number;
    readonly subscriptions: number;
    readonly framesMade: number;
    readonly ticks: number;
  };
}
