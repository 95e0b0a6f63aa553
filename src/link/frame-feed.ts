import { STALE_AFTER_MS } from '../../shared/limits.ts';
import type { PageClock } from '../clock.ts';
import type { EngineLink } from './engine-link.ts';
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
}

/** Market frames, at most one a painted frame and none while the page is hidden. */
export function createFrameFeed({ link, clock, apply, onLate }: FrameFeedOptions): FrameFeed {
  /** The newest frame, until it is painted. */
  let waiting: { readonly frame: Float64Array; readonly arrivedMs: number } | undefined;
  let stop: (() => void) | undefined;

  const paint = () => {
    if (waiting === undefined) return;
    const { frame, arrivedMs } = waiting;
    if (clock.wallMs() - arrivedMs > STALE_AFTER_MS) return startOver();
    waiting = undefined;
    apply(frame);
    giveBack(frame);
  };
  const take = (frame: Float64Array) => {
    if (waiting) giveBack(waiting.frame);
    else clock.tickFrame(paint);
    waiting = { frame, arrivedMs: clock.wallMs() };
  };
  const start = () => {
    stop = link.stream((engine) => engine.frames(), take);
  };
  const end = () => {
    stop?.();
    stop = waiting = undefined;
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
