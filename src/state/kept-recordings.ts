/*
 * Recordings that outlived their page or their worker: the user is told once of each that was interrupted, and Diagnostics
 * lists them all.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../shared/result.ts';
import { dropRecording, type KeptRecording, keptRecordings, readRecording } from '../link/kept-recordings.ts';
import { pageClock } from '../link/page-clock.ts';
import { lasting } from '../link/storage.ts';
import { noteKept } from './diagnostics-flags.ts';

/** When the newest one began of which the user was told. */
const TOLD = 'recording.told';

const all = signal<readonly KeptRecording[]>([]);
const toldOf = signal(Number(lasting.get(TOLD) ?? 0));

/** Newest first, as of the last look. */
export const kept: ReadonlySignal<readonly KeptRecording[]> = all;

/** The interrupted recording of which the user does not know yet. */
export const untoldKept: ReadonlySignal<KeptRecording | undefined> = computed(() =>
  all.value.find(({ kind, startedAt }) => kind === 'long' && startedAt > toldOf.value),
);

export async function lookForKept(): Promise<readonly KeptRecording[]> {
  all.value = await keptRecordings(pageClock.wallMs());
  noteKept(untoldKept.value !== undefined);
  return all.peek();
}

/** Nobody need be told of those that began up to then. */
export function noteTold(startedAt: number): void {
  if (startedAt <= toldOf.peek()) return;
  toldOf.value = startedAt;
  lasting.set(TOLD, String(startedAt));
  noteKept(untoldKept.value !== undefined);
}

/** As a compressed file. */
export async function saveKept(one: KeptRecording): Promise<Result<File>> {
  try {
    const text = await readRecording(one);
    const packed = await new Response(text.stream().pipeThrough(new CompressionStream('gzip'))).blob();
    const time = new Date(one.startedAt).toISOString().slice(0, 19).replaceAll(':', '-');
    const name = `pipstream-${time}-${one.kind === 'long' ? 'interrupted' : 'before-reload'}.jsonl.gz`;
    return ok(new File([packed], name, { type: 'application/gzip' }));
  } catch {
    // Deleted in another tab.
    void lookForKept();
    return err(refusal(LOCAL_CODE.unknown));
  }
}

export async function dropKept(one: KeptRecording): Promise<void> {
  await dropRecording(one);
  await lookForKept();
}
