import type { CandleRow } from '../../shared/domain/candle.ts';
import type { Instrument, InstrumentId } from '../../shared/domain/instrument.ts';
import type { Clock } from '../clock.ts';
import type { Market } from '../feed/market.ts';
import { wireCandle } from '../listings/market-encoder.ts';
import { bodyOf, createAudience, sendSnapshot, sendSnapshots, type Topic } from './audience.ts';
import type { Flusher } from './flusher.ts';
import type { MarketFrames } from './market-frames.ts';
import type { QuoteChanges } from './quote-changes.ts';

/** A topic whose content changes with ticks. */
export interface MarketTopic extends Topic {
  touch(id: InstrumentId): void;
}

export interface DayMarketDeps {
  readonly market: Market;
  readonly flusher: Flusher;
  readonly changes: QuoteChanges;
}

/** All quotes: a snapshot, then the rows that changed since the last frame, conflated. */
export function createDayMarket(
  { market, flusher, changes }: DayMarketDeps,
  frames: MarketFrames,
  onIdle: () => void,
): MarketTopic {
  const audience = createAudience();
  let sent = changes.version();
  let isRequested = false;
  const topic: MarketTopic = {
    audience,
    onIdle,
    touch() {
      if (isRequested || audience.size === 0) return;
      isRequested = true;
      flusher.request(topic);
    },
    flush() {
      const ts = market.wall();
      isRequested = false;
      if (sent < changes.version()) {
        const body = frames.changes(changes.since(sent), ts);
        if (body !== undefined) audience.send(body, ts, 'state');
        sent = changes.version();
      }
      sendSnapshots(audience, () => frames.snapshot(changes.all(), ts), ts);
      return audience.isBehind();
    },
  };
  return topic;
}

/** Finished minutes kept between two flushes; a feed that jumps ahead exceeds this, and clients see a gap. */
const MAX_FINISHED = 60;

/** The minutes of one instrument since the last flush. */
export type Minutes =
  | { readonly status: 'none' }
  | { readonly status: 'sent' | 'changed'; readonly current: CandleRow }
  /** A minute has ended; `finished` are those whose last state is unsent. */
  | { readonly status: 'turned'; readonly current: CandleRow; readonly finished: readonly CandleRow[] };

/** The minutes after a change of the current one to `row`. Pure. */
export function step(minutes: Minutes, row: CandleRow): Minutes {
  if (minutes.status === 'none' || row[0] <= minutes.current[0])
    return minutes.status === 'turned' ? { ...minutes, current: row } : { status: 'changed', current: row };
  const finished = minutes.status === 'turned' ? minutes.finished : [];
  const isKept = minutes.status !== 'sent' && finished.length <= MAX_FINISHED;
  return { status: 'turned', current: row, finished: isKept ? [...finished, minutes.current] : finished };
}

export interface KlineOptions {
  readonly market: Market;
  readonly instrument: Instrument;
  readonly flusher: Flusher;
  readonly clock: Clock;
  /** The shortest time between two frames; 0: each flush may have one. */
  readonly beatMs: number;
}

/**
 * The current one-minute candle of one instrument. A minute's last state always goes out before the next minute's
 * first, even when both fall between two flushes.
 */
export function createKline(options: KlineOptions, onIdle: () => void): MarketTopic {
  const { market, instrument, flusher, clock, beatMs } = options;
  const audience = createAudience();
  let dueMs = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  const body = (row: CandleRow) => bodyOf(wireCandle(row, instrument.precision));
  let minutes: Minutes = { status: 'none' };

  /** Has what has changed sent, at once or when the next beat is due. */
  function request(): void {
    const waitMs = dueMs - clock.steady();
    if (waitMs <= 0) flusher.request(topic);
    else
      cancel ??= clock.after(waitMs, () => {
        cancel = undefined;
        flusher.request(topic);
      });
  }

  const topic: MarketTopic = {
    audience,
    onIdle() {
      cancel?.();
      onIdle();
    },
    touch() {
      const row = market.lastMinute(instrument.id);
      if (row === undefined || audience.size === 0) return;
      minutes = step(minutes, row);
      request();
    },
    flush() {
      const ts = market.wall();
      if (minutes.status === 'turned' || minutes.status === 'changed') dueMs = clock.steady() + beatMs;
      if (minutes.status === 'turned') {
        audience.forfeit();
        if (minutes.finished.length > MAX_FINISHED) audience.skip();
        else for (const row of minutes.finished) audience.send(body(row), ts, 'event');
      }
      if (minutes.status === 'turned' || minutes.status === 'changed') {
        audience.send(body(minutes.current), ts, 'state');
        minutes = { status: 'sent', current: minutes.current };
      }
      const snapshot = market.lastMinute(instrument.id);
      // Before the first tick there is no candle; the first one will be the snapshot.
      if (snapshot === undefined) return false;
      for (const one of audience.waiting('state')) sendSnapshot(one, body(snapshot), ts);
      return audience.isBehind();
    },
  };
  return topic;
}
