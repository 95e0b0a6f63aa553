import { defer, map, merge, Observable, take } from 'rxjs';
import type { AnswerOf, RequestOf, RouteName } from '../shared/contract/routes.ts';
import type { Decoder } from '../shared/contract/schema.ts';
import { err, ok, type Refusal, type Result } from '../shared/result.ts';
import type { Env } from './env.ts';
import { type CallError, type CallOptions, type Http, isSessionOver, refusalOf } from './http.ts';
import { retryUnanswered } from './operators/retry-unanswered.ts';
import { backoffMs } from './socket/backoff.ts';

/** Calls that change nothing, with their answers decoded: by the contract, or into what the domain works with. */
export interface Loader {
  /** Asks until there is an answer; every failure on the way goes through. Unsubscribing ends the call. */
  load<N extends RouteName>(
    name: N,
    request: RequestOf<N>,
    options?: CallOptions,
  ): Observable<Result<AnswerOf<N>, CallError>>;
  loadAs<N extends RouteName, T>(
    name: N,
    request: RequestOf<N>,
    decode: Decoder<T>,
  ): Observable<Result<T, CallError>>;
  /** Asks once. */
  once<N extends RouteName>(name: N, request: RequestOf<N>): Promise<Result<AnswerOf<N>, Refusal>>;
  onceAs<N extends RouteName, T>(
    name: N,
    request: RequestOf<N>,
    decode: Decoder<T>,
  ): Promise<Result<T, Refusal>>;
  /** Loads a later part of the worker; a failure is a lost connection. Loads until it is there. */
  part<T>(load: () => Promise<T>): Observable<Result<T, CallError>>;
}

/** @param opened$ the network is there again: what waits is tried at once */
export function createLoader(env: Env, http: Http, opened$: Observable<unknown>): Loader {
  const wait = (failures: number) =>
    merge(
      opened$,
      new Observable((subscriber) =>
        env.after(backoffMs(failures, env.random()), () => subscriber.next(undefined)),
      ),
    ).pipe(take(1));

  function load<N extends RouteName, T>(
    name: N,
    request: RequestOf<N>,
    decoder: Decoder<T>,
    options: CallOptions = {},
  ): Observable<Result<T, CallError>> {
    return new Observable<Result<unknown, CallError>>((subscriber) => {
      const abort = new AbortController();
      http.call(name, request, { ...options, signal: abort.signal }).then((result) => {
        subscriber.next(result);
        subscriber.complete();
      });
      return () => abort.abort();
    }).pipe(
      map((result) => decoded(result, decoder)),
      // Whether a stored token is valid: no other answer says so.
      retryUnanswered(wait, options.isInitial && isSessionOver),
    );
  }

  async function once<N extends RouteName, T>(
    name: N,
    request: RequestOf<N>,
    decoder: Decoder<T>,
  ): Promise<Result<T, Refusal>> {
    const result = decoded(await http.call(name, request), decoder);
    return result.ok ? result : err(refusalOf(result.error));
  }

  return {
    load: (name, request, options) => load(name, request, http.decoder(name), options),
    loadAs: (name, request, decoder) => load(name, request, decoder),
    once: (name, request) => once(name, request, http.decoder(name)),
    onceAs: once,
    part: <T>(load: () => Promise<T>) =>
      defer(() => load().then(ok, () => err<CallError>({ kind: 'unanswered', reason: 'network' }))).pipe(
        retryUnanswered<T>(wait),
      ),
  };
}

/** The decoded answer; one that can't be decoded is `malformed`. */
export function decoded<T>(result: Result<unknown, CallError>, decoder: Decoder<T>): Result<T, CallError> {
  if (!result.ok) return result;
  const value = decoder(result.value);
  return value.ok ? value : err({ kind: 'malformed' });
}
