import { Observable, type OperatorFunction, type Subscription } from 'rxjs';
import type { Result } from '../../shared/result.ts';

export interface LiveRow<R> {
  readonly row: R;
  /** The first row of a subscription: earlier rows may have been missed. */
  readonly isSnapshot: boolean;
}

export type HistoryStep<H, R, E> =
  | { readonly kind: 'history'; readonly history: H }
  | { readonly kind: 'live'; readonly row: R }
  | { readonly kind: 'failed'; readonly error: E };

export interface WithHistoryOptions<H, R, E> {
  /** Loads the history before the live rows; after the first time (`isSeam`) only rows that may have been missed. */
  readonly load: (isSeam: boolean) => Observable<Result<H, E>>;
  /** Whether no row can be missing between the rows taken so far and this one. */
  readonly reaches: (row: R) => boolean;
  /** Rows of one key replace each other while they wait. */
  readonly keyOf: (row: R) => number;
}

/**
 * Puts live rows behind their history. Loading begins at once; rows that come meanwhile wait, the newest of each key. The
 * first snapshot of the live rows is joined if the history reaches it. Otherwise, and after every later snapshot (a
 * reconnect, a gap), the seam is loaded again, since rows may have been missed before it.
 */
export const withHistory =
  <H, R, E>({
    load,
    reaches,
    keyOf,
  }: WithHistoryOptions<H, R, E>): OperatorFunction<LiveRow<R>, HistoryStep<H, R, E>> =>
  (source$) =>
    new Observable((subscriber) => {
      const waiting = new Map<number, R>();
      /** `meeting`: the first snapshot came while the history was loading, which must reach it. */
      let phase: 'loading' | 'meeting' | 'joined' | 'failed' = 'loading';
      let isFirstLoad = true;
      let sawSnapshot = false;
      let loading: Subscription | undefined;

      function start(): void {
        loading?.unsubscribe();
        phase = 'loading';
        loading = load(!isFirstLoad).subscribe({
          next: (result) =>
            result.ok ? join(result.value) : subscriber.next({ kind: 'failed', error: result.error }),
          error: (error) => subscriber.error(error),
          complete() {
            if (phase !== 'joined') phase = 'failed';
          },
        });
      }

      function join(history: H): void {
        isFirstLoad = false;
        subscriber.next({ kind: 'history', history });
        const [first] = waiting.values();
        if (phase === 'meeting' && first !== undefined && !reaches(first)) {
          start();
          return;
        }
        phase = 'joined';
        const rows = [...waiting.values()];
        waiting.clear();
        for (const row of rows) subscriber.next({ kind: 'live', row });
      }

      function take({ row, isSnapshot }: LiveRow<R>): void {
        const isLater = isSnapshot && sawSnapshot;
        sawSnapshot ||= isSnapshot;
        if (phase === 'joined' && (!isSnapshot || (!isLater && reaches(row)))) {
          subscriber.next({ kind: 'live', row });
          return;
        }
        if (isSnapshot) waiting.clear();
        waiting.set(keyOf(row), row);
        if (!isSnapshot) return;
        if (phase === 'loading' && !isLater) phase = 'meeting';
        else start();
      }

      const live = source$.subscribe({
        next: take,
        error: (error) => subscriber.error(error),
      });
      start();
      return () => {
        live.unsubscribe();
        loading?.unsubscribe();
      };
    });
