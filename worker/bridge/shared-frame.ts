import { filter, map, type Observable } from 'rxjs';
import { SHARED, sharedFrameOf } from '../../shared/bridge/shared-frame.ts';
import { ACK, type Acknowledged } from './back-pressure.ts';

/**
 * Puts a frame in place of the one before. @returns true when the page had asked to be told of it, which it is then done with;
 * false for a frame too large for the memory, which is not written
 */
export type FrameWriter = (frame: Float64Array) => boolean | undefined;

/** The only writer of a memory that the page made; `shared/bridge/shared-frame.ts` has the layout. */
export function frameWriter(memory: SharedArrayBuffer): FrameWriter {
  const { control, frame: slot } = sharedFrameOf(memory);
  return (frame) => {
    if (frame.length > slot.length) return false;
    // Read-modify-write keeps the plain stores below from moving above the odd version.
    Atomics.add(control, SHARED.version, 1);
    slot.set(frame);
    Atomics.store(control, SHARED.length, frame.length);
    Atomics.add(control, SHARED.version, 1);
    return Atomics.exchange(control, SHARED.asked, 0) === 1 || undefined;
  };
}

/**
 * Writes all frames, and says what the page is to be told. Nobody's return is waited for: the memory holds the newest frame.
 * @param onOvertaken a frame took the place of one that the page was told of and had not read
 */
export function shareFrames(
  frames: Acknowledged<Float64Array<ArrayBuffer>>,
  memory: SharedArrayBuffer,
  onOvertaken: () => void,
): Observable<boolean> {
  const write = frameWriter(memory);
  return frames.pipe(
    map((frame) => {
      const told = write(frame);
      if (told === undefined) onOvertaken();
      frames[ACK](frame.buffer);
      return told;
    }),
    filter((told) => told !== undefined),
  );
}
