import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { headerLine } from '../format/format.ts';
import { LINE_ROOM, putMarketLine } from './market-line.ts';
import type { RecordingFile } from './recording-file.ts';

/** A recording that goes on until it is stopped; written once a second, and as often as the buffer is full. */
export interface LongRecording {
  readonly startedAt: TimestampMs;
  readonly place: RecordingFile['place'];
  bytes(): number;
  /** A line with its end. */
  write(line: string): void;
  /** A market frame in exactly the shape that the server prints, of which the bytes are there. */
  writeMarket(atMs: number, frame: Uint8Array, frameLength: number): void;
  /** Nothing is written afterwards. */
  stop(): Promise<Blob>;
}

const FLUSH_MS = 1_000;
const BUFFER_BYTES = 64 * 1024;
/** Bytes that a UTF-16 unit may become. */
const MAX_UTF8 = 3;

export interface LongRecordingOptions {
  readonly env: { every(intervalMs: number, run: () => void): () => void };
  readonly file: RecordingFile;
  readonly startMs: number;
  readonly app: string;
  /** It can't go on: there is no room, or writing failed. */
  onEnd(reason: 'full' | 'failed'): void;
}

export function createLongRecording({ env, file, startMs, app, onEnd }: LongRecordingOptions): LongRecording {
  const encoder = new TextEncoder();
  let buffer = new Uint8Array(BUFFER_BYTES);
  let waiting = 0;
  let written = 0;
  let isOver = false;

  function end(reason: 'full' | 'failed'): void {
    isOver = true;
    stopTimer();
    onEnd(reason);
  }

  function flush(): void {
    if (isOver || waiting === 0) return;
    const bytes = buffer.subarray(0, waiting);
    waiting = 0;
    try {
      file.write(bytes);
      written += bytes.length;
      if (written >= file.maxBytes) end('full');
    } catch {
      end('failed');
    }
  }

  function reserve(bytes: number): void {
    if (waiting + bytes <= buffer.length) return;
    flush();
    if (bytes > buffer.length) buffer = new Uint8Array(bytes);
  }

  const stopTimer = env.every(FLUSH_MS, flush);
  const write = (line: string) => {
    reserve(line.length * MAX_UTF8);
    waiting += encoder.encodeInto(line, buffer.subarray(waiting)).written;
  };
  write(`${headerLine(startMs, app)}\n`);
  return {
    startedAt: timestampMs(startMs),
    place: file.place,
    bytes: () => written + waiting,
    write,
    writeMarket(atMs, frame, frameLength) {
      reserve(frameLength + LINE_ROOM);
      waiting = putMarketLine(buffer, waiting, atMs, frame, frameLength);
    },
    async stop() {
      flush();
      isOver = true;
      stopTimer();
      return file.close();
    },
  };
}
