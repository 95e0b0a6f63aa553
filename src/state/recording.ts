import type { ReadonlySignal } from '@preact/signals-react';
import type { RecordingState } from '../../shared/bridge/recording.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../shared/result.ts';
import { pageClock } from '../link/page-clock.ts';
import { toSignal } from '../link/to-signal.ts';
import { engine } from './link.ts';

/** The recorder; undefined until it has said how it is. */
export const recording: ReadonlySignal<RecordingState | undefined> = toSignal<RecordingState | undefined>(
  engine,
  (to) => to.recording(),
  undefined,
);

/** What the recorder measures time by. */
export const recorderNow = (): number => pageClock.wallMs();

export const stopRecording = (): Promise<Result<void>> => engine.call((to) => to.stopRecording());

export const markMoment = (label: string): void => engine.tell((to) => to.mark(label));

/** The recording as a file of its own name, packed. A long one that is still on is stopped. */
export async function saveRecording(which: 'ring' | 'long'): Promise<Result<File>> {
  const saved = await engine.call((to) => to.saveRecording(which));
  if (!saved.ok) return saved;
  const { file, name } = saved.value;
  if (!(file instanceof Blob)) return err(refusal(LOCAL_CODE.malformed));
  return ok(new File([file], name, { type: 'application/gzip' }));
}
