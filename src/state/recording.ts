import type { ReadonlySignal } from '@preact/signals-react';
import type { RecordingState } from '../../shared/bridge/recording.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../shared/result.ts';
import { pageClock } from '../link/page-clock.ts';
import { noteRecorded } from './diagnostics-flags.ts';
import { lazyStream } from './lazy-stream.ts';
import { link } from './link.ts';
import { pageFacts } from './page-facts.ts';
import { watchPage } from './page-watch.ts';

/** The recorder's state; undefined until known. */
export const recording: ReadonlySignal<RecordingState | undefined> = lazyStream<RecordingState | undefined>(
  (engine) => engine.recording(),
  undefined,
);

/** The recorder's clock, epoch ms. */
export const recorderNow = (): number => pageClock.wallMs();

export function startRecording(): Promise<Result<void>> {
  noteRecorded();
  // The recording begins with the screen.
  watchPage();
  const page = pageFacts();
  return link().call((engine) => engine.startRecording(page));
}

export const stopRecording = (): Promise<Result<void>> => link().call((engine) => engine.stopRecording());

/** @param agoMs how long ago its moment was */
export const markMoment = (label: string, agoMs = 0): void =>
  link().tell((engine) => engine.mark(label, agoMs));

/** The recording as a compressed file. Stops a long recording that is still running. */
export async function saveRecording(which: 'ring' | 'long'): Promise<Result<File>> {
  const page = pageFacts();
  const saved = await link().call((engine) => engine.saveRecording(which, page));
  if (!saved.ok) return saved;
  const { file, name } = saved.value;
  if (!(file instanceof Blob)) return err(refusal(LOCAL_CODE.malformed));
  return ok(new File([file], name, { type: 'application/gzip' }));
}
