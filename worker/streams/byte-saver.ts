import type { DataPace } from '../../shared/bridge/worker-api.ts';
import type { FastRows } from '../../shared/contract/socket.ts';
import { MAX_FAST_ROWS } from '../../shared/limits.ts';
import type { QuoteTable } from '../../shared/stream/quote-table.ts';

/** How often it looks at what is on the screen. */
const LOOK_MS = 500;

export interface ByteSaverDeps {
  readonly every: (intervalMs: number, run: () => void) => unknown;
  /** Undefined: nothing is to be saved. */
  readonly pace: () => DataPace | undefined;
  readonly table: Pick<QuoteTable, 'count' | 'columns'>;
  /** Whether anything on the screen depends on the quote at a dense index. */
  readonly needs: (at: number) => boolean;
  readonly ask: (params: FastRows | undefined) => void;
}

/**
 * On a slow or metered connection, and to keep a budget, asks for the quotes that the screen needs; the others come less often.
 * Each request brings all rows once, so it waits until the screen has come to rest, and asks only when a row is missing
 * or most of what it asked for is no longer needed.
 */
export function saveBytes({ every, pace, table, needs, ask }: ByteSaverDeps): void {
  let asked: { readonly rows: ReadonlySet<number>; readonly pace: DataPace } | undefined;
  let seen = '';

  function neededRows(): readonly number[] {
    const rows: number[] = [];
    for (let at = 0; at < table.count; at++) if (needs(at)) rows.push(table.columns.id[at] ?? 0);
    return rows.slice(0, MAX_FAST_ROWS);
  }

  function look(): void {
    const now = pace();
    if (now === undefined) {
      if (asked !== undefined) ask(undefined);
      asked = undefined;
      return;
    }
    const rows = neededRows();
    const isAtRest = rows.join() === seen;
    seen = rows.join();
    const isFine =
      asked !== undefined &&
      asked.pace.hz === now.hz &&
      asked.pace.beat === now.beat &&
      asked.rows.size <= 2 * rows.length &&
      rows.every((id) => asked?.rows.has(id));
    if (isFine || (asked !== undefined && !isAtRest)) return;
    asked = { rows: new Set(rows), pace: now };
    ask({ rows, hz: now.hz, ...(now.beat && { beat: now.beat }) });
  }

  look();
  every(LOOK_MS, look);
}
