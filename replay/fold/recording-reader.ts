import {
  createMarketRows,
  createScan,
  ESCAPED,
  type MarketHead,
  type MarketRows,
  scanMarketFrame,
  scanNumber,
} from '../../shared/stream/market-scanner.ts';
import {
  createTimeOrder,
  parseEntry,
  parseHeader,
  RecordingError,
  type RecordingHeader,
} from '../format/format.ts';
import { createFrameBytes } from '../format/frame-bytes.ts';
import { createLineSplitter, type Line, lineText } from '../format/lines.ts';
import type { Fold } from './fold.ts';

/** The first line that makes no sense (from 1), and why. */
export interface ReadFailure {
  readonly line: number;
  readonly reason: string;
}

export interface ReadOutcome {
  /** Undefined when the first line is not a header. */
  readonly header: RecordingHeader | undefined;
  /** Number of records taken. */
  readonly records: number;
  /** `at` of the last record taken, ms. */
  readonly lastAtMs: number;
  readonly failure: ReadFailure | undefined;
}

export interface Reader {
  /** Takes the next part of the text, cut anywhere. @returns whether more is wanted */
  push(text: string): boolean;
  end(): ReadOutcome;
}

export interface ReaderOptions {
  readonly fold: Fold;
  /** Reading ends before the first record that is later than this. */
  readonly untilMs?: number | undefined;
  /** Called after each record, with its line number. */
  readonly onRecord?: ((line: number, atMs: number) => void) | undefined;
}

const CARRIAGE_RETURN = 13;

/**
 * Folds the lines of a recording as they come. Reading ends at the first line that makes no sense; what came before
 * counts.
 */
export function createReader({ fold, untilMs = Number.POSITIVE_INFINITY, onRecord }: ReaderOptions): Reader {
  const lines = createLineSplitter();
  const scanner = createLineScanner(fold);
  const follow = createTimeOrder();
  const outcome: { -readonly [K in keyof ReadOutcome]: ReadOutcome[K] } = {
    header: undefined,
    records: 0,
    lastAtMs: 0,
    failure: undefined,
  };
  let isPast = false;
  const isOpen = () => !isPast && outcome.failure === undefined;

  function isWanted(atMs: number): boolean {
    follow(atMs);
    isPast = atMs > untilMs;
    return !isPast;
  }

  function take(line: Line): void {
    if (line.stop <= line.start) return;
    if (outcome.header === undefined) {
      outcome.header = parseHeader(lineText(line));
      return;
    }
    const scanned = scanner.take(line, isWanted);
    const entry = scanned < 0 ? parseEntry(lineText(line)) : undefined;
    if (entry !== undefined && isWanted(entry.at)) {
      if (entry.kind === 'open') scanner.begin();
      if (entry.kind === 'in') scanner.check(entry);
      fold.take(entry);
    }
    if (isPast) return;
    const atMs = entry?.at ?? scanned;
    outcome.records++;
    outcome.lastAtMs = atMs;
    onRecord?.(lines.number(), atMs);
  }

  function takeAll(next: () => Line | undefined): void {
    try {
      for (let line = next(); line !== undefined; line = isOpen() ? next() : undefined)
        take(
          line.text.charCodeAt(line.stop - 1) === CARRIAGE_RETURN ? { ...line, stop: line.stop - 1 } : line,
        );
    } catch (error) {
      if (!(error instanceof RecordingError)) throw error;
      outcome.failure = { line: lines.number(), reason: error.message };
    }
  }

  return {
    push(text) {
      if (!isOpen()) return false;
      lines.push(text);
      takeAll(lines.next);
      return isOpen();
    },
    end() {
      if (isOpen()) takeAll(lines.last);
      if (outcome.header === undefined)
        outcome.failure ??= { line: lines.number() + 1, reason: 'the file is empty' };
      return outcome;
    },
  };
}

/** Reads all of a text. Damage of its packing (a RecordingError of `parts`) ends it like a line that makes no sense. */
export async function readAll(parts: AsyncIterable<string>, reader: Reader): Promise<ReadOutcome> {
  try {
    for await (const part of parts) if (!reader.push(part)) break;
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    const outcome = reader.end();
    const damage = { line: outcome.header === undefined ? 1 : outcome.records + 2, reason: error.message };
    // Without a header the reader says that the file is empty: it is not.
    return { ...outcome, failure: outcome.header === undefined ? damage : (outcome.failure ?? damage) };
  }
  return reader.end();
}

const AT = '{"at":';
const FRAME = ',"kind":"in","text":"';
const LAST = '"}';
/** Between a frame's text and its bytes. */
const RAW = '","raw":"';
const BRACE = 125;
const OTHER_BYTES = 'the bytes of the market frame stand for another text';

/** Folds market frames straight from the lines of a recording, without unescaping them. */
interface LineScanner {
  /**
   * Takes a line that is a market frame in the exact shape that the recorder writes, if its time is wanted.
   * @returns its `at`, -1 for another line
   */
  take(line: Line, isWanted: (atMs: number) => boolean): number;
  /** A connection begins. */
  begin(): void;
  /** Compares the bytes beside another frame with its text. @throws RecordingError */
  check(frame: { readonly text: string; readonly raw?: string }): void;
}

function createLineScanner(fold: Pick<Fold, 'takeMarket'>): LineScanner {
  const head: MarketHead = { seq: 0, ts: 0 };
  const rows = createMarketRows();
  const scan = createScan();
  let bytes = createFrameBytes();

  function check(raw: string, ...frame: readonly [MarketHead, MarketRows]): void {
    if (!bytes.standFor(raw, ...frame)) throw new RecordingError(OTHER_BYTES);
  }

  return {
    take({ text, start, stop }, isWanted) {
      if (!text.startsWith(AT, start)) return -1;
      const at = scanNumber(scan, text, start + AT.length);
      if (!(at >= 0) || !text.startsWith(FRAME, scan.end)) return -1;
      const from = scan.end + FRAME.length;
      const last = stop - LAST.length;
      // A text ends with the frame's brace, bytes do not.
      const length = text.charCodeAt(last - 1) === BRACE ? last - from : text.slice(from, last).indexOf(RAW);
      const to = from + length;
      if (length < 0 || !text.startsWith(LAST, last)) return -1;
      if (!scanMarketFrame(scan, text, head, rows, ESCAPED, from, to)) return -1;
      if (!isWanted(at)) return at;
      if (to < last) check(text.slice(to + RAW.length, last), head, rows);
      fold.takeMarket(head, rows);
      return at;
    },
    begin() {
      bytes = createFrameBytes();
    },
    check({ text, raw }) {
      if (raw === undefined) return;
      if (!scanMarketFrame(scan, text, head, rows)) throw new RecordingError(OTHER_BYTES);
      check(raw, head, rows);
    },
  };
}
