import { Subject, startWith } from 'rxjs';
import { type AccountTotals, accountTotals } from '../../shared/domain/account.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import { type Money, money, withinMoney } from '../../shared/domain/money.ts';
import type { PositionBook } from '../../shared/stream/position-book.ts';
import type { QuoteTable } from '../../shared/stream/quote-table.ts';
import { type Acknowledged, acknowledged } from '../bridge/back-pressure.ts';
import type { Env } from '../env.ts';
import { ageingMs, frameOf, freshnessOf } from './frame-layout.ts';
import { createIndexSet } from './index-set.ts';
import type { Quotes } from './quotes.ts';

/** Makes the market frames: everything that ticks on the page. */
export interface Frames {
  watch(instruments: readonly InstrumentId[]): void;
  /** Replaces the positions, undefined without a session, together with the balance. */
  setAccount(book: PositionBook | undefined, balance: Money | undefined): void;
  /** A new stream with each call; its first frame comes at once. All streams show the same state. */
  stream(): Acknowledged<Float64Array<ArrayBuffer>>;
  /** Whether anything on the screen depends on the quote at a dense index. */
  needs(at: number): boolean;
  /** Number of changes since the start that were conflated into a later frame. */
  conflated(): number;
}

export function createFrames(env: Env, quotes: Quotes): Frames {
  const { table } = quotes;
  const changed$ = new Subject<void>();
  /** Quotes of positions that changed since the last frame. */
  const dirty = createIndexSet();
  let watched = watchedOf(table, []);
  let book: PositionBook | undefined;
  let balance: Money | undefined;
  let receivedAtMs = Number.NaN;
  /** Changes minus frames. */
  let conflated = 0;
  changed$.subscribe(() => conflated++);

  const serverNow = () => quotes.serverNow() ?? Number.NaN;
  const ageing = createAgeing(
    env,
    () => ageingMs(table, watched.indices, serverNow()),
    () => {
      const now = serverNow();
      const { indices, freshness } = watched;
      return freshness.some((shown, row) => shown < freshnessOf(table, indices[row] ?? -1, now));
    },
    () => changed$.next(),
  );

  quotes.batches$.subscribe((batch) => {
    let matters = false;
    for (const at of batch.touched) {
      const isHeld = book?.dependsOn(at) === true;
      if (isHeld) dirty.add(at);
      matters ||= isHeld || watched.flags[at] === 1;
    }
    receivedAtMs = batch.receivedAtMs;
    if (!matters) return;
    changed$.next();
    ageing.moved();
  });

  function make(spare: ArrayBuffer | undefined): Float64Array<ArrayBuffer> {
    conflated--;
    book?.update(dirty.values());
    dirty.clear();
    const serverNowMs = serverNow();
    const { indices, freshness } = watched;
    for (let row = 0; row < indices.length; row++)
      freshness[row] = freshnessOf(table, indices[row] ?? -1, serverNowMs);
    const totals = totalsOf(balance, book);
    return frameOf(
      { table, watched: indices, freshness, book, balance, totals, serverNowMs, receivedAtMs },
      spare,
    );
  }

  return {
    watch(instruments) {
      watched = watchedOf(table, instruments);
      changed$.next();
      ageing.replaced();
    },
    setAccount(...next) {
      [book, balance] = next;
      dirty.clear();
      changed$.next();
    },
    stream: () => acknowledged(changed$.pipe(startWith(undefined)), make),
    needs: (at) => watched.flags[at] === 1 || book?.dependsOn(at) === true,
    conflated: () => conflated,
  };
}

/** The quotes whose rows are in each frame. */
interface Watched {
  readonly indices: Int32Array;
  /** 1 at each of the indices. */
  readonly flags: Uint8Array;
  /** The freshness of each in the last frame. */
  readonly freshness: Float64Array;
}

function watchedOf(table: QuoteTable, instruments: readonly InstrumentId[]): Watched {
  const indices = Int32Array.from(instruments, (one) => table.place(one));
  const flags = new Uint8Array(table.count);
  for (const at of indices) flags[at] = 1;
  return { indices, flags, freshness: new Float64Array(indices.length).fill(Number.NaN) };
}

/** Undefined while a position's profit is unknown, or a figure exceeds the range of money. */
function totalsOf(balance: Money | undefined, book: PositionBook | undefined): AccountTotals | undefined {
  if (balance === undefined || book === undefined) return undefined;
  const floating = book.total();
  if (Number.isNaN(floating)) return undefined;
  return withinMoney(() => accountTotals(balance, money(floating), money(book.margin)));
}

/** Checks again when the next shown price becomes less fresh: without ticks the shown freshness still changes. */
interface Ageing {
  /** Prices changed: the next check is mostly later, but sooner for one that was stale until now. */
  moved(): void;
  /** Other prices are shown. */
  replaced(): void;
}

/**
 * @param dueMs ms until the next price becomes less fresh; infinite if none will
 * @param hasAged whether any price is shown fresher than it is
 */
function createAgeing(
  env: Pick<Env, 'after' | 'now'>,
  dueMs: () => number,
  hasAged: () => boolean,
  onAged: () => void,
): Ageing {
  let cancel = () => {};
  let lookAtMs = Number.POSITIVE_INFINITY;

  function arm(): void {
    cancel();
    const delay = dueMs();
    lookAtMs = env.now() + delay;
    cancel = Number.isFinite(delay) ? env.after(delay, look) : () => {};
  }

  function look(): void {
    arm();
    if (hasAged()) onAged();
  }

  return {
    moved() {
      if (env.now() + dueMs() < lookAtMs) arm();
    },
    replaced: arm,
  };
}
