import { batch, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import type { Sparkline } from '../../shared/bridge/worker-api.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import { later } from '../clock.ts';
import { createFrameFeed, type FrameFeed } from '../link/frame-feed.ts';
import { pageClock } from '../link/page-clock.ts';
import { engineHealth, link } from './link.ts';
import { createQuoteRegistry } from './quote-registry.ts';
import { createWatchList } from './watch-list.ts';

/** Mini charts change once a minute: do not subscribe to those of rows that a scroll only passes. */
const COLLECT_MS = 250;

let watchedIds: readonly InstrumentId[] = [];

/** Has a frame made at once, even if nothing has changed: something is shown that the last one was not applied to. */
export const requestFrame = (): void => link().keep('watch', (engine) => engine.watch(watchedIds));

const quotes = createQuoteRegistry((ids) => {
  watchedIds = ids;
  requestFrame();
  requestFrames();
}, pageClock.wallMs);

const sparklines = createSparklines((ids) => {
  link().keep('watch-sparklines', (engine) => engine.watchSparklines(ids));
});

/** Signals that market frames are written to. */
interface TickingSignals {
  /** Frames are requested while it is above 0. */
  readonly watched: number;
  apply(frame: Float64Array): void;
}

const ticking: TickingSignals[] = [quotes];

/** Has market frames written to these signals too, from now on. */
export const addTicking = (signals: TickingSignals): void => void ticking.push(signals);

let feed: FrameFeed | undefined;
let onFrame: ((frame: Float64Array) => void) | undefined;

/** Registers the one listener called after each market frame; pass nothing to remove it. */
export const watchFrames = (listener?: (frame: Float64Array) => void): void => {
  onFrame = listener;
};

/** Requests frames while something on the screen ticks; call it when that may have changed. */
export function requestFrames(): void {
  feed?.want(ticking.some(({ watched }) => watched > 0));
}

/** Quotes and mini charts of the rows on the screen, as signals. */
export const live = { quotes, sparklines };

export function startLive(): void {
  feed = createFrameFeed({
    link: link(),
    clock: pageClock,
    apply(frame) {
      batch(() => {
        for (const signals of ticking) signals.apply(frame);
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

function createSparklines(watch: (ids: readonly InstrumentId[]) => void) {
  const entries = new Map<InstrumentId, Signal<Float64Array | undefined>>();
  let waitMs = 0;
  const watched = createWatchList(watch, (flush) => {
    // The first rows are waited for.
    later(waitMs, flush);
    waitMs = COLLECT_MS;
  });
  const of = (id: InstrumentId): Signal<Float64Array | undefined> =>
    getOrCreate(entries, id, () => signal<Float64Array | undefined>(undefined));
  return {
    of: (id: InstrumentId): ReadonlySignal<Float64Array | undefined> => of(id),
    retain: watched.retain,
    apply(sparklines: readonly Sparkline[]): void {
      for (const { id, points } of sparklines) of(id).value = points;
    },
  };
}
