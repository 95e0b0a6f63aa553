import { STALE_AFTER_MS } from '../../shared/limits.ts';
import type { PageClock } from './clock.ts';
import type { EngineLink } from './engine.ts';
import { type FrameReader, frameMemory, frameReader } from './shared-frame.ts';
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
  /** By default shared memory where the page is isolated, else none. */
  memory?(): SharedArrayBuffer | undefined;
}

/**
 * Market frames, at most one a painted frame and none while the page is hidden. A message wakes the page; what it then
 * applies is the shared memory's frame where there is one, since that may be newer than the message.
 */
export function createFrameFeed({
  link,
  clock,
  apply,
  onLate,
  memory = frameMemory,
}: FrameFeedOptions): FrameFeed {
  let reader: FrameReader | undefined;
  let pending: { readonly frame: Float64Array; readonly arrivedMs: number } | undefined;
  let scheduled = false;
  let shared = false;
  let stop: (() => void) | undefined;

  const paint = () => {
    scheduled = false;
    if (pending === undefined) return;
    if (clock.wallMs() - pending.arrivedMs > STALE_AFTER_MS) return startOver();
    const found = reader?.read() ?? 'unusable';
    if (found === 'busy') return schedule();
    if (found === 'fresh' && reader) apply(reader.frame);
    else if (found === 'unusable') apply(pending.frame);
    giveBack(pending.frame);
    pending = undefined;
  };
  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    clock.frame(paint);
  };
  const share = () => {
    shared = true;
    link.keep('share-frames', async (engine) => {
      // Each worker gets memory of its own: a dead one may have left its frame half written.
      const fresh = memory();
      reader = fresh && frameReader(fresh);
      if (fresh) await engine.shareFrames(fresh);
    });
  };
  const start = () => {
    if (!shared) share();
    stop = link.stream(
      (engine) => engine.frames(),
      (frame) => {
        if (pending) giveBack(pending.frame);
        pending = { frame, arrivedMs: clock.wallMs() };
        schedule();
      },
    );
  };
  const end = () => {
    stop?.();
    stop = undefined;
    pending = undefined;
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
