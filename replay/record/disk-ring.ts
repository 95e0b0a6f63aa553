import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { RecordingHeader } from '../format/format.ts';
import { createLongRecording, type LongRecording } from './long-recording.ts';
import type { RecordingFile } from './recording-file.ts';

/*
 * The ring in memory ends with its page. What it takes is written to the disk as well, so that the last minutes outlive a
 * reload, a tab that the phone discards, and a crash. Two files take turns: a new one begins with what is known then, and
 * the one before the last goes.
 */

/** What a part begins with. */
interface PartStart {
  readonly atMs: number;
  /** Lines with their line breaks. */
  readonly lines: readonly string[];
  readonly resumed: boolean;
}

export interface DiskRing {
  /** Where a record of this time is written; undefined until the first file is open, and without a disk. */
  at(atMs: number): { readonly file: LongRecording; readonly partMs: number } | undefined;
  /** Writes what waits: the page may end. */
  flush(): void;
}

interface DiskRingDeps {
  readonly env: { every(intervalMs: number, run: () => void): () => void };
  /** Rejects without a disk. @param startedAt epoch ms */
  open(startedAt: TimestampMs): Promise<RecordingFile>;
  /** @param isFirst everything so far, instead of what is known */
  begin(isFirst: boolean): PartStart;
  header(startedAt: TimestampMs, more: Pick<RecordingHeader, 'resumed' | 'head'>): string;
  /** Epoch ms of time 0. */
  readonly beganMs: number;
}

const PART_MS = 120_000;
const PART_BYTES = 16 * 1024 * 1024;

export function createDiskRing({ env, open, begin, header, beganMs }: DiskRingDeps): DiskRing {
  let parts: readonly { readonly file: LongRecording; readonly partMs: number }[] = [];
  let isOpening = false;

  async function turn(nowMs: number): Promise<void> {
    isOpening = true;
    // Without a disk it stays opening: nobody asks again.
    const opened = await open(timestampMs(beganMs + nowMs));
    const isFirst = parts.length === 0;
    const { atMs, lines, resumed } = begin(isFirst);
    const startedAt = timestampMs(beganMs + atMs);
    const file = createLongRecording({
      env,
      file: opened,
      startedAt,
      header: header(startedAt, { resumed, head: isFirst ? 0 : lines.length }),
      onEnd() {},
    });
    for (const line of lines) file.write(line);
    file.flush();
    const last = parts.slice(-1);
    for (const one of parts) void (last.includes(one) ? one.file.stop() : one.file.remove());
    parts = [...last, { file, partMs: atMs }];
    isOpening = false;
  }

  return {
    at(atMs) {
      const newest = parts.at(-1);
      const isDue =
        newest === undefined || atMs - newest.partMs >= PART_MS || newest.file.bytes() > PART_BYTES;
      if (isDue && !isOpening) turn(atMs).catch(() => {});
      return newest;
    },
    flush: () => parts.at(-1)?.file.flush(),
  };
}
