import { EMPTY, expand, type MonoTypeOperatorFunction, type Observable, switchMap } from 'rxjs';
import { CODE } from '../../shared/contract/codes.ts';
import type { Result } from '../../shared/result.ts';
import type { CallError } from '../http.ts';

/**
 * Repeats a call that was not answered, or refused with "too many"; only for calls that change nothing. Failures are
 * emitted, too, so that they can be shown.
 * @param wait emits once when the wait after this number of failures is over
 * @param isFinal whether an error ends the call
 */
export const retryUnanswered =
  <T>(
    wait: (failures: number) => Observable<unknown>,
    isFinal = isAnswer,
  ): MonoTypeOperatorFunction<Result<T, CallError>> =>
  (source$) =>
    source$.pipe(
      expand((result, at) =>
        result.ok || isFinal(result.error) ? EMPTY : wait(at + 1).pipe(switchMap(() => source$)),
      ),
    );

const isAnswer = (error: CallError): boolean =>
  error.kind !== 'unanswered' && !(error.kind === 'refused' && error.code === CODE.tooMany);
