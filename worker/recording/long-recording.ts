import { type TimestampMs, timestampMs } from '../../shared/time.ts';
import type { Env } from '../env.ts';
import type { RecordingFile } from './file.ts';
import { headerLine } from './format.ts';

/** A recording that goes on until it is stopped; written about once a second. */
export interface LongRecording {
  readonly startedAt: TimestampMs;
  readonly place: RecordingFile['place'];
  bytes(): number;
  /** A line with its end. */
  write(line: string): void;
  /** Nothing is written afterwards. */
  stop(): Promise<Blob>;
}

const FLUSH_MS = 1_000;
const FLUSH_AT = 64 * 1024;
const BUFFER_BYTES = 256 * 1024;
/** Bytes that a UTF-16 unit may become. */
const MAX_UTF8 = 3;

export interface LongRecordingOptions {
  readonly env: Pick<Env, 'every'>;
  readonly file: RecordingFile;
  readonly startMs: number;
  readonly app: string;
  /** It can't go on: there is no room, or writing failed. */
  onEnd(reason: 'full' | 'failed'): void;
}

export function createLongRecording({ env, file, startMs, app, onEnd }: LongRecordingOptions): LongRecording {
  const encoder = new TextEncoder();
  const buffer = new Uint8Array(BUFFER_BYTES);
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
    const bytes = encoded(waiting);
    waiting = '';
    try {
      file.write(bytes);
      written += bytes.length;
      if (written >= file.maxBytes) end('full');
    } catch {
      end('failed');
    }
  }

  function encoded(text: string): Uint8Array {
    if (text.length * MAX_UTF8 > BUFFER_BYTES) return encoder.encode(text);
    return buffer.subarray(0, encoder.encodeInto(text, buffer).written);
  }

  const stopTimer = env.every(FLUSH_MS, flush);
  const write = (line: string) => {
    if (isOver) return;
    waiting += line;
    if (waiting.length >= FLUSH_AT) flush();
  };
  write(`${headerLine(startMs, app)}\n`);
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
