import { filter, map, type Observable } from 'rxjs';
import { SHARED, sharedFrameOf } from '../../shared/bridge/shared-frame.ts';
import { ACK, type Acknowledged } from './back-pressure.ts';

/**
 * Replaces the frame. @returns true if the page had asked for a notification, which clears the request; false if the frame is
 * too large for the memory, which then keeps the earlier one
 */
export type FrameWriter = (frame: Float64Array) => boolean | undefined;

/** The only writer of a memory that the page allocated; `shared/bridge/shared-frame.ts` has the layout. */
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
 * Writes all frames and emits the page's notifications. No acknowledgement is awaited: the memory holds the newest frame.
 * @param onOvertaken a frame replaced one that the page had been notified of and had not read
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
