import { computed, type ReadonlySignal } from '@preact/signals-react';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { now } from './now.ts';
import { replayAtMs, survey } from './replay.ts';
import { replaySource } from './replay-source.ts';

/** The time of what is shown: this device's in whole seconds, or that of a recording's moment; undefined until that is known. */
export const shownNow: ReadonlySignal<TimestampMs | undefined> = computed(() => {
  if (replaySource.value === undefined) return now.value;
  const read = survey.value;
  return read.status === 'ready' ? timestampMs(read.value.startedAt + replayAtMs.value) : undefined;
});
