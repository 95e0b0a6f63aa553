import { computed, type ReadonlySignal } from '@preact/signals-react';
import { HEADER } from '../../shared/bridge/market-frame.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { addTicking } from './live.ts';
import { deviceNow, now } from './now.ts';
import { replayAtMs, survey } from './replay.ts';
import { replaySource } from './replay-source.ts';

/** What a frame takes on its way to the page, which makes the exchange's clock look slow, is no difference of the clocks. */
const SKEW_MS = 2_000;

/** How far the exchange's clock is ahead of this device's, in whole seconds; 0 until known. */
let aheadMs = 0;

/** Compares the exchange's clock with this device's, which may be wrong, at each market frame. */
export function startShownNow(): void {
  addTicking({
    watched: 0,
    apply(frame) {
      // A recording's frames say nothing about the exchange's clock.
      if (replaySource.peek() !== undefined) return;
      const ahead = (frame[HEADER.serverTimeMs] ?? Number.NaN) - deviceNow();
      const more = ahead - aheadMs;
      if (more > 1_000 || more < -SKEW_MS) aheadMs = Math.round(ahead / 1_000) * 1_000;
    },
  });
}

/** The time of what is shown: the exchange's in whole seconds, or that of a recording's moment; undefined until that is known. */
export const shownNow: ReadonlySignal<TimestampMs | undefined> = computed(() => {
  if (replaySource.value === undefined) return timestampMs(now.value + aheadMs);
  const read = survey.value;
  return read.status === 'ready' ? timestampMs(read.value.startedAt + replayAtMs.value) : undefined;
});
