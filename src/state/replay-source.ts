import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { ReplaySource } from '../../shared/recording.ts';
import { err, LOCAL_CODE, type Result, refusal } from '../../shared/result.ts';

const source = signal<ReplaySource | undefined>(undefined);

/** The recording that stands in place of the exchange; undefined while the exchange itself does. */
export const replaySource: ReadonlySignal<ReplaySource | undefined> = source;

export const setReplaySource = (next: ReplaySource | undefined): void => {
  source.value = next;
};

/** What a deed is answered with while a recording stands in place of the exchange: nothing can be done to it. */
export const refusedInReplay = (): Result<never> | undefined =>
  source.peek() === undefined ? undefined : err(refusal(LOCAL_CODE.replay));
