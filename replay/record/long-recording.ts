import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { headerLine } from '../format/format.ts';
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

const encoder = new TextEncoder();
const FRAME_START = '{"topic":"DAY_MARKET","seq":';
const BEFORE_TIME = encoder.encode('{"at":');
const AFTER_TIME = encoder.encode(`,"kind":"in","text":${JSON.stringify(FRAME_START).slice(0, -1)}`);
const AFTER_TEXT = encoder.encode('"}\n');
const [QUOTE, BACKSLASH, BRACKET, ZERO] = [34, 92, 91, 48];
/** More than a frame's line has besides the frame. */
const LINE_ROOM = 128;

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

/**
 * Writes the line of a market frame in exactly the shape that the server prints: its bytes are there, and nothing needs
 * masking or is looked through again.
 * @param atMs a whole number
 * @returns where the line ends
 */
function putMarketLine(
  to: Uint8Array,
  start: number,
  atMs: number,
  frame: Uint8Array,
  frameLength: number,
): number {
  let at = copy(AFTER_TIME, to, putDigits(atMs, to, copy(BEFORE_TIME, to, start)));
  // Its numbers and names up to the rows, of which the names alone have quotes.
  let from = FRAME_START.length;
  for (let code = frame[from] ?? 0; code !== BRACKET; code = frame[++from] ?? 0) {
    if (code === QUOTE) to[at++] = BACKSLASH;
    to[at++] = code;
  }
  return copy(AFTER_TEXT, to, copy(frame.subarray(from, frameLength), to, at));
}

/** @returns where it ends */
function copy(part: Uint8Array, to: Uint8Array, start: number): number {
  to.set(part, start);
  return start + part.length;
}

/** @returns where they end */
function putDigits(whole: number, to: Uint8Array, start: number): number {
  let end = start + 1;
  for (let power = 10; power <= whole; power *= 10) end++;
  for (let at = end - 1, rest = whole; at >= start; at--, rest = Math.floor(rest / 10))
    to[at] = ZERO + (rest % 10);
  return end;
}
