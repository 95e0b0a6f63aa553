import { effect, type ReadonlySignal, signal } from '@preact/signals-react';
import type { RecordingState } from '../../shared/bridge/recording.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../shared/result.ts';
import { pageClock } from '../link/page-clock.ts';
import { dropAside, putAside } from '../link/recorded-file.ts';
import type { RemoteEngine } from '../link/worker-life.ts';
import { noteRecorded } from './diagnostics-flags.ts';
import { lazyStream } from './lazy-stream.ts';
import { link } from './link.ts';
import { pageFacts } from './page-facts.ts';
import { watchPage } from './page-watch.ts';
import { isReplay } from './replay-source.ts';

/** The recorder's state; undefined until known. */
export const recording: ReadonlySignal<RecordingState | undefined> = lazyStream<RecordingState | undefined>(
  (engine) => engine.recording(),
  undefined,
);

/** The recorder's clock, epoch ms. */
export const recorderNow = (): number => pageClock.wallMs();

/** A long recording that ended with its worker. */
interface Interrupted {
  readonly startedAt: number;
  /** What it had written; undefined if that was in the memory, or cannot be kept. */
  readonly file: Blob | undefined;
}

const lost = signal<Interrupted | undefined>(undefined);

/** The last one, until the user starts another. */
export const interrupted: ReadonlySignal<Interrupted | undefined> = lost;

export async function startRecording(): Promise<Result<void>> {
  noteRecorded();
  // The recording begins with the screen.
  watchPage();
  const page = pageFacts();
  const start = (engine: RemoteEngine) => engine.startRecording(page);
  lost.value = undefined;
  void dropAside();
  const started = await link().call(start);
  if (started.ok && !isReplay()) goOn(start);
  return started;
}

let stopFollowing = () => {};

/** Until the recording is stopped, a worker that replaces its own begins another one. */
function goOn(start: (engine: RemoteEngine) => Promise<unknown>): void {
  let isOwn = true;
  link().keep('recording', async (engine) => {
    if (isOwn) {
      isOwn = false;
      return;
    }
    const long = recording.peek()?.long;
    const isOver = isReplay();
    // First: a new recording removes those before it.
    if (long?.status === 'on')
      lost.value = { startedAt: long.startedAt, file: await putAside(long.startedAt) };
    // The replay that ended it is not recorded, nor what comes after it.
    if (isOver) link().keep('recording', async () => {});
    else await start(engine);
  });
  stopFollowing();
  stopFollowing = effect(() => {
    if (recording.value?.long.status === 'stopped') link().keep('recording', async () => {});
  });
}

/** What an interrupted recording had written, as a compressed file. Its last line may be cut off. */
export async function saveInterrupted(): Promise<Result<File>> {
  const { file, startedAt = 0 } = lost.peek() ?? {};
  if (file === undefined) return err(refusal(LOCAL_CODE.unknown));
  const packed = await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();
  const time = new Date(startedAt).toISOString().slice(0, 19).replaceAll(':', '-');
  const name = `pipstream-${time}-interrupted.jsonl.gz`;
  return ok(new File([packed], name, { type: 'application/gzip' }));
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
