import { useCallback, useEffect, useRef, useState } from 'react';
import { PAGE_SIZE } from '../../shared/limits.ts';
import type { Refusal, Result } from '../../shared/result.ts';
import { onBack, onMoment } from './ask.ts';

interface Page<T> {
  readonly list: readonly T[];
  readonly total: number;
}

export interface Held<T, P> {
  readonly items: readonly T[];
  /** The newest page; undefined before the first one. */
  readonly last: P | undefined;
  /** Everything there is has been loaded, or the next page could not be. */
  readonly done: boolean;
  /** Why the last page could not be loaded; when the connection comes back, it is loaded again. */
  readonly error: Refusal | undefined;
  /** The page to load next. */
  readonly next: number;
}

export interface Pages<T, P = unknown> extends Held<T, P> {
  readonly loading: boolean;
  /** Loads the first page; also after a failure. */
  readonly refresh: () => Promise<void>;
  /** Loads the first page for changes of its rows; keeps what is shown when that fails. */
  readonly renew: () => Promise<void>;
  /** Loads the next page, or the one that failed, unless one is on its way. */
  readonly more: () => void;
}

type KeyOf<T> = (item: T) => number | string;

interface Options {
  /** False: nothing is loaded by itself. Page 1 is loaded each time this becomes true. */
  readonly isActive?: boolean;
  /**
   * Page 1 updates the top of the list, and what is on its way is waited for: for rows that come while they are read.
   * Otherwise page 1 replaces all rows, which may also be gone, and overtakes what is on its way.
   */
  readonly merges?: boolean;
}

/** Before the first page. */
export const NOTHING = { items: [], last: undefined, done: false, error: undefined, next: 1 } as const;

/**
 * A list that is loaded in pages, newest first.
 * @param load a stable function; another one starts from page 1
 */
export function usePages<T, P extends Page<T>>(
  load: (page: number) => Promise<Result<P>>,
  keyOf: KeyOf<T>,
  { isActive = true, merges = false }: Options = {},
): Pages<T, P> {
  const [held, setHeld] = useState<Held<T, P>>(NOTHING);
  const [loading, setLoading] = useState(false);
  const latest = useRef<Held<T, P>>(NOTHING);
  const turn = useRef(0);
  // A ref, known at once: the end of the list may come into view before the next render.
  const queue = useRef<Promise<void>>(undefined);
  const keys = useRef(keyOf);
  const loader = useRef(load);
  const overtake = useCallback(() => {
    turn.current++;
    queue.current = undefined;
  }, []);
  const take = useCallback(
    async (page: number, isQuiet: boolean): Promise<void> => {
      const mine = turn.current;
      const answer = await load(page);
      if (mine !== turn.current || (isQuiet && !answer.ok)) return;
      latest.current = withPage(latest.current, page, answer, merges || isQuiet, keys.current);
      setHeld(latest.current);
    },
    [load, merges],
  );
  const run = useCallback(
    (pageOf: () => number): Promise<void> => {
      if (!merges) overtake();
      setLoading(true);
      const mine = turn.current;
      // One page at a time, in order: a page that overtakes another would leave a gap.
      const own = (queue.current ?? Promise.resolve())
        .then(() => (mine === turn.current ? take(pageOf(), false) : undefined))
        .finally(() => {
          if (queue.current !== own) return;
          queue.current = undefined;
          setLoading(false);
        });
      queue.current = own;
      return own;
    },
    [take, merges, overtake],
  );
  const refresh = useCallback(() => run(() => 1), [run]);
  const next = useCallback(() => void run(() => latest.current.next), [run]);
  useEffect(() => overtake, [overtake]);
  useEffect(() => {
    if (loader.current === load) return;
    loader.current = load;
    overtake();
    latest.current = NOTHING;
    setHeld(NOTHING);
  }, [load, overtake]);
  useEffect(() => {
    if (isActive) void refresh();
  }, [isActive, refresh]);
  useEffect(
    () =>
      // Rows of a later moment must not stay.
      onMoment(() => {
        overtake();
        latest.current = NOTHING;
        if (isActive) void refresh();
      }),
    [isActive, refresh, overtake],
  );
  const hasFailed = held.error !== undefined;
  useEffect(() => (isActive && hasFailed ? onBack(next) : undefined), [isActive, hasFailed, next]);
  return {
    ...held,
    loading,
    refresh,
    renew: useCallback(async () => {
      if (queue.current === undefined) await take(1, true);
    }, [take]),
    more: useCallback(() => {
      if (queue.current === undefined) next();
    }, [next]),
  };
}

/** All of `first`, and behind them those of `others` that are not among them. */
function joined<T>(first: readonly T[], others: readonly T[], keyOf: KeyOf<T>): readonly T[] {
  const known = new Set(first.map(keyOf));
  return [...first, ...others.filter((item) => !known.has(keyOf(item)))];
}

/**
 * Adds a page. New rows shift the pages: rows that a later page repeats are shown once, and if the list `merges`, the first
 * page, which has the new ones, is loaded next. A failure stops the list there until it is tried again.
 */
export function withPage<T, P extends Page<T>>(
  held: Held<T, P>,
  page: number,
  answer: Result<P>,
  merges: boolean,
  keyOf: KeyOf<T>,
): Held<T, P> {
  if (!answer.ok) return { ...held, done: true, error: answer.error, next: merges ? 1 : page };
  const { list, total } = answer.value;
  const known = new Set(held.items.map(keyOf));
  // A first page of only new rows may leave a gap behind it: the list starts again.
  const isApart = !merges || !list.some((item) => known.has(keyOf(item)));
  const items = page > 1 ? joined(held.items, list, keyOf) : joined(list, isApart ? [] : held.items, keyOf);
  const isShifted = merges && page > 1 && total !== held.last?.total;
  return {
    items,
    last: answer.value,
    // A page without rows is behind the last one, whatever the total says: otherwise loading would never end.
    done: items.length >= total || (list.length === 0 && !isShifted),
    error: undefined,
    // After a page without new rows comes the page behind it: the same one would have none again.
    next: isShifted ? 1 : Math.max(Math.floor(items.length / PAGE_SIZE), page) + 1,
  };
}
