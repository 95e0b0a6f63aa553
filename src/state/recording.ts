import { effect, type ReadonlySignal, signal } from '@preact/signals-react';
import type { RecordingState } from '../../shared/bridge/recording.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../shared/result.ts';
import { later } from '../clock.ts';
import { pageClock } from '../link/page-clock.ts';
import { perTab } from '../link/storage.ts';
import type { RemoteEngine } from '../link/worker-life.ts';
import { noteRecorded } from './diagnostics-flags.ts';
import { lazyStream } from './lazy-stream.ts';
import { link } from './link.ts';
import { pageFacts } from './page-facts.ts';
import { isReplay, RECORD_KEY } from './replay-source.ts';

/** The recorder's state; undefined until known. */
export const recording: ReadonlySignal<RecordingState | undefined> = lazyStream<RecordingState | undefined>(
  (engine) => engine.recording(),
  undefined,
);

/** The recorder's clock, epoch ms. */
export const recorderNow = (): number => pageClock.wallMs();

const lost = signal<number>();

/** When the last recording began that ended with its worker, epoch ms; until the user starts another. */
export const interrupted: ReadonlySignal<number | undefined> = lost;

export async function startRecording(): Promise<Result<void>> {
  noteRecorded();
  // The recording begins with the screen. Not in this file's code, which every later screen loads.
  await import('./page-watch.ts').then(
    ({ watchPage }) => watchPage(),
    () => {},
  );
  const page = pageFacts();
  const start = (engine: RemoteEngine) => engine.startRecording(page);
  lost.value = undefined;
  const started = await link().call(start);
  if (started.ok && !isReplay()) goOn(start);
  return started;
}

let stopFollowing = () => {};

/** Until the recording is stopped, a worker that replaces its own begins another one, and so does the tab after a reload. */
function goOn(start: (engine: RemoteEngine) => Promise<unknown>): void {
  perTab.set(RECORD_KEY, 'true');
  let isOwn = true;
  link().keep('recording', async (engine) => {
    if (isOwn) {
      isOwn = false;
      return;
    }
    const long = recording.peek()?.long;
    const isOver = isReplay();
    if (long?.status === 'on') {
      lost.value = long.startedAt;
      if (long.place === 'disk') findLost(long.startedAt).catch(() => {});
    }
    // The replay that ended it is not recorded, nor what comes after it.
    if (isOver) end();
    else await start(engine);
  });
  stopFollowing();
  stopFollowing = effect(() => {
    if (recording.value?.long.status === 'stopped') end();
  });
}

function end(): void {
  perTab.remove(RECORD_KEY);
  link().keep('recording', async () => {});
}

/** Not in this file's code, which every later screen loads. */
const keptRecordings = () => import('./kept-recordings.ts');

/** The files of a worker that was ended are free shortly after. */
const TRIES = 10;
const PAUSE_MS = 200;

async function findLost(startedAt: number): Promise<void> {
  const { lookForKept } = await keptRecordings();
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await lookForKept();
    if (found.some((one) => one.startedAt === startedAt)) return;
    await new Promise<void>((done) => void later(PAUSE_MS, done));
  }
}

export const stopRecording = (): Promise<Result<void>> => link().call((engine) => engine.stopRecording());

/** @param agoMs how long ago its moment was */
export const markMoment = (label: string, agoMs = 0): void =>
  link().send((engine) => engine.mark(label, agoMs));

/** The recording as a compressed file; a long recording goes on. */
export async function saveRecording(which: 'ring' | 'long'): Promise<Result<File>> {
  const page = pageFacts();
  const saved = await link().call((engine) => engine.saveRecording(which, page));
  if (!saved.ok) return saved;
  const { file, name } = saved.value;
  if (!(file instanceof Blob)) return err(refusal(LOCAL_CODE.malformed));
  const long = recording.peek()?.long;
  // What was saved is not interrupted when the page ends.
  if (which === 'long' && long?.status === 'stopped')
    void keptRecordings().then(
      ({ noteOffered }) => noteOffered(long.startedAt),
      () => {},
    );
  return ok(new File([file], name, { type: 'application/gzip' }));
}
