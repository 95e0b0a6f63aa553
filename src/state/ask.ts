import { signal } from '@preact/signals-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AskedRoute } from '../../shared/bridge/worker-api.ts';
import type { AnswerOf, RequestOf } from '../../shared/contract/routes.ts';
import type { Refusal, Result } from '../../shared/result.ts';
import { later } from '../clock.ts';
import { randomId } from '../link/random-id.ts';
import { figures, onOrderEvent } from './account.ts';
import { connection } from './connection.ts';
import { act, link } from './link.ts';

/** Calls a route of the contract. With a `cid` it is sent again until a result comes; near the deadline that is `unknown`. */
export const ask = <N extends AskedRoute>(name: N, request: RequestOf<N>): Promise<Result<AnswerOf<N>>> =>
  READING.test(name)
    ? link().call((engine) => engine.ask(name, request))
    : act((engine) => engine.ask(name, request));

/** Names of routes that change nothing. */
const READING = /^(get|search)/;

/** A client's id for one intent: made before the first try and kept through all of them. */
export const newCid = randomId;

export type Loaded<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: Refusal }
  /** `stale`: why the last reload failed. */
  | { readonly status: 'ready'; readonly value: T; readonly stale?: Refusal };

/**
 * The result of `load`, kept while it is loaded again. Pass a stable function: another one starts from the beginning.
 * A result that a later load overtook is dropped. What failed is loaded again when the connection comes back, and
 * everything at each other moment of a replay.
 */
export function useLoaded<T>(load: () => Promise<Result<T>>): {
  readonly loaded: Loaded<T>;
  readonly reload: () => Promise<void>;
  /** Replaces the result by a newer one that came another way. */
  readonly put: (value: T) => void;
} {
  const [loaded, setLoaded] = useState<Loaded<T>>({ status: 'loading' });
  const turn = useRef(0);
  const run = useCallback(
    async (how: 'first' | 'again' | 'other moment'): Promise<void> => {
      const mine = ++turn.current;
      if (how === 'first') setLoaded({ status: 'loading' });
      const answer = await load();
      if (mine !== turn.current) return;
      if (answer.ok) return setLoaded({ status: 'ready', value: answer.value });
      const { error } = answer;
      // Keep the shown data rather than replace it by a message, unless it is of another moment.
      setLoaded((before) =>
        before.status === 'ready' && how === 'again'
          ? { ...before, stale: error }
          : { status: 'failed', error },
      );
    },
    [load],
  );
  useEffect(() => {
    void run('first');
    return () => {
      turn.current++;
    };
  }, [run]);
  useEffect(() => onMoment(() => void run('other moment')), [run]);
  const hasFailed = loaded.status === 'failed' || (loaded.status === 'ready' && loaded.stale !== undefined);
  useEffect(() => (hasFailed ? onBack(() => void run('again')) : undefined), [hasFailed, run]);
  const put = useCallback((value: T): void => {
    turn.current++;
    setLoaded({ status: 'ready', value });
  }, []);
  return { loaded, reload: useCallback(() => run('again'), [run]), put };
}

/** Changes that come within this time are one reload: a close is an event and a balance, and several come one by one. */
export const COLLECT_MS = 300;

/**
 * Calls `reload` shortly after an order has closed or the balance has changed otherwise, as by a deposit.
 * @param reload a stable function
 */
export function useBooked(reload: () => Promise<void>): void {
  useEffect(() => {
    let cancel: (() => void) | undefined;
    const soon = (): void => {
      cancel ??= later(COLLECT_MS, () => {
        cancel = undefined;
        void reload();
      });
    };
    let known = figures.balance.peek();
    const stops = [
      onOrderEvent(({ kind }) => {
        if (kind === 'closed') soon();
      }),
      figures.balance.subscribe((balance) => {
        // The first one known is no change.
        if (known !== undefined && balance !== undefined && balance !== known) soon();
        known = balance ?? known;
      }),
      () => cancel?.(),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [reload]);
}

/** Calls each time the connection comes back. @returns stop */
export function onBack(call: () => void): () => void {
  let wasLive = true;
  return connection.subscribe(({ status }) => {
    const isLive = status === 'live';
    if (isLive && !wasLive) call();
    wasLive = isLive;
  });
}

const moments = signal(0);

/** A replay has jumped, stands still or has ended: what a screen loaded on its start is of an earlier moment. */
export function showOtherMoment(): void {
  moments.value = moments.peek() + 1;
}

/** Calls at each other moment of a replay. @returns stop */
export function onMoment(call: () => void): () => void {
  const known = moments.peek();
  return moments.subscribe((moment) => {
    if (moment !== known) call();
  });
}
