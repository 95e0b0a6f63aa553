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

/** Frames of the shared memory that come so soon after one another, some two of the screen's, are looked for without a message. */
const RAPID_MS = 34;

/**
 * Market frames, at most one a painted frame and none while the page is hidden. A message wakes the page; what it then
 * applies is the shared memory's frame where there is one, since that may be newer than the message. The message goes back, and
 * so asks for the next, when no more frames follow at once.
 */
export function createFrameFeed({
  link,
  clock,
  apply,
  onLate,
  memory = frameMemory,
}: FrameFeedOptions): FrameFeed {
  let reader: FrameReader | undefined;
  /** The message that is here. It is `read` once the memory had something newer. */
  let pending: { readonly frame: Float64Array; newestMs: number; read: boolean } | undefined;
  let freshMs = 0;
  let scheduled = false;
  let shared = false;
  let stop: (() => void) | undefined;

  const paint = () => {
    scheduled = false;
    if (pending === undefined) return;
    const now = clock.wallMs();
    if (now - pending.newestMs > STALE_AFTER_MS) return startOver();
    const found = reader?.read() ?? 'unusable';
    if (found === 'busy') return schedule();
    const isRapid = found !== 'unusable' && clock.nowMs() - freshMs < RAPID_MS;
    if (found === 'fresh' && reader) {
      apply(reader.frame);
      freshMs = clock.nowMs();
      pending.newestMs = now;
      pending.read = true;
    } else if (found === 'unusable' && !pending.read) apply(pending.frame);
    if (isRapid && pending.read) return schedule();
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
        pending = { frame, newestMs: clock.wallMs(), read: false };
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
