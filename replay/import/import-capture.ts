import type { WireCandle, WireInstrument, WireQuote } from '../../shared/contract/market.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { klineTopic, type Topic } from '../../shared/contract/socket.ts';
import { SOCKET_FLUSH_MS } from '../../shared/limits.ts';
import {
  FORMAT,
  type RecordBody,
  type RecordEntry,
  RecordingError,
  type RecordingHeader,
  VERSION,
} from '../format/format.ts';
import { NEUTRAL_BASE_DATA } from '../format/neutral-base-data.ts';
import type { Capture, CaptureRecord } from './capture.ts';
import { count, countsText, countText, createReport, type ImportReport } from './import-report.ts';
import { type Survey, survey } from './import-survey.ts';
import { createListedQuote, type ListedQuote } from './listed-quote.ts';
import { codeOf, eventsOf, type Venue, type VenueEvent } from './venue.ts';
import { likelyVenue } from './venues.ts';

/*
 * Recordings made of something else: captures of venues (here), mapped streams, HARs; and HARs made of recordings. The
 * command line and the player call it. Files, Node and the engine must not come in.
 */

export interface Imported {
  readonly header: RecordingHeader;
  /** Can be read once; `report` is complete at its end. */
  readonly entries: AsyncIterable<RecordEntry>;
  readonly report: ImportReport;
}

/**
 * Converts a venue's capture into a recording. Reads the capture twice: instruments and their precision come first in a
 * recording, but are known only at the end of a capture.
 * @throws RecordingError if it contains nothing of the venue; the message says what was seen instead
 */
export async function importCapture(venue: Venue, capture: Capture): Promise<Imported> {
  const first = createReport();
  const frames: string[] = [];
  const known = await survey(venue, capture(first), (event, frame) => {
    if (event.kind === 'dropped') count(first.dropped, event.what);
    if (event.kind !== 'ignored') return;
    count(first.ignored, event.what);
    if (frames.length < MAX_SAMPLE) frames.push(frame);
  });
  if (known.startMs === undefined || known.instruments.size === 0) throw nothing(venue, first, frames);
  const report = createReport();
  const bids = [...known.instruments].flatMap(([code, { pricedBy }]) => (pricedBy === 'book' ? [code] : []));
  if (bids.length > 0)
    report.notes.push(`no trades of ${named(bids)}: the price is the best quote of its book`);
  const header: RecordingHeader = {
    format: FORMAT,
    version: VERSION,
    started_at: new Date(known.startMs).toISOString(),
    app: `import ${venue.name}`,
  };
  const converter = createConverter(venue, known, report);
  async function* entries(): AsyncGenerator<RecordEntry> {
    for await (const record of capture(report)) yield* converter.take(record);
    yield* converter.end();
  }
  return { header, entries: entries(), report };
}

const MAX_NAMED = 10;
const named = (codes: readonly string[]): string =>
  codes.length <= MAX_NAMED
    ? codes.join(', ')
    : `${codes.slice(0, MAX_NAMED).join(', ')} and ${codes.length - MAX_NAMED} more`;

/** Number of frames by which another venue is guessed. */
const MAX_SAMPLE = 1_000;

function nothing(
  { name }: Venue,
  { lines, cut, ignored, dropped }: ImportReport,
  frames: readonly string[],
): RecordingError {
  if (cut !== undefined)
    return new RecordingError(`line ${cut.line}: ${cut.reason}; nothing of ${name} before it`);
  const counts = [
    ...(dropped.size === 0 ? [] : [`dropped: ${countsText(dropped)}`]),
    ...(ignored.size === 0 ? [] : [`ignored: ${countsText(ignored)}`]),
  ];
  const seen = counts.length === 0 ? '' : ` (${counts.join('; ')})`;
  const other = likelyVenue(frames, []);
  const hint = other === undefined || other.name === name ? '' : `; try --from ${other.name}`;
  return new RecordingError(`no price of ${name} in ${countText(lines)} lines${seen}${hint}`);
}

/** Converts a venue's records to ours: what an app would record if our server had the venue as its feed. */
interface Converter {
  /** @returns the records that follow from it */
  take(record: CaptureRecord): readonly RecordEntry[];
  /** @returns the records that were not sent yet */
  end(): readonly RecordEntry[];
}

function createConverter(venue: Venue, known: Survey, report: ImportReport): Converter {
  const listed = [...known.instruments];
  const quotes = new Map(listed.map(([code, one]) => [code, createListedQuote(one)]));
  const session = createAppSession(
    known.startMs ?? 0,
    listed.map(([, { wire }]) => wire),
    listed.some(([, { hasAsk }]) => hasAsk),
  );
  const changed = new Set<ListedQuote>();
  const clock = createVenueClock(report);
  let flushedMs = Number.NEGATIVE_INFINITY;

  function open(atMs: number): void {
    if (changed.size > 0) flush(atMs);
    session.open(atMs);
    session.sendQuotes(atMs, clock.now(atMs), rowsOf(quotes.values()));
    for (const { code, lastCandle } of quotes.values()) {
      const last = lastCandle();
      if (last !== undefined) session.sendCandle(atMs, clock.now(atMs), code, last);
    }
    flushedMs = atMs;
  }

  function flush(atMs: number): void {
    const ts = clock.now(atMs);
    for (const { code, changedCandles } of changed)
      for (const row of changedCandles()) session.sendCandle(atMs, ts, code, row);
    const rows = rowsOf(changed);
    if (rows.length > 0) session.sendQuotes(atMs, ts, rows);
    changed.clear();
    flushedMs = atMs;
  }

  function take(event: VenueEvent, atMs: number): void {
    const eventMs = clock.of(event.eventMs, atMs);
    if (event.kind === 'ignored') {
      count(report.ignored, event.what);
      return;
    }
    if (event.kind === 'dropped') {
      count(report.dropped, event.what);
      return;
    }
    const code = codeOf(event.symbol);
    const quote = quotes.get(code);
    const took = quote?.take(event, eventMs);
    if (took === 'late') count(report.dropped, `${code}: ${event.kind} older than the candles that are kept`);
    else count(quote === undefined ? report.ignored : report.taken, event.kind);
    if (quote !== undefined && took === 'changed') changed.add(quote);
  }

  return {
    take(record) {
      const { atMs, dir } = record;
      const dueMs = flushedMs + SOCKET_FLUSH_MS;
      if (changed.size > 0 && dueMs < atMs) flush(dueMs);
      if (dir === 'open' || !session.isOpen()) open(atMs);
      if (dir === 'in') for (const event of eventsOf(venue, record.frame)) take(event, atMs);
      if (dir === 'out') count(report.ignored, 'frame sent to the venue');
      if (dir === 'http') count(report.ignored, 'REST answer of the venue');
      if (changed.size > 0 && atMs >= flushedMs + SOCKET_FLUSH_MS) flush(atMs);
      return session.written();
    },
    end() {
      if (changed.size > 0) flush(flushedMs + SOCKET_FLUSH_MS);
      return session.written();
    },
  };
}

/** The venue's clock: the time of its last frame, advanced by the capturing clock. */
function createVenueClock(report: ImportReport) {
  let lastMs: number | undefined;
  let aheadMs = 0;
  return {
    of(eventMs: number | undefined, atMs: number): number {
      if (eventMs === undefined) return atMs + aheadMs;
      if (lastMs !== undefined && eventMs < lastMs) report.backwards++;
      lastMs = eventMs;
      aheadMs = eventMs - atMs;
      return eventMs;
    },
    now: (atMs: number): number => atMs + aheadMs,
  };
}

const rowsOf = (quotes: Iterable<ListedQuote>) =>
  [...quotes].map((one) => one.row()).filter((row) => row !== undefined);

/** Writes the records of an app that connects, lists the instruments and subscribes to all of them. */
interface AppSession {
  /** Opens a connection, after the loss of an earlier one. The topics' numbers restart. */
  open(atMs: number): void;
  isOpen(): boolean;
  sendQuotes(atMs: number, ts: number, rows: readonly WireQuote[]): void;
  sendCandle(atMs: number, ts: number, code: string, row: WireCandle): void;
  /** The records since the last call. */
  written(): readonly RecordEntry[];
}

/** The connection to the venue was lost. */
const ABNORMAL_CLOSE = 1006;

function createAppSession(
  startMs: number,
  instruments: readonly WireInstrument[],
  hasTwoPrices: boolean,
): AppSession {
  const topics: readonly Topic[] = ['DAY_MARKET', ...instruments.map(({ Code }) => klineTopic(Code))];
  let seqs = new Map<Topic, number>();
  let entries: RecordEntry[] = [];
  let opened = 0;

  let at = 0;

  function put(atMs: number, body: RecordBody): void {
    // A capturing clock may be set back; the time of a recording may not.
    at = Math.max(at, atMs - startMs);
    entries.push({ at, ...body });
  }
  const emit = (atMs: number, kind: 'in' | 'out', frame: object) =>
    put(atMs, { kind, text: JSON.stringify(frame) });

  function send(atMs: number, ts: number, topic: Topic, data: unknown): void {
    const seq = (seqs.get(topic) ?? 0) + 1;
    seqs.set(topic, seq);
    emit(atMs, 'in', { topic, seq, ts, data });
  }

  const answer = (atMs: number, path: string, data: object) =>
    put(atMs, { kind: 'http', path, query: {}, body: { code: 1, msg: '', data } });

  function list(atMs: number): void {
    if (hasTwoPrices) answer(atMs, ROUTES.getBasicInfo.path, { ...NEUTRAL_BASE_DATA, two_prices: 1 });
    answer(atMs, ROUTES.getTradeList.path, { list: instruments });
  }

  const subscription = (topic: Topic) =>
    hasTwoPrices && topic === 'DAY_MARKET'
      ? { cmd: 'sub', topic, params: { ask: 1 } }
      : { cmd: 'sub', topic };

  return {
    open(atMs) {
      if (opened > 0) put(atMs, { kind: 'close', code: ABNORMAL_CLOSE });
      seqs = new Map();
      put(atMs, { kind: 'open' });
      if (opened === 0) list(atMs);
      opened++;
      for (const topic of topics) emit(atMs, 'out', subscription(topic));
      for (const topic of topics) emit(atMs, 'in', { cmd: 'sub', topic, code: 1, msg: '' });
    },
    isOpen: () => opened > 0,
    sendQuotes: (atMs, ts, rows) => send(atMs, ts, 'DAY_MARKET', rows),
    sendCandle: (atMs, ts, code, row) => send(atMs, ts, klineTopic(code), row),
    written() {
      const all = entries;
      entries = [];
      return all;
    },
  };
}
