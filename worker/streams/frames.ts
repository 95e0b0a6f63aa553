import { Observable, Subject, startWith } from 'rxjs';
import { type AccountTotals, accountTotals } from '../../shared/account.ts';
import {
  frameLength,
  HEADER,
  HEADER_LENGTH,
  POSITION,
  POSITION_LENGTH,
  QUOTE,
  QUOTE_LENGTH,
} from '../../shared/frame.ts';
import type { InstrumentId } from '../../shared/instrument.ts';
import { type Money, money } from '../../shared/money.ts';
import { changeOf } from '../../shared/quote.ts';
import type { Env } from '../env.ts';
import { type Acknowledged, acknowledged } from '../operators/acknowledged.ts';
import type { PositionBook } from './position-book.ts';
import { freshnessAt, type Quotes } from './quotes.ts';

/** What ticks on the page, made into market frames. */
export interface Frames {
  watch(instruments: readonly InstrumentId[]): void;
  /** Replaces the positions; undefined when nobody is signed in. */
  setPositions(book: PositionBook | undefined): void;
  setBalance(balance: Money | undefined): void;
  /** One stream a call, its first frame at once; frames of all calls come from the same state. */
  stream(): Acknowledged<Float64Array<ArrayBuffer>>;
}

export function createFrames(env: Env, quotes: Quotes): Frames {
  const { table } = quotes;
  const changed$ = new Subject<void>();
  const dirty = new Set<number>();
  let watched = new Int32Array(0);
  let isWatched = new Set<number>();
  let book: PositionBook | undefined;
  let balance: Money | undefined;
  let receivedAtMs = Number.NaN;

  quotes.batches$.subscribe((batch) => {
    let matters = false;
    for (const at of batch.touched) {
      const isHeld = book?.dependsOn(at) === true;
      if (isHeld) dirty.add(at);
      matters ||= isHeld || isWatched.has(at);
    }
    receivedAtMs = batch.receivedAtMs;
    if (matters) changed$.next();
  });

  function totals(): AccountTotals | undefined {
    if (balance === undefined || book === undefined) return undefined;
    const floating = book.total();
    return Number.isNaN(floating) ? undefined : accountTotals(balance, money(floating), money(book.margin));
  }

  function make(spare: ArrayBuffer | undefined): Float64Array<ArrayBuffer> {
    book?.update(dirty);
    dirty.clear();
    const length = frameLength(watched.length, book?.count ?? 0);
    const fits = spare !== undefined && spare.byteLength === length * 8;
    const frame = fits ? new Float64Array(spare) : new Float64Array(length);
    writeHeader(frame);
    const serverNow = quotes.serverNow() ?? Number.NaN;
    watched.forEach((at, row) => {
      writeQuote(frame, HEADER_LENGTH + row * QUOTE_LENGTH, at, serverNow);
    });
    if (book !== undefined) writePositions(frame, HEADER_LENGTH + watched.length * QUOTE_LENGTH, book);
    return frame;
  }

  function writeHeader(frame: Float64Array): void {
    const figures = totals();
    const orNaN = (value: number | undefined) => value ?? Number.NaN;
    frame[HEADER.quotes] = watched.length;
    frame[HEADER.positions] = book?.count ?? 0;
    frame[HEADER.hasAccount] = balance === undefined ? 0 : 1;
    frame[HEADER.balance] = orNaN(balance);
    frame[HEADER.floatingPnl] = orNaN(figures?.floatingPnl);
    frame[HEADER.equity] = orNaN(figures?.equity);
    frame[HEADER.margin] = orNaN(book?.margin);
    frame[HEADER.freeMargin] = orNaN(figures?.freeMargin);
    frame[HEADER.marginLevel] = orNaN(figures?.marginLevel);
    frame[HEADER.riskRate] = orNaN(figures?.riskRate);
    frame[HEADER.serverTimeMs] = orNaN(quotes.serverNow());
    frame[HEADER.receivedAtMs] = receivedAtMs;
  }

  function writeQuote(frame: Float64Array, base: number, at: number, serverNow: number): void {
    const { id, close, open, timeMs, isOpen } = table.columns;
    const [now, first, time] = [close[at] ?? Number.NaN, open[at] ?? Number.NaN, timeMs[at] ?? Number.NaN];
    const isKnown = !Number.isNaN(time);
    frame[base + QUOTE.id] = id[at] ?? Number.NaN;
    frame[base + QUOTE.close] = now;
    frame[base + QUOTE.open] = first;
    frame[base + QUOTE.change] = Number.isNaN(now) ? Number.NaN : (changeOf(now, first) ?? Number.NaN);
    frame[base + QUOTE.marketOpen] = isKnown ? (isOpen[at] ?? 0) : Number.NaN;
    frame[base + QUOTE.timeMs] = time;
    frame[base + QUOTE.freshness] = freshness(at, serverNow);
  }

  function freshness(at: number, serverNow: number): number {
    const age = serverNow - (table.columns.timeMs[at] ?? Number.NaN);
    if (Number.isNaN(age)) return Number.NaN;
    return table.columns.isOpen[at] === 1 ? freshnessAt(age).freshness : 0;
  }

  /** When the next watched price grows stale or old with no tick at all. */
  function nextAgeingMs(): number {
    const serverNow = quotes.serverNow() ?? Number.NaN;
    let soonest = Number.POSITIVE_INFINITY;
    for (const at of watched) {
      const age = serverNow - (table.columns.timeMs[at] ?? Number.NaN);
      if (table.columns.isOpen[at] === 1 && !Number.isNaN(age))
        soonest = Math.min(soonest, freshnessAt(age).changesInMs);
    }
    return soonest;
  }

  return {
    watch(instruments) {
      watched = Int32Array.from(instruments, (one) => table.place(one));
      isWatched = new Set(watched);
      changed$.next();
    },
    setPositions(next) {
      book = next;
      dirty.clear();
      changed$.next();
    },
    setBalance(next) {
      balance = next;
      changed$.next();
    },
    stream() {
      return acknowledged(ageing(env, changed$.pipe(startWith(undefined)), nextAgeingMs), make);
    },
  };
}

function writePositions(frame: Float64Array, start: number, book: PositionBook): void {
  for (let row = 0; row < book.count; row++) {
    const base = start + row * POSITION_LENGTH;
    frame[base + POSITION.id] = book.id[row] ?? Number.NaN;
    frame[base + POSITION.price] = book.price[row] ?? Number.NaN;
    frame[base + POSITION.pnl] = book.pnl[row] ?? Number.NaN;
  }
}

/** The changes, and one more each time a price grows too old: silence changes what is shown too. */
function ageing(env: Env, changes$: Observable<void>, nextMs: () => number): Observable<void> {
  return new Observable((subscriber) => {
    let cancel: (() => void) | undefined;
    const arm = () => {
      cancel?.();
      const delay = nextMs();
      cancel = Number.isFinite(delay)
        ? env.after(delay, () => {
            subscriber.next();
            arm();
          })
        : undefined;
    };
    const listening = changes$.subscribe(() => {
      subscriber.next();
      arm();
    });
    return () => {
      cancel?.();
      listening.unsubscribe();
    };
  });
}
