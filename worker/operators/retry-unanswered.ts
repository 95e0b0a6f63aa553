import { EMPTY, expand, type MonoTypeOperatorFunction, type Observable, switchMap } from 'rxjs';
import { CODE } from '../../shared/contract/codes.ts';
import type { Result } from '../../shared/result.ts';
import type { CallError } from '../http.ts';

/**
 * Asks again after each answer that did not come, and after "slow down"; only for calls that change nothing. Each
 * failure goes through too, so that it can be shown.
 * @param wait one value when the wait after so many failures is over
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
