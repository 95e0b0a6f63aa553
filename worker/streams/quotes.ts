import { Observable, share } from 'rxjs';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { BLOCK_OPENING_AFTER_MS, STALE_AFTER_MS } from '../../shared/limits.ts';
import type { Counters } from '../../shared/stream/counters.ts';
import type { QuoteTable } from '../../shared/stream/quote-table.ts';
import type { Env } from '../env.ts';
import type { Inbox } from './inbox.ts';
import { createServerClock } from './server-clock.ts';

/** One batch that was folded into the quote table. */
export interface QuoteBatch {
  /** Dense indices that the batch touched; valid during the call. */
  readonly touched: Int32Array;
  readonly receivedAtMs: number;
}

export interface Quotes {
  readonly table: QuoteTable;
  /** Hot; the market is subscribed while anybody listens. */
  readonly batches$: Observable<QuoteBatch>;
  /** The server's clock now; undefined until a first frame came. */
  serverNow(): TimestampMs | undefined;
  /** How long ago the newest price of any open market was made; undefined while no market is known to be open. */
  newestAgeMs(): number | undefined;
}

/** Latest price of each instrument. A backlog of old frames is dropped whole, and one new snapshot taken in its place. */
export function createQuotes(env: Env, inbox: Inbox, table: QuoteTable, counters: Counters): Quotes {
  const clock = createServerClock();
  let askedMs = Number.NEGATIVE_INFINITY;

  const batches$ = new Observable<QuoteBatch>((subscriber) => {
    const listening = inbox.market$.subscribe((frame) => {
      const { ts, nowMs } = frame;
      if (frame.isSnapshot) clock.observeSnapshot(ts, nowMs, askedMs);
      else if (clock.observe(ts, nowMs).isLate) {
        counters.backlog++;
        // What the dropped frames changed comes with the snapshot; frames until then are dropped by the topic.
        askedMs = nowMs;
        inbox.topics.refresh('DAY_MARKET');
        return;
      }
      subscriber.next({ touched: table.apply(frame.rows), receivedAtMs: frame.receivedAtMs });
    });
    askedMs = env.now();
    const letGo = inbox.topics.hold('DAY_MARKET');
    return () => {
      letGo();
      listening.unsubscribe();
    };
  }).pipe(share());

  return {
    table,
    batches$,
    serverNow: () => clock.serverNow(env.now()),
    newestAgeMs() {
      const now = clock.serverNow(env.now());
      if (now === undefined) return undefined;
      let newest = Number.NaN;
      const { status, timeMs } = table.columns;
      for (let at = 0; at < table.count; at++) {
        const time = timeMs[at] ?? Number.NaN;
        if (status[at] === 1 && !(time <= newest)) newest = time;
      }
      return Number.isNaN(newest) ? undefined : now - newest;
    },
  };
}

/** Freshness at an age, as `FRESHNESS` numbers it, and after how many ms it will change. */
export function freshnessAt(ageMs: number): { readonly freshness: 0 | 1 | 2; readonly changesInMs: number } {
  if (ageMs <= STALE_AFTER_MS) return { freshness: 0, changesInMs: STALE_AFTER_MS - ageMs + 1 };
  if (ageMs <= BLOCK_OPENING_AFTER_MS)
    return { freshness: 1, changesInMs: BLOCK_OPENING_AFTER_MS - ageMs + 1 };
  return { freshness: 2, changesInMs: Number.POSITIVE_INFINITY };
}
