import { type ReadonlySignal, signal } from '@preact/signals-react';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { pageClock } from '../link/page-clock.ts';

const SECOND_MS = 1_000;
const wholeSecond = (): TimestampMs => timestampMs(Math.floor(pageClock.wallMs() / SECOND_MS) * SECOND_MS);

/** This device's time at this moment. */
export const deviceNow = (): TimestampMs => timestampMs(pageClock.wallMs());

let stop = () => {};

/** This device's time in whole seconds; ticks only while an effect or a render reads it. */
export const now: ReadonlySignal<TimestampMs> = signal<TimestampMs>(wholeSecond(), {
  watched() {
    const tick = () => {
      this.value = wholeSecond();
      stop = pageClock.after(SECOND_MS - (pageClock.wallMs() % SECOND_MS), tick);
    };
    tick();
  },
  unwatched: () => stop(),
});
