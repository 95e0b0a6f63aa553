import { signal } from '@preact/signals-react';
import type { ReplaySource } from '../../shared/bridge/recording.ts';
import { err, LOCAL_CODE, type Result, refusal } from '../../shared/result.ts';

/** The recording shown in place of the exchange, written by `replay.ts`; undefined while the exchange is shown. */
export const replaySource = signal<ReplaySource | undefined>();

/** Where a tab keeps what it needs to show the replay again after a reload. */
export const REPLAY_KEY = 'replay';

/** Where a tab notes that it records: a reload and another address go on with it. */
export const RECORD_KEY = 'record';

/** Whether preferences are those of a recording: then nothing of them is kept on this device. */
export const areBorrowed = signal(false);

/** Fired by the program that takes pictures of a replay, before and after a picture; its detail says whether one is taken. */
export const PICTURE_EVENT = 'replaypicture';

/** While a picture is taken, the app looks as its user saw it. Orders are refused nevertheless. */
export const isPictured = signal(false);

/** Whether screens say that this is a replay, and show what cannot be done; to be read where signals are. */
export const saysReplay = (): boolean => replaySource.value !== undefined && !isPictured.value;

export const isReplay = (): boolean => replaySource.peek() !== undefined;

/** The refusal of every change while a recording is shown; undefined otherwise. */
export const refusedInReplay = (): Result<never> | undefined =>
  isReplay() ? err(refusal(LOCAL_CODE.replay)) : undefined;
