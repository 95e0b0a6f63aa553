import { SHARED, sharedFrameBytes, sharedFrameOf } from '../../shared/bridge/shared-frame.ts';

/** The result of reading the shared memory. */
type FrameRead =
  /** Copied to the reader's `frame`. */
  | 'fresh'
  /** Nothing new since the last `fresh`. */
  | 'same'
  /** The writer was writing at each try; read again a frame later. */
  | 'busy';

export interface FrameReader {
  /** The copy of the last `fresh` read; longer than the frame in it. */
  readonly frame: Float64Array;
  read(): FrameRead;
  /** Requests a message about the next frame. @returns false if a frame is already there and no message will come */
  ask(): boolean;
}

const TRIES = 4;

/** Bytes of memory for frames; 0 unless the page is cross-origin isolated. */
export const sharedFrameRoom = (): number => (globalThis.crossOriginIsolated ? sharedFrameBytes() : 0);

/** Requests the first frame. */
export function frameReader(memory: SharedArrayBuffer): FrameReader {
  const { control, frame: slot } = sharedFrameOf(memory);
  const copy = new Float64Array(slot.length);
  let seen = 0;
  const read = (): FrameRead => {
    for (let tries = 0; tries < TRIES; tries++) {
      const before = Atomics.load(control, SHARED.version);
      if (before === seen) return 'same';
      if ((before & 1) === 1) continue;
      const length = Atomics.load(control, SHARED.length);
      for (let i = 0; i < length; i++) copy[i] = slot[i] ?? 0;
      // A read-modify-write that changes nothing: the plain loads above cannot move below it.
      if (Atomics.add(control, SHARED.version, 0) !== before) continue;
      seen = before;
      return 'fresh';
    }
    return 'busy';
  };
  const ask = (): boolean => {
    Atomics.store(control, SHARED.asked, 1);
    // The writer checks for the request after it has written, so one of the two sees the other.
    return (
      Atomics.load(control, SHARED.version) === seen ||
      Atomics.compareExchange(control, SHARED.asked, 1, 0) === 0
    );
  };
  ask();
  return { frame: copy, read, ask };
}
