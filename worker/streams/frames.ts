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

/** Makes the market frames: everything that ticks on the page. */
export interface Frames {
  watch(instruments: readonly InstrumentId[]): void;
  /** Replaces the positions; undefined without a session. */
  setPositions(book: PositionBook | undefined): void;
  setBalance(balance: Money | undefined): void;
  /** A new stream with each call; its first frame comes at once. All streams show the same state. */
  stream(): Acknowledged<Float64Array<ArrayBuffer>>;
  /** Number of changes since the start that were conflated into a later frame. */
  conflated(): number;
}

export function createFrames(env: Env, quotes: Quotes): Frames {
  const { table } = quotes;
  const changed$ = new Subject<void>();
  /** Quotes of positions that changed since the last frame. */
  const dirty = createIndexSet();
  let watched = new Int32Array(0);
  /** 1 at the index of each watched quote. */
  let isWatched = new Uint8Array(0);
  /** Freshness of each watched quote in the last frame. */
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
    conflated: () => changes - reached,
  };
}

/** Undefined while a position's profit is unknown. */
function totalsOf(balance: Money | undefined, book: PositionBook | undefined): AccountTotals | undefined {
  if (balance === undefined || book === undefined) return undefined;
  const floating = book.total();
  return Number.isNaN(floating) ? undefined : accountTotals(balance, money(floating), money(book.margin));
}

/** Checks again when the next shown price becomes less fresh: without ticks the shown freshness still changes. */
interface Ageing {
  /** Prices changed: the next check can only be later. */
  moved(): void;
  /** Other prices are shown: the next check may be sooner. */
  replaced(): void;
}

/**
 * @param dueMs ms until the next price becomes less fresh; infinite if none will
 * @param hasAged whether any price is shown fresher than it is
 */
function createAgeing(
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
