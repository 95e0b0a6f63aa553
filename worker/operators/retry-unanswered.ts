import { EMPTY, expand, type MonoTypeOperatorFunction, type Observable, switchMap } from 'rxjs';
import { CODE } from '../../shared/contract/codes.ts';
import type { Result } from '../../shared/result.ts';
import type { CallError } from '../http.ts';

/**
 * Repeats a call that was not answered, or refused with "too many"; only for calls that change nothing. Failures are
 * emitted, too, so that they can be shown.
 * @param wait emits once when the wait after this number of failures is over
 */
export const retryUnanswered =
  <T>(wait: (failures: number) => Observable<unknown>): MonoTypeOperatorFunction<Result<T, CallError>> =>
  (source$) =>
    source$.pipe(
      expand((result, at) => (isWorthAnother(result) ? wait(at + 1).pipe(switchMap(() => source$)) : EMPTY)),
    );

function isWorthAnother(result: Result<unknown, CallError>): boolean {
  if (result.ok) return false;
  return (
    result.error.kind === 'unanswered' ||
    (result.error.kind === 'refused' && result.error.code === CODE.tooMany)
  );
}
