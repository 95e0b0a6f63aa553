import { batch, effect } from '@preact/signals-react';
import { createFrameFeed } from '../link/frame-feed.ts';
import { pageClock } from '../link/page-clock.ts';
import { createAccountSignals } from './account-signals.ts';
import { engine, health } from './link.ts';
import { createQuoteRegistry } from './quote-registry.ts';
import { createSparklineRegistry } from './sparkline-registry.ts';

const quotes = createQuoteRegistry((ids) => {
  engine.keep('watch', (to) => to.watch(ids));
  lookAround();
}, pageClock.wallMs);

const account = createAccountSignals(() => queueMicrotask(lookAround));

const sparklines = createSparklineRegistry((ids) => {
  engine.keep('watch-sparklines', (to) => to.watchSparklines(ids));
});

let onFrame: ((frame: Float64Array) => void) | undefined;

/** Has one listener hear of each market frame once it is applied; none without one. */
export const watchFrames = (listener?: (frame: Float64Array) => void): void => {
  onFrame = listener;
};

const feed = createFrameFeed({
  link: engine,
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

/** With nothing on the screen that ticks, no frame is asked for. */
function lookAround(): void {
  feed.want(quotes.watched > 0 || account.watched > 0);
}

engine.stream((to) => to.sparklines(), sparklines.apply);

effect(() => {
  if (health.value !== 'running') quotes.markStale();
});

/** Everything that ticks, as signals of what is on the screen. */
export const live = { quotes, account, sparklines };
