import { STALE_AFTER_MS } from '../../shared/limits.ts';
import type { PageClock } from '../clock.ts';
import type { EngineLink } from './engine-link.ts';
import { type FrameReader, frameReader, sharedFrameRoom } from './shared-frame.ts';
import { giveBack } from './stream-port.ts';

export interface FrameFeed {
  /** Whether anything on the screen ticks. While false, no frame is requested and nothing runs. */
  want(wanted: boolean): void;
}

export interface FrameFeedOptions {
  readonly link: EngineLink;
  readonly clock: PageClock;
  /** The frame is valid during the call only: its buffer goes back to the worker afterwards. */
  apply(frame: Float64Array): void;
  /** A frame waited in a sleeping page until it was old. It was dropped, and a new one is requested. */
  onLate(): void;
  /** Size of the memory shared with the worker; by default enough for all frames, or 0 if the page is not isolated. */
  readonly sharedBytes?: number;
}

/**
 * Market frames, at most one a painted frame and none while the page is hidden. Where page and worker share memory, a
 * message only tells a page that has read everything that there is a new frame.
 */
export function createFrameFeed({
  link,
  clock,
  apply,
  onLate,
  sharedBytes = sharedFrameRoom(),
}: FrameFeedOptions): FrameFeed {
  let reader: FrameReader | undefined;
  let isShared = sharedBytes > 0;
  /** The frame that arrived by message. */
  let frame: Float64Array | undefined;
  /** Arrival time of the frame waiting to be painted. */
  let arrivedMs: number | undefined;
  let scheduled = false;
  let stop: (() => void) | undefined;

  const paint = () => {
    scheduled = false;
    if (arrivedMs === undefined) return;
    if (clock.wallMs() - arrivedMs > STALE_AFTER_MS) return startOver();
    arrivedMs = undefined;
    if (reader) {
      const found = reader.read();
      if (found === 'fresh') apply(reader.frame);
      if (found === 'busy' || !reader.ask()) arrive();
    } else if (frame) {
      apply(frame);
      giveBack(frame);
      frame = undefined;
    }
  };
  const arrive = () => {
    arrivedMs = clock.wallMs();
    if (scheduled) return;
    scheduled = true;
    clock.tickFrame(paint);
  };
  const startShared = () =>
    link.stream(
      (engine) => {
        // New memory for each worker: a dead one may have left its frame half written.
        const memory = new SharedArrayBuffer(sharedBytes);
        reader = frameReader(memory);
        return engine.sharedFrames(memory);
      },
      (fits) => {
        if (fits) return arrive();
        isShared = false;
        end();
        start();
      },
    );
  const startMessages = () =>
    link.stream(
      (engine) => engine.frames(),
      (next) => {
        if (frame) giveBack(frame);
        frame = next;
        arrive();
      },
    );
  const start = () => {
    stop = isShared ? startShared() : startMessages();
  };
  const end = () => {
    stop?.();
    stop = reader = frame = arrivedMs = undefined;
  };
  const startOver = () => {
    end();
    onLate();
    start();
  };
  return {
    want(wanted) {
      if (wanted === (stop !== undefined)) return;
      if (wanted) start();
      else end();
    },
  };
}
