import { Subject, startWith } from 'rxjs';
import { type AccountTotals, accountTotals } from '../../shared/domain/account.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import { type Money, money } from '../../shared/domain/money.ts';
import type { PositionBook } from '../../shared/stream/position-book.ts';
import { type Acknowledged, acknowledged } from '../bridge/back-pressure.ts';
import type { Env } from '../env.ts';
import { ageingMs, frameOf, freshnessOf } from './frame-layout.ts';
import { createIndexSet } from './index-set.ts';
import type { Quotes } from './quotes.ts';

/** What ticks on the page, made into market frames. */
export interface Frames {
  watch(instruments: readonly InstrumentId[]): void;
  /** Replaces the positions; undefined when nobody is signed in. */
  setPositions(book: PositionBook | undefined): void;
  setBalance(balance: Money | undefined): void;
  /** One stream a call, its first frame at once; frames of all calls come from the same state. */
  stream(): Acknowledged<Float64Array<ArrayBuffer>>;
  /** The page did not see a frame that was made, but a later one. */
  overtaken(): void;
  /** Changes since the start that the page saw with others, in a later frame than their own. */
  conflated(): number;
}

export function createFrames(env: Env, quotes: Quotes): Frames {
  const { table } = quotes;
  const changed$ = new Subject<void>();
  /** Quotes that positions depend on and that moved since the last frame. */
  const dirty = createIndexSet();
  let watched = new Int32Array(0);
  /** 1 at the index of each watched quote. */
  let isWatched = new Uint8Array(0);
  /** Freshness of each watched quote as the last frame had it. */
  let shown = new Float64Array(0);
  let book: PositionBook | undefined;
  let balance: Money | undefined;
  let receivedAtMs = Number.NaN;
  let changes = 0;
  /** Frames that reached the page. */
  let reached = 0;
  changed$.subscribe(() => changes++);

  const serverNow = () => quotes.serverNow() ?? Number.NaN;
  const ageing = createAgeing(
    env,
    () => ageingMs(table, watched, serverNow()),
    () => {
      const now = serverNow();
      return shown.some((freshness, row) => freshness < freshnessOf(table, watched[row] ?? -1, now));
    },
    () => changed$.next(),
  );

  quotes.batches$.subscribe((batch) => {
    let matters = false;
    for (const at of batch.touched) {
      const isHeld = book?.dependsOn(at) === true;
      if (isHeld) dirty.add(at);
      matters ||= isHeld || isWatched[at] === 1;
    }
    receivedAtMs = batch.receivedAtMs;
    if (!matters) return;
    changed$.next();
    ageing.moved();
  });

  function make(spare: ArrayBuffer | undefined): Float64Array<ArrayBuffer> {
    reached++;
    book?.update(dirty.values());
    dirty.clear();
    const serverNowMs = serverNow();
    for (let row = 0; row < watched.length; row++)
      shown[row] = freshnessOf(table, watched[row] ?? -1, serverNowMs);
    const totals = totalsOf(balance, book);
    return frameOf(
      { table, watched, freshness: shown, book, balance, totals, serverNowMs, receivedAtMs },
      spare,
    );
  }

  return {
    watch(instruments) {
      watched = Int32Array.from(instruments, (one) => table.place(one));
      shown = new Float64Array(watched.length).fill(Number.NaN);
      isWatched = new Uint8Array(table.count);
      for (const at of watched) isWatched[at] = 1;
      changed$.next();
      ageing.replaced();
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
    stream: () => acknowledged(changed$.pipe(startWith(undefined)), make),
    overtaken: () => reached--,
    conflated: () => changes - reached,
  };
}

/** Undefined while a position's profit is unknown. */
function totalsOf(balance: Money | undefined, book: PositionBook | undefined): AccountTotals | undefined {
  if (balance === undefined || book === undefined) return undefined;
  const floating = book.total();
  return Number.isNaN(floating) ? undefined : accountTotals(balance, money(floating), money(book.margin));
}

/** Looks again when the next shown price will have grown older, since silence too changes what is shown. */
export interface Ageing {
  /** Prices moved on: what is due can only be later. */
  moved(): void;
  /** Other prices are shown: what is due may be sooner. */
  replaced(): void;
}

/**
 * @param dueMs in how many ms the next price will be less fresh; infinite for none
 * @param hasAged whether anything is shown fresher than it is
 */
export function createAgeing(
  env: Pick<Env, 'after'>,
  dueMs: () => number,
  hasAged: () => boolean,
  onAged: () => void,
): Ageing {
  let cancel: (() => void) | undefined;

  function arm(): void {
    const delay = dueMs();
    cancel = Number.isFinite(delay) ? env.after(delay, look) : undefined;
  }

  function look(): void {
    arm();
    if (hasAged()) onAged();
  }

  return {
    moved() {
      if (cancel === undefined) arm();
    },
    replaced() {
      cancel?.();
      arm();
    },
  };
}
