import { useCallback, useEffect, useRef, useState } from 'react';
import type { Refusal, Result } from '../../shared/result.ts';
import { onBack, onMoment } from './ask.ts';

interface Page<T> {
  readonly list: readonly T[];
  readonly total: number;
}

export interface Pages<T> {
  readonly items: readonly T[];
  readonly loading: boolean;
  /** Everything there is has been loaded. */
  readonly done: boolean;
  /** Why the last page could not be loaded; when the connection comes back, it is loaded again. */
  readonly error: Refusal | undefined;
  /** Loads the first page; also after a failure. */
  readonly refresh: () => Promise<void>;
  /** Loads the first page for changes of its rows; keeps what is shown when that fails. */
  readonly renew: () => Promise<void>;
  /** Loads the next page, or the one that failed, unless one is on its way. */
  readonly more: () => void;
}

interface Held<T> {
  readonly items: readonly T[];
  readonly done: boolean;
  readonly error: Refusal | undefined;
  /** The page to load next: after a failure the same one. */
  readonly next: number;
}

const NOTHING = { items: [], done: false, error: undefined, next: 1 } as const;

/**
 * A list that is loaded in pages, newest first; page 1 is loaded at once. Rows that a later page repeats, because new rows
 * moved them there, are shown once.
 *
 * @param load a stable function; another one starts from page 1
 */
export function usePages<T>(
  load: (page: number) => Promise<Result<Page<T>>>,
  keyOf: (item: T) => number | string,
): Pages<T> {
  const [held, setHeld] = useState<Held<T>>(NOTHING);
  const [loading, setLoading] = useState(false);
  const latest = useRef<Held<T>>(NOTHING);
  const turn = useRef(0);
  // A ref, known at once: the end of the list may come into view before the next render.
  const isBusy = useRef(false);
  const keys = useRef(keyOf);
  const run = useCallback(
    async (page: number): Promise<void> => {
      const mine = ++turn.current;
      isBusy.current = true;
      setLoading(true);
      const answer = await load(page);
      if (mine !== turn.current) return;
      latest.current = withPage(latest.current, page, answer, keys.current);
      setHeld(latest.current);
      isBusy.current = false;
      setLoading(false);
    },
    [load],
  );
  useEffect(() => {
    latest.current = NOTHING;
    setHeld(NOTHING);
    void run(1);
    return () => {
      turn.current++;
    };
  }, [run]);
  useEffect(
    () =>
      onMoment(() => {
        latest.current = NOTHING;
        void run(1);
      }),
    [run],
  );
  const hasFailed = held.error !== undefined;
  useEffect(() => (hasFailed ? onBack(() => void run(latest.current.next)) : undefined), [hasFailed, run]);
  return {
    items: held.items,
    done: held.done,
    error: held.error,
    loading,
    refresh: useCallback(() => run(1), [run]),
    renew: useCallback(async () => {
      if (isBusy.current) return;
      const mine = turn.current;
      const answer = await load(1);
      if (!answer.ok || mine !== turn.current) return;
      latest.current = {
        ...latest.current,
        items: joined(answer.value.list, latest.current.items, keys.current),
      };
      setHeld(latest.current);
    }, [load]),
    more: useCallback(() => {
      if (!isBusy.current) void run(latest.current.next);
    }, [run]),
  };
}

/** All of `first`, and behind them those of `others` that are not among them. */
function joined<T>(
  first: readonly T[],
  others: readonly T[],
  keyOf: (item: T) => number | string,
): readonly T[] {
  const known = new Set(first.map(keyOf));
  return [...first, ...others.filter((item) => !known.has(keyOf(item)))];
}

/** A failure stops the list there until it is tried again. */
function withPage<T>(
  held: Held<T>,
  page: number,
  answer: Result<Page<T>>,
  keyOf: (item: T) => number | string,
): Held<T> {
  if (!answer.ok) return { ...held, done: true, error: answer.error, next: page };
  const { list, total } = answer.value;
  const items = joined(page === 1 ? [] : held.items, list, keyOf);
  return { items, done: list.length === 0 || items.length >= total, error: undefined, next: page + 1 };
}
