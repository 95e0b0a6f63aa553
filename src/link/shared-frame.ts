import { SHARED, sharedFrameBytes, sharedFrameOf, UNFIT } from '../../shared/shared-frame.ts';

/** What a look into the shared memory found. */
type FrameRead =
  /** Copied to the reader's `frame`. */
  | 'fresh'
  /** Nothing since the last `fresh`. */
  | 'same'
  /** The writer was inside each time; look again a frame later. */
  | 'busy'
  /** Nothing here to be read: the newest frame is the one that came by message. */
  | 'unusable';

export interface FrameReader {
  /** The copy of the last `fresh` read, longer than the frame in it. */
  readonly frame: Float64Array;
  read(): FrameRead;
}

const TRIES = 4;

/** Memory for frames, where the page is isolated enough to have any. */
export const frameMemory = (): SharedArrayBuffer | undefined =>
  globalThis.crossOriginIsolated ? new SharedArrayBuffer(sharedFrameBytes()) : undefined;

export function frameReader(memory: SharedArrayBuffer): FrameReader {
  const { control, frame: slot } = sharedFrameOf(memory);
  const copy = new Float64Array(slot.length);
  let seen = 0;
  const read = (): FrameRead => {
    for (let tries = 0; tries < TRIES; tries++) {
      const before = Atomics.load(control, SHARED.version);
      if (before === 0) return 'unusable';
      if ((before & 1) === 1) continue;
      const length = Atomics.load(control, SHARED.length);
      if (length === UNFIT) return 'unusable';
      if (before === seen) return 'same';
      for (let i = 0; i < length; i++) copy[i] = slot[i] ?? 0;
      // A read-modify-write of nothing: the plain loads above can't move below it.
      if (Atomics.add(control, SHARED.version, 0) !== before) continue;
      seen = before;
      return 'fresh';
    }
    return 'busy';
  };
  return { frame: copy, read };
}
