/*
 * Recordings that outlived their page or their worker: each one that was interrupted is offered to the user one time, and
 * Diagnostics lists them all.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../shared/result.ts';
import { dropRecording, type KeptRecording, keptRecordings, readRecording } from '../link/kept-recordings.ts';
import { pageClock } from '../link/page-clock.ts';
import { lasting } from '../link/storage.ts';
import { noteKept } from './diagnostics-flags.ts';

/** When the newest one began that was offered to the user. */
const OFFERED = 'recording.told';

const all = signal<readonly KeptRecording[]>([]);
const offeredTo = signal(Number(lasting.get(OFFERED) ?? 0));

/** Newest first, as of the last look. */
export const kept: ReadonlySignal<readonly KeptRecording[]> = all;

/** The interrupted recording that is still to be offered. */
export const unofferedKept: ReadonlySignal<KeptRecording | undefined> = computed(() =>
  all.value.find(({ kind, startedAt }) => kind === 'long' && startedAt > offeredTo.value),
);

export async function lookForKept(): Promise<readonly KeptRecording[]> {
  all.value = await keptRecordings(pageClock.wallMs());
  noteKept(unofferedKept.value !== undefined);
  return all.peek();
}

/** Recordings that began up to `startedAt` need not be offered again. */
export function noteOffered(startedAt: number): void {
  if (startedAt <= offeredTo.peek()) return;
  offeredTo.value = startedAt;
  lasting.set(OFFERED, String(startedAt));
  noteKept(unofferedKept.value !== undefined);
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
