import { frameLength } from './market-frame.ts';

/**
 * The newest market frame in shared memory: the layout that the worker's writer and the page's reader share. A seqlock:
 * `version` is odd during a write, and a reader that finds it changed reads again.
 *
 *   [ version: int32 | length: int32 | asked: int32 | unused: int32 | frame: float64… ]
 *
 * `length` is the number of doubles of the frame. `version` 0: nothing was written yet. `asked` is 1 while the page has seen
 * everything and waits for a notification; the thread that resets it to 0 handles the next frame.
 */
export const SHARED = { version: 0, length: 1, asked: 2 } as const;
const CONTROL_LENGTH = 4;
export const SHARED_HEADER_BYTES = CONTROL_LENGTH * Int32Array.BYTES_PER_ELEMENT;

const MAX_QUOTES = 512;
const MAX_POSITIONS = 1_000;

export interface SharedFrame {
  readonly control: Int32Array<SharedArrayBuffer>;
  readonly frame: Float64Array<SharedArrayBuffer>;
}

export const sharedFrameBytes = (doubles = frameLength(MAX_QUOTES, MAX_POSITIONS)): number =>
  SHARED_HEADER_BYTES + doubles * Float64Array.BYTES_PER_ELEMENT;

export const sharedFrameOf = (memory: SharedArrayBuffer): SharedFrame => ({
  control: new Int32Array(memory, 0, CONTROL_LENGTH),
  frame: new Float64Array(memory, SHARED_HEADER_BYTES),
});
