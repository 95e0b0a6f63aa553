import { defer, of, timer } from 'rxjs';
import { map } from 'rxjs/operators';
import { TestScheduler } from 'rxjs/testing';
import { expect, test } from 'vitest';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { CallError } from '../../../worker/http.ts';
import { retryUnanswered } from '../../../worker/operators/retry-unanswered.ts';

const LOST: CallError = { kind: 'unanswered', reason: 'network' };
const refused = (code: number): CallError => ({ kind: 'refused', code, message: '' });

/** Answers follow one another immediately; the wait after n failures is n frames. */
function run(answers: readonly Result<string, CallError>[], expected: string) {
  new TestScheduler((actual, wanted) => expect(actual).toEqual(wanted)).run(({ expectObservable }) => {
    const left = [...answers];
    const call$ = defer(() => of(left.shift() ?? ok('none left')));
    const results$ = call$.pipe(
      retryUnanswered((failures) => timer(failures)),
      map((result) => (result.ok ? result.value : result.error.kind === 'refused' ? 'r' : 'x')),
    );
    expectObservable(results$).toBe(expected);
  });
}

test('an answer completes the call', () => run([ok('a')], '(a|)'));
test('an unanswered call is repeated after growing waits, and each failure is reported', () =>
  run([err(LOST), err(LOST), ok('a')], 'xx-(a|)'));
test('a rate limit is retried', () => run([err(refused(4029)), ok('a')], 'r(a|)'));
test('a refusal is an answer', () => run([err(refused(4004))], '(r|)'));
