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
  /** Dense indices of the changed quotes; valid during the call. */
  readonly touched: Int32Array;
  readonly receivedAtMs: number;
}

export interface Quotes {
  readonly table: QuoteTable;
  /** Hot; holds the market's topic while it has subscribers. */
  readonly batches$: Observable<QuoteBatch>;
  /** The server's current time; undefined before the first frame. */
  serverNow(): TimestampMs | undefined;
  /**
   * The server's time at a recent time of the phone's clock; undefined before the first frame.
   * @param leastAgeMs so long ago at least, even if the phone's clock was set back since; 0 by default
   */
  serverTime(phoneMs: number, leastAgeMs?: number): TimestampMs | undefined;
  /** False after the phone slept or its clock was set, until a frame says which of both: see `serverTime`. */
  clocksAgree(): boolean;
  /** For how long, since a time of the phone's clock at most, frames have been late on average: there are too many for the line. */
  heldUpMs(fromMs: number): number;
  /** Age of the newest price of all open markets; undefined while no market is known to be open. */
  newestAgeMs(): number | undefined;
}

/** The latest quote of each instrument. A backlog of old frames is dropped and replaced by one new snapshot. */
export function createQuotes(env: Env, inbox: Inbox, table: QuoteTable, counters: Counters): Quotes {
  const clock = createServerClock();
  /**
   * On the clock that the user can't change: a phone whose clock is set must not make a tap look younger. That clock stops
   * while the phone sleeps: until the next frame a tap looks older than it is.
   */
  const steady = createServerClock();
  /**
   * When the snapshots that may still come were asked for, the oldest first. The answer to one can come after the next one
   * was asked for; the last one answered stays, for the snapshots of new connections and those that a gap asks for.
   */
  const asksMs: number[] = [];

  const batches$ = new Observable<QuoteBatch>((subscriber) => {
    const listening = inbox.market$.subscribe((frame) => {
      const { ts, nowMs } = frame;
      steady.observe(ts, frame.receivedAtMs);
      if (frame.isSnapshot) {
        clock.observeSnapshot(ts, nowMs, asksMs[0] ?? Number.NEGATIVE_INFINITY);
        if (asksMs.length > 1) asksMs.shift();
      } else if (clock.observe(ts, nowMs)) {
        counters.backlog++;
        // The snapshot contains the changes of the dropped frames; the topic drops frames until then.
        asksMs.push(nowMs);
        inbox.topics.refresh('DAY_MARKET');
        return;
      }
      subscriber.next({ touched: table.apply(frame.rows, ts), receivedAtMs: frame.receivedAtMs });
    });
    asksMs.push(env.now());
    const release = inbox.topics.hold('DAY_MARKET');
    return () => {
      release();
      listening.unsubscribe();
    };
  }).pipe(share());

  const serverTime = (phoneMs: number, leastAgeMs = 0) =>
    steady.serverNow(env.monotonic() - Math.max(leastAgeMs, env.now() - phoneMs));

  return {
    table,
    batches$,
    serverNow: () => clock.serverNow(env.now()),
    serverTime,
    clocksAgree() {
      const now = env.now();
      return Math.abs((clock.serverNow(now) ?? 0) - (serverTime(now) ?? 0)) <= STALE_AFTER_MS;
    },
    heldUpMs: clock.heldUpMs,
    newestAgeMs() {
      const now = clock.serverNow(env.now());
      if (now === undefined) return undefined;
      let newest = Number.NaN;
      const { status, agedFromMs } = table.columns;
      for (let at = 0; at < table.count; at++) {
        const time = agedFromMs[at] ?? Number.NaN;
        if (status[at] === 1 && !(time <= newest)) newest = time;
      }
      return Number.isNaN(newest) ? undefined : now - newest;
    },
  };
}

/** The freshness at an age as in `FRESHNESS`, and the ms until it changes. */
export function freshnessAt(ageMs: number): { readonly freshness: 0 | 1 | 2; readonly changesInMs: number } {
  if (ageMs <= STALE_AFTER_MS) return { freshness: 0, changesInMs: STALE_AFTER_MS - ageMs + 1 };
  if (ageMs <= BLOCK_OPENING_AFTER_MS)
    return { freshness: 1, changesInMs: BLOCK_OPENING_AFTER_MS - ageMs + 1 };
  return { freshness: 2, changesInMs: Number.POSITIVE_INFINITY };
}
