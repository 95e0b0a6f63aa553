import { map, Observable } from 'rxjs';
import type { RequestOf, RouteName } from '../shared/contract/routes.ts';
import { err, ok, type Refusal, type Result } from '../shared/result.ts';
import type { Decoder } from './decoders.ts';
import type { Env } from './env.ts';
import { type CallError, type CallOptions, type Http, refusalOf } from './http.ts';
import { retryUnanswered } from './operators/retry-unanswered.ts';
import { backoffMs } from './socket/backoff.ts';

/** Calls that change nothing, with their answers decoded. */
export interface Loader {
  /** Asks until there is an answer; every failure on the way goes through. Unsubscribing ends the call. */
  load<N extends RouteName, T>(
    name: N,
    request: RequestOf<N>,
    decode: Decoder<T>,
    options?: CallOptions,
  ): Observable<Result<T, CallError>>;
  /** Asks once. */
  once<N extends RouteName, T>(
    name: N,
    request: RequestOf<N>,
    decode: Decoder<T>,
  ): Promise<Result<T, Refusal>>;
}

export function createLoader(env: Env, http: Http): Loader {
  const wait = (failures: number) =>
    new Observable<void>((subscriber) =>
      env.after(backoffMs(failures, env.random()), () => {
        subscriber.next();
        subscriber.complete();
      }),
    );
  return {
    load: (name, request, decode, options) =>
      new Observable<Result<unknown, CallError>>((subscriber) => {
        const abort = new AbortController();
        http.call(name, request, { ...options, signal: abort.signal }).then((result) => {
          subscriber.next(result);
          subscriber.complete();
        });
        return () => abort.abort();
      }).pipe(
        map((result) => decoded(result, decode)),
        retryUnanswered(wait),
      ),
    async once(name, request, decode) {
      const result = decoded(await http.call(name, request), decode);
      return result.ok ? result : err(refusalOf(result.error));
    },
  };
}

/** The decoded answer; one that can't be decoded is `malformed`. */
export function decoded<T>(result: Result<unknown, CallError>, decode: Decoder<T>): Result<T, CallError> {
  if (!result.ok) return result;
  const value = decode(result.value);
  return value === undefined ? err({ kind: 'malformed' }) : ok(value);
}
