import { batch, effect } from '@preact/signals-react';
import { createFrameFeed, type FrameFeed } from '../link/frame-feed.ts';
import { pageClock } from '../link/page-clock.ts';
import { createAccountSignals } from './account-signals.ts';
import { engineHealth, link } from './link.ts';
import { createQuoteRegistry } from './quote-registry.ts';
import { createSparklineRegistry } from './sparkline-registry.ts';

const quotes = createQuoteRegistry((ids) => {
  link().keep('watch', (engine) => engine.watch(ids));
  requestFrames();
}, pageClock.wallMs);

const account = createAccountSignals(() => queueMicrotask(requestFrames));

const sparklines = createSparklineRegistry((ids) => {
  link().keep('watch-sparklines', (engine) => engine.watchSparklines(ids));
});

let feed: FrameFeed | undefined;
let onFrame: ((frame: Float64Array) => void) | undefined;

/** Registers the one listener called after each market frame; pass nothing to remove it. */
export const watchFrames = (listener?: (frame: Float64Array) => void): void => {
  onFrame = listener;
};

/** Frames are requested only while something on the screen ticks. */
function requestFrames(): void {
  feed?.want(quotes.watched > 0 || account.watched > 0);
}

/** Everything that ticks, as signals of what is on the screen. */
export const live = { quotes, account, sparklines };

export function startLive(): void {
  feed = createFrameFeed({
    link: link(),
    clock: pageClock,
    apply(frame) {
      batch(() => {
        quotes.apply(frame);
        account.apply(frame);
      });
      onFrame?.(frame);
    },
    onLate: () => quotes.markStale(),
  });
  link().stream((engine) => engine.sparklines(), sparklines.apply);
  effect(() => {
    if (engineHealth.value !== 'running') quotes.markStale();
  });
}
