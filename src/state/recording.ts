import type { ReadonlySignal } from '@preact/signals-react';
import type { RecordingState } from '../../shared/bridge/recording.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../shared/result.ts';
import { pageClock } from '../link/page-clock.ts';
import { lazyStream } from './lazy-stream.ts';
import { link } from './link.ts';

/** The recorder; undefined until it has said how it is. */
export const recording: ReadonlySignal<RecordingState | undefined> = lazyStream<RecordingState | undefined>(
  (engine) => engine.recording(),
  undefined,
);

/** What the recorder measures time by. */
export const recorderNow = (): number => pageClock.wallMs();

export const stopRecording = (): Promise<Result<void>> => link().call((engine) => engine.stopRecording());

export const markMoment = (label: string): void => link().tell((engine) => engine.mark(label));

/** The recording as a file of its own name, packed. A long one that is still on is stopped. */
export async function saveRecording(which: 'ring' | 'long'): Promise<Result<File>> {
  const saved = await link().call((engine) => engine.saveRecording(which));
  if (!saved.ok) return saved;
  const { file, name } = saved.value;
  if (!(file instanceof Blob)) return err(refusal(LOCAL_CODE.malformed));
  return ok(new File([file], name, { type: 'application/gzip' }));
}
