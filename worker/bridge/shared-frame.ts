import { SHARED, type SharedFrame, sharedFrameOf, UNFIT } from '../../shared/shared-frame.ts';

export interface FrameWriter {
  /** Puts `frame` in place of the one before; one too large for the memory is marked as gone by message alone. */
  write(frame: Float64Array): void;
}

/** The only writer of a memory that the page made; `shared/shared-frame.ts` has the layout. */
export function frameWriter(memory: SharedArrayBuffer): FrameWriter {
  const shared = sharedFrameOf(memory);
  return { write: (frame) => writeFrame(shared, frame) };
}

function writeFrame({ control, frame: slot }: SharedFrame, frame: Float64Array): void {
  // Read-modify-write keeps the plain stores below from moving above the odd version.
  Atomics.add(control, SHARED.version, 1);
  if (frame.length <= slot.length) {
    slot.set(frame);
    Atomics.store(control, SHARED.length, frame.length);
  } else {
    Atomics.store(control, SHARED.length, UNFIT);
  }
  Atomics.add(control, SHARED.version, 1);
}
