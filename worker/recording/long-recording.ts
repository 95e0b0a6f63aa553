import { type TimestampMs, timestampMs } from '../../shared/time.ts';
import type { Env } from '../env.ts';
import type { RecordingFile } from './file.ts';
import { headerLine } from './format.ts';

/** A recording that goes on until it is stopped; written about once a second. */
export interface LongRecording {
  readonly startedAt: TimestampMs;
  readonly place: RecordingFile['place'];
  bytes(): number;
  write(line: string): void;
  /** Nothing is written afterwards. */
  stop(): Promise<Blob>;
}

const FLUSH_MS = 1_000;
const FLUSH_AT = 256 * 1024;

export interface LongRecordingOptions {
  readonly env: Pick<Env, 'every'>;
  readonly file: RecordingFile;
  readonly startMs: number;
  readonly app: string;
  /** It can't go on: there is no room, or writing failed. */
  onEnd(reason: 'full' | 'failed'): void;
}

export function createLongRecording({ env, file, startMs, app, onEnd }: LongRecordingOptions): LongRecording {
  let waiting = '';
  let written = 0;
  let isOver = false;

  function end(reason: 'full' | 'failed'): void {
    isOver = true;
    stopTimer();
    onEnd(reason);
  }

  function flush(): void {
    if (isOver || waiting === '') return;
    try {
      file.write(waiting);
      written += waiting.length;
      waiting = '';
      if (written >= file.maxBytes) end('full');
    } catch {
      end('failed');
    }
  }

  const stopTimer = env.every(FLUSH_MS, flush);
  const write = (line: string) => {
    if (isOver) return;
    waiting += `${line}\n`;
    if (waiting.length >= FLUSH_AT) flush();
  };
  write(headerLine(startMs, app));
  return {
    startedAt: timestampMs(startMs),
    place: file.place,
    bytes: () => written + waiting.length,
    write,
    async stop() {
      flush();
      isOver = true;
      stopTimer();
      return file.close();
    },
  };
}
