import type { TextSource } from '../format/lines.ts';
import type { RealTime } from './virtual-time.ts';

/** Longest time without yielding to other tasks. */
export const SLICE_MS = 25;
/** UTF-16 units that are read in less than that. */
const PIECE = 64 * 1024;

/**
 * The same text in smaller parts, with pauses in which other tasks run: whoever reads a large file to its end must not keep a
 * worker from answering.
 */
export const sliced = (source: TextSource, real: RealTime): TextSource =>
  async function* () {
    let sinceMs = real.monotonic();
    for await (const part of source())
      for (let at = 0; at < part.length; at += PIECE) {
        if (real.monotonic() - sinceMs >= SLICE_MS) {
          await new Promise<void>((resolve) => void real.after(0, resolve));
          sinceMs = real.monotonic();
        }
        yield part.slice(at, at + PIECE);
      }
  };
