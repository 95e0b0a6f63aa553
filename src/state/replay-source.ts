import { signal } from '@preact/signals-react';
import type { ReplaySource } from '../../shared/bridge/recording.ts';
import { err, LOCAL_CODE, type Result, refusal } from '../../shared/result.ts';

/** The recording that stands in place of the exchange, written by `replay.ts`; undefined while the exchange does. */
export const replaySource = signal<ReplaySource | undefined>();

export const isReplay = (): boolean => replaySource.peek() !== undefined;

/** What a deed is answered with while a recording stands in place of the exchange: nothing can be done to it. */
export const refusedInReplay = (): Result<never> | undefined =>
  isReplay() ? err(refusal(LOCAL_CODE.replay)) : undefined;
