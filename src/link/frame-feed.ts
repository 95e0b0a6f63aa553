import { STALE_AFTER_MS } from '../../shared/limits.ts';
import type { PageClock } from '../clock.ts';
import type { EngineLink } from './engine-link.ts';
import { type FrameReader, frameReader, sharedFrameRoom } from './shared-frame.ts';
import { giveBack } from './stream-port.ts';

export interface FrameFeed {
  /** Whether anybody looks: without, no frame is asked for and nothing runs. */
  want(wanted: boolean): void;
}

export interface FrameFeedOptions {
  readonly link: EngineLink;
  readonly clock: PageClock;
  /** The frame is only lent: its buffer goes back to the worker afterwards. */
  apply(frame: Float64Array): void;
  /** A frame lay in a sleeping page until it was old. It is dropped, and a new one is on its way. */
  onLate(): void;
  /** Of the memory for frames: by default enough where the page is isolated, else none. */
  readonly sharedBytes?: number;
}

/**
 * Market frames, at most one a painted frame and none while the page is hidden. Where page and worker share memory, a message
 * only says that there is one to be read, and only to a page that had read all there was.
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
  /** The frame that came by message. */
  let frame: Float64Array | undefined;
  /** When that was said which is to be painted next. */
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
        // Each worker gets memory of its own: a dead one may have left its frame half written.
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
