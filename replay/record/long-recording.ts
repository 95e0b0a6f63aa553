import type { TimestampMs } from '../../shared/domain/time.ts';
import type { RecordingFile } from './recording-file.ts';

/** A recording that is written to a file until it is stopped: once a second, and whenever the buffer is full. */
export interface LongRecording {
  readonly startedAt: TimestampMs;
  readonly place: RecordingFile['place'];
  bytes(): number;
  /** A line with its line break. */
  write(line: string): void;
  /** Writes a market frame in the exact shape that the server prints, from its bytes. */
  writeMarket(atMs: number, frame: Uint8Array, frameLength: number): void;
  /** Writes what waits: the page may end. */
  flush(): void;
  /** What was written so far; it goes on. */
  copy(): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** Ends it; later writes are ignored. Safe to call twice. */
  stop(): Promise<Blob>;
  /** Ends it, and its file goes. */
  remove(): Promise<void>;
}

const encoder = new TextEncoder();
const FRAME_START = '{"topic":"DAY_MARKET","seq":';
const BEFORE_TIME = encoder.encode('{"at":');
const AFTER_TIME = encoder.encode(`,"kind":"in","text":${JSON.stringify(FRAME_START).slice(0, -1)}`);
const AFTER_TEXT = encoder.encode('"}\n');
const [QUOTE, BACKSLASH, BRACKET, ZERO] = [34, 92, 91, 48];
/** Upper bound of a line's bytes besides the frame. */
const LINE_ROOM = 128;

const FLUSH_MS = 1_000;
const BUFFER_BYTES = 64 * 1024;
/** Largest number of UTF-8 bytes of a UTF-16 unit. */
const MAX_UTF8 = 3;

export interface LongRecordingOptions {
  readonly env: { every(intervalMs: number, run: () => void): () => void };
  readonly file: RecordingFile;
  readonly startedAt: TimestampMs;
  /** The first line, without its line break. */
  readonly header: string;
  /** It ended by itself: the file is full, or writing failed. */
  onEnd(reason: 'full' | 'failed'): void;
}

export function createLongRecording({
  env,
  file,
  startedAt,
  header,
  onEnd,
}: LongRecordingOptions): LongRecording {
  let buffer = new Uint8Array(BUFFER_BYTES);
  let waiting = 0;
  let written = 0;
  /** The closed file. */
  let blob: Promise<Blob> | undefined;

  function stop(): Promise<Blob> {
    if (blob === undefined) flush();
    stopTimer();
    blob ??= file.close();
    return blob;
  }

  function end(reason: 'full' | 'failed'): void {
    void stop();
    onEnd(reason);
  }

  function flush(): void {
    if (blob !== undefined || waiting === 0) return;
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
  write(`${header}\n`);
  return {
    startedAt,
    place: file.place,
    bytes: () => written + waiting,
    write,
    writeMarket(atMs, frame, frameLength) {
      reserve(frameLength + LINE_ROOM);
      waiting = putMarketLine(buffer, waiting, atMs, frame, frameLength);
    },
    flush,
    async copy() {
      flush();
      return blob === undefined ? file.read(written) : (await blob).stream();
    },
    stop,
    async remove() {
      await stop();
      await file.remove();
    },
  };
}

/**
 * Writes the line of a market frame in the exact shape that the server prints, from its bytes: nothing needs masking.
 * @param atMs a whole number
 * @returns the index after the line
 */
function putMarketLine(
  to: Uint8Array,
  start: number,
  atMs: number,
  frame: Uint8Array,
  frameLength: number,
): number {
  let at = copy(AFTER_TIME, to, putDigits(atMs, to, copy(BEFORE_TIME, to, start)));
  // Up to the rows only the names have quotes to escape.
  let from = FRAME_START.length;
  for (let code = frame[from] ?? 0; code !== BRACKET; code = frame[++from] ?? 0) {
    if (code === QUOTE) to[at++] = BACKSLASH;
    to[at++] = code;
  }
  return copy(AFTER_TEXT, to, copy(frame.subarray(from, frameLength), to, at));
}

/** @returns the index after it */
function copy(part: Uint8Array, to: Uint8Array, start: number): number {
  to.set(part, start);
  return start + part.length;
}

/** @returns the index after them */
function putDigits(whole: number, to: Uint8Array, start: number): number {
  let end = start + 1;
  for (let power = 10; power <= whole; power *= 10) end++;
  for (let at = end - 1, rest = whole; at >= start; at--, rest = Math.floor(rest / 10))
    to[at] = ZERO + (rest % 10);
  return end;
}
