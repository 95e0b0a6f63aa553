import { SHARED, sharedFrameBytes, sharedFrameOf } from '../../shared/bridge/shared-frame.ts';

/** What a look into the shared memory found. */
type FrameRead =
  /** Copied to the reader's `frame`. */
  | 'fresh'
  /** Nothing since the last `fresh`. */
  | 'same'
  /** The writer was inside each time; look again a frame later. */
  | 'busy';

export interface FrameReader {
  /** The copy of the last `fresh` read, longer than the frame in it. */
  readonly frame: Float64Array;
  read(): FrameRead;
  /** Asks to be told of the next frame. @returns false when there is one that nobody will tell of */
  ask(): boolean;
}

const TRIES = 4;

/** Bytes of memory for frames, where the page is isolated enough to share any. */
export const sharedFrameRoom = (): number => (globalThis.crossOriginIsolated ? sharedFrameBytes() : 0);

/** The first frame is asked for. */
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
      // A read-modify-write of nothing: the plain loads above can't move below it.
      if (Atomics.add(control, SHARED.version, 0) !== before) continue;
      seen = before;
      return 'fresh';
    }
    return 'busy';
  };
  const ask = (): boolean => {
    Atomics.store(control, SHARED.asked, 1);
    // The writer looks for the wish after it has written: one of the two sees the other.
    return (
      Atomics.load(control, SHARED.version) === seen ||
      Atomics.compareExchange(control, SHARED.asked, 1, 0) === 0
    );
  };
  ask();
  return { frame: copy, read, ask };
}
