import { BehaviorSubject, Observable } from 'rxjs';
import type { PageFacts, PageRecord, RecordingState, SavedRecording } from '../../shared/bridge/recording.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { forwardClock } from '../../shared/forward-clock.ts';
import { maskedNote } from '../../shared/private-text.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../shared/result.ts';
import { marketText } from '../../shared/stream/delta-frame.ts';
import type { Frame } from '../../shared/stream/frame-decoder.ts';
import { type MarketHead, type MarketRows, ROW_LENGTH } from '../../shared/stream/market-scanner.ts';
import { entryLine, headerLine, type RecordBody } from '../format/format.ts';
import { createDiskRing } from './disk-ring.ts';
import { createLongRecording, type LongRecording } from './long-recording.ts';
import { packed, type RecordingFile } from './recording-file.ts';
import { redactBody } from './redact.ts';
import { createResumeState, type MarketRowsNow } from './resume-state.ts';
import { createRing } from './ring.ts';

/*
 * Recordings are made here: the recorder hears every input of the engine, masks it, keeps the last minutes and writes
 * long recordings. The live worker loads this folder and `replay/format`, and nothing else of `replay`: neither reading
 * nor playing may come in, and nothing of the worker.
 */

/** Called with every input of the engine, in the order in which it is taken. */
export interface Tap {
  opened(): void;
  closed(code?: number): void;
  sent(text: string): void;
  /** `frame` as it was decoded; undefined for one that was dropped. */
  received(data: string | Uint8Array, frame: Frame | undefined): void;
  /**
   * `path` without the host; `body` is the envelope, undefined when there was none. `isRead`: changes nothing.
   * `isOfAccount`: only the account gets such an answer.
   */
  answered(
    path: string,
    query: Readonly<Record<string, string>>,
    body: unknown,
    isRead: boolean,
    isOfAccount?: boolean,
  ): void;
  asked(name: string, args: readonly unknown[]): void;
}

/**
 * Records the engine's inputs: always the last minutes, and longer on demand. Everything is redacted before it is
 * held.
 */
export interface Recorder {
  readonly tap: Tap;
  readonly states$: Observable<RecordingState>;
  /** `page`: for the header. */
  start(page?: PageFacts): Promise<Result<void>>;
  stop(): Promise<Result<void>>;
  /** @param agoMs how long ago its moment was */
  mark(label: string, agoMs?: number): void;
  page(record: PageRecord): void;
  /** From now on the last minutes are kept on the disk as well, where there is one. Later: other facts for the header. */
  keep(page: PageFacts): void;
  /** Ends no recording. `page`: for the header of the last minutes. */
  save(which: 'ring' | 'long', page?: PageFacts): Promise<Result<SavedRecording>>;
}

interface RecorderEnv {
  /** Wall clock, epoch ms. */
  now(): number;
  /** @returns stops the calls */
  every(intervalMs: number, run: () => void): () => void;
  /** An empty file for a long recording; of the last minutes only on a disk: otherwise it rejects. */
  openRecordingFile(kind: 'long' | 'ring', startedAt: TimestampMs): Promise<RecordingFile>;
}

export interface RecorderOptions {
  readonly env: RecorderEnv;
  readonly app: string;
  readonly marketRows: MarketRowsNow;
}

type Long =
  | { readonly status: 'off' }
  | {
      readonly status: 'on' | 'stopped';
      readonly file: LongRecording;
      /** How many were set in it. */
      readonly marks: number;
      /** Why it stopped by itself. */
      readonly ended?: 'full' | 'failed';
    };

/** A record in memory. A market frame that needs no masking is held as its text, or as its numbers. */
type BufferedRecord = RecordBody | string | MarketNumbers;
interface MarketNumbers extends MarketHead {
  readonly kind: 'market';
  readonly rows: MarketRows;
}

const LIMITS = { partMs: 20_000, keepMs: 120_000, maxBytes: 16 * 1024 * 1024 } as const;
const PUBLISH_MS = 1_000;
/** Memory of a record besides its text. */
const RECORD_BYTES = 64;
const MAX_LABEL = 120;

export function createRecorder({ env, app, marketRows }: RecorderOptions): Recorder {
  const resumeState = createResumeState(marketRows);
  const ring = createRing<BufferedRecord>(LIMITS);
  const now = forwardClock(env.now);
  const beganMs = now();
  let latestMs = 0;
  let long: Long = { status: 'off' };
  const states$ = new BehaviorSubject<RecordingState>(stateNow());
  /** For the header of the last minutes on the disk; undefined until they are to be kept there. */
  let made: PageFacts | undefined;
  const disk = createDiskRing({
    env,
    beganMs,
    open: (startedAt) => env.openRecordingFile('ring', startedAt),
    header: (startedAt, more) => headerLine(startedAt, app, { ...made, ...more }),
    begin(isFirst) {
      if (isFirst) return { ...ringNow(), resumed: ring.isResumed() };
      const head = resumeState.head();
      return {
        atMs: time(),
        lines: head.map((body) => lineOf(0, body)),
        resumed: head.some(isOfEngine),
      };
    },
  });

  /** Ms since this recorder started; never decreases. */
  function time(): number {
    latestMs = now() - beganMs;
    return latestMs;
  }

  function stateNow(): RecordingState {
    return {
      ring: { seconds: Math.round(ring.lengthMs(latestMs) / 1000), bytes: ring.bytes() },
      long: longState(long),
    };
  }

  const publish = () => states$.next(stateNow());

  function become(next: Long): void {
    long = next;
    publish();
  }

  /** Must run before a record of this time is put. */
  function beginPartIfDue(atMs: number): void {
    if (!ring.isDue(atMs)) return;
    const head = resumeState.head();
    ring.begin(
      atMs,
      head,
      head.reduce((sum, known) => sum + sizeOf(known), 0),
    );
  }

  /** Time in the long recording, which has its own start. */
  const longTime = (atMs: number, { startedAt }: LongRecording) => Math.max(0, atMs - (startedAt - beganMs));

  /** @param isLasting whether a recording that starts later needs it too */
  function take(body: RecordBody, isLasting = true, isOfAccount?: boolean): void {
    const safe = redactBody(body);
    const atMs = time();
    beginPartIfDue(atMs);
    ring.put(atMs, safe, sizeOf(safe) + RECORD_BYTES);
    if (long.status === 'on') long.file.write(lineOf(longTime(atMs, long.file), safe));
    const part = made && disk.at(atMs);
    part?.file.write(lineOf(atMs - part.partMs, safe));
    if (isLasting) resumeState.keep(safe, isOfAccount);
  }

  /** A market frame has only numbers: nothing needs masking. @param write writes its line */
  function takeMarket(
    { seq }: MarketHead,
    record: BufferedRecord,
    bytes: number,
    write: (file: LongRecording, atMs: number) => void,
  ): void {
    const atMs = time();
    beginPartIfDue(atMs);
    ring.put(atMs, record, bytes + RECORD_BYTES);
    if (long.status === 'on') write(long.file, longTime(atMs, long.file));
    const part = made && disk.at(atMs);
    if (part) write(part.file, atMs - part.partMs);
    resumeState.sawMarket(seq);
  }

  /** A frame in few bytes is printed as text only when a file or somebody wants it. */
  function takeBytes(bytes: Uint8Array, frame: Frame | undefined): void {
    // One that could not be read has nothing to compare.
    if (frame?.kind !== 'market' || frame.unread) {
      take({ kind: 'in', text: textOf(frame) });
      return;
    }
    const { seq, ts, rows } = frame;
    const values = rows.values.slice(0, rows.count * ROW_LENGTH);
    const record: MarketNumbers = { kind: 'market', seq, ts, rows: { count: rows.count, values } };
    takeMarket(frame, record, values.byteLength, (file, atMs) => {
      const isLong = long.status === 'on' && file === long.file;
      const raw = isLong ? { raw: toBase64(bytes) } : {};
      file.write(lineOf(atMs, { kind: 'in', text: textOf(frame), ...raw }));
    });
  }

  return {
    states$: new Observable((subscriber) => {
      const following = states$.subscribe(subscriber);
      following.add(env.every(PUBLISH_MS, publish));
      return following;
    }),
    tap: {
      opened: () => take({ kind: 'open' }),
      closed: (code) => take(code === undefined ? { kind: 'close' } : { kind: 'close', code }),
      sent: (text) => take({ kind: 'out', text }),
      received(text, frame) {
        const plain = frame?.kind === 'market' && frame.plain;
        if (typeof text !== 'string') takeBytes(text, frame);
        else if (plain)
          takeMarket(frame, text, text.length, (file, atMs) => file.writeMarket(atMs, plain, text.length));
        else take({ kind: 'in', text });
      },
      answered: (path, query, body, isRead, isOfAccount) =>
        take({ kind: 'http', path, query, body }, isRead, isOfAccount),
      asked(name, args) {
        take({ kind: 'command', name, args });
        if (name === 'pageEvent') flush();
      },
    },
    async start(page) {
      if (long.status === 'on') return ok(undefined);
      if (long.status === 'stopped') await long.file.remove();
      const startedAt = timestampMs(beganMs + time());
      const opened = await env.openRecordingFile('long', startedAt);
      const head = resumeState.head();
      const file = createLongRecording({
        env,
        file: opened,
        startedAt,
        header: headerLine(startedAt, app, { ...page, resumed: head.some(isOfEngine) }),
        onEnd(ended) {
          if (long.status === 'on' && long.file === file) finish(ended);
        },
      });
      for (const body of head) file.write(lineOf(0, body));
      become({ status: 'on', file, marks: 0 });
      return ok(undefined);
    },
    async stop() {
      finish();
      return ok(undefined);
    },
    keep(page) {
      made = page;
    },
    page: (record) => take({ kind: 'page', ...record }),
    mark(label, agoMs = 0) {
      if (long.status === 'on') long = { ...long, marks: long.marks + 1 };
      // Masked before it is cut: half an address would not be recognised.
      const note = maskedNote(label).slice(0, MAX_LABEL);
      take({ kind: 'command', name: 'mark', args: agoMs > 0 ? [note, Math.round(agoMs)] : [note] });
      publish();
    },
    async save(which, page) {
      if (which === 'ring') {
        const { atMs, lines } = ringNow();
        const header = headerLine(beganMs + atMs, app, { ...page, resumed: ring.isResumed() });
        const text = new Blob([`${header}\n`, ...lines]);
        return ok(await saved(text.stream(), beganMs + atMs, '-last-minutes'));
      }
      if (long.status === 'off') return err(refusal(LOCAL_CODE.unknown));
      return ok(await saved(await long.file.copy(), long.file.startedAt));
    },
  };

  function finish(ended?: 'full' | 'failed'): void {
    if (long.status !== 'on') return;
    const { file } = long;
    become({ ...long, status: 'stopped', ...(ended ? { ended } : {}) });
    void file.stop();
  }

  /** The ring's lines, and the time of the first. */
  function ringNow() {
    const entries = ring.entries();
    const first = entries[0]?.atMs ?? 0;
    return { atMs: first, lines: entries.map(({ atMs, entry }) => lineOf(atMs - first, entry)) };
  }

  /** Before the page is hidden or ends. */
  function flush(): void {
    disk.flush();
    if (long.status === 'on') long.file.flush();
  }
}

function longState(long: Long): RecordingState['long'] {
  if (long.status === 'off') return long;
  const { file, ...rest } = long;
  return { ...rest, startedAt: file.startedAt, place: file.place, bytes: file.bytes() };
}

/** A head may hold the screen alone: then nothing came before. */
const isOfEngine = ({ kind }: RecordBody): boolean => kind !== 'page';

/** The line of a record, with its line break. */
function lineOf(atMs: number, record: BufferedRecord): string {
  if (typeof record === 'string') return `${entryLine({ at: atMs, kind: 'in', text: record })}\n`;
  if (record.kind === 'market') return lineOf(atMs, marketText(record, record.rows));
  return `${entryLine({ at: atMs, ...record })}\n`;
}

/**
 * The text that stands for a frame in few bytes: the exchange's own, without rows where they are not known. It counts as the
 * bytes did.
 */
function textOf(frame: Frame | undefined): string {
  if (frame?.kind !== 'market') return '{}';
  const text = marketText(frame, frame.rows);
  return frame.unread === 'bad' ? text.replace('[]', '[0]') : text;
}

const toBase64 = (bytes: Uint8Array): string =>
  btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));

function sizeOf(body: RecordBody): number {
  switch (body.kind) {
    case 'in':
    case 'out':
      return body.text.length;
    case 'http':
      return JSON.stringify(body.body)?.length ?? 0;
    default:
      return 0;
  }
}

/** Packs a recording and names it by its start. @param part tells two of one visit apart */
async function saved(
  bytes: Parameters<typeof packed>[0],
  startedAtMs: number,
  part = '',
): Promise<SavedRecording> {
  const time = new Date(startedAtMs).toISOString().slice(0, 19).replaceAll(':', '-');
  return { name: `pipstream-${time}${part}.jsonl.gz`, file: await packed(bytes) };
}
