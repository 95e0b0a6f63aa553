import { SOCKET_FLUSH_MS } from '../../shared/limits.ts';
import type { RecordEntry } from '../format/format.ts';
import type { CaptureRecord } from './capture.ts';
import { eventsOf } from './events.ts';
import { createListedQuote, type ListedQuote } from './quotes.ts';
import { count, type ImportReport } from './report.ts';
import { createSession } from './session.ts';
import { codeOf, type Survey } from './survey.ts';
import type { Venue, VenueEvent } from './venue.ts';

/** Makes records of our contract from a venue's: a server of ours that has the venue for its feed. */
export interface Desk {
  /** @returns what the record led to */
  take(record: CaptureRecord): readonly RecordEntry[];
  /** @returns what was still waiting to be sent */
  end(): readonly RecordEntry[];
}

export function createDesk(venue: Venue, known: Survey, report: ImportReport): Desk {
  const listed = [...known.instruments];
  const quotes = new Map(listed.map(([code, one]) => [code, createListedQuote(one)]));
  const session = createSession(
    known.startMs ?? 0,
    listed.map(([, { wire }]) => wire),
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
    const quote = quotes.get(codeOf(event.symbol));
    count(quote === undefined ? report.ignored : report.taken, event.kind);
    if (quote?.take(event, eventMs)) changed.add(quote);
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

/** The venue's clock by its frames: as they say, and between them as the capturing clock goes on. */
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
