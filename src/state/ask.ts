import { useCallback, useEffect, useRef, useState } from 'react';
import type { AskedRoute } from '../../shared/asked-route.ts';
import type { AnswerOf, RequestOf } from '../../shared/contract/routes.ts';
import type { Refusal, Result } from '../../shared/result.ts';
import { randomId } from '../link/random-id.ts';
import { act, link } from './link.ts';

/** A call of the contract as it is. With a `cid` an answer is asked for until it comes; near the deadline it is `unknown`. */
export const ask = <N extends AskedRoute>(name: N, request: RequestOf<N>): Promise<Result<AnswerOf<N>>> =>
  READING.test(name)
    ? link().call((engine) => engine.ask(name, request))
    : act((engine) => engine.ask(name, request));

/** How the names of calls begin that change nothing. */
const READING = /^(get|search)/;

/** A client's id for one intent: made before the first try and kept through all of them. */
export const newCid = randomId;

export type Loaded<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: Refusal }
  /** `stale`: why it could not be loaded again. */
  | { readonly status: 'ready'; readonly value: T; readonly stale?: Refusal };

/**
 * What `load` answers, kept while it is asked again. Pass a function that stays the same; another one starts anew.
 * An answer that was overtaken is dropped.
 */
export function useLoaded<T>(load: () => Promise<Result<T>>): {
  readonly loaded: Loaded<T>;
  readonly reload: () => Promise<void>;
} {
  const [loaded, setLoaded] = useState<Loaded<T>>({ status: 'loading' });
  const turn = useRef(0);
  const run = useCallback(
    async (isFirst: boolean): Promise<void> => {
      const mine = ++turn.current;
      if (isFirst) setLoaded({ status: 'loading' });
      const answer = await load();
      if (mine !== turn.current) return;
      if (answer.ok) return setLoaded({ status: 'ready', value: answer.value });
      const { error } = answer;
      // What is on the screen is better than a message in its place.
      setLoaded((before) =>
        before.status === 'ready' ? { ...before, stale: error } : { status: 'failed', error },
      );
    },
    [load],
  );
  useEffect(() => {
    void run(true);
    return () => {
      turn.current++;
    };
  }, [run]);
  return { loaded, reload: useCallback(() => run(false), [run]) };
}
