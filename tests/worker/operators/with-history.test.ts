import { of } from 'rxjs';
import { delay, map } from 'rxjs/operators';
import { TestScheduler } from 'rxjs/testing';
import { expect, test } from 'vitest';
import { ok, type Result } from '../../../shared/result.ts';
import { type LiveRow, withHistory } from '../../../worker/operators/with-history.ts';

/**
 * Live rows are numbers, upper-case letters snapshots (A = 1); a history is the newest row it reaches.
 * @param histories the result of each load, and its duration in frames
 */
function run(
  live: string,
  histories: readonly (readonly [reach: number, frames: number])[],
  expected: string,
) {
  const values: Record<string, LiveRow<number>> = {};
  for (let n = 1; n <= 9; n++) {
    values[String(n)] = { row: n, isSnapshot: false };
    values[String.fromCharCode(64 + n)] = { row: n, isSnapshot: true };
  }
  new TestScheduler((actual, wanted) => expect(actual).toEqual(wanted)).run(({ hot, expectObservable }) => {
    const left = [...histories];
    let newest = 0;
    const steps$ = hot(live, values).pipe(
      withHistory<number, number, never>({
        load: () => {
          const [reach, frames] = left.shift() ?? [9, 0];
          return of<Result<number, never>>(ok(reach)).pipe(delay(frames));
        },
        reaches: (row) => row <= newest,
        keyOf: (row) => row,
      }),
      map((step) => {
        if (step.kind === 'failed') return 'x';
        const row = step.kind === 'history' ? step.history : step.row;
        newest = Math.max(newest, row);
        return step.kind === 'history' ? 'h' : String(row);
      }),
    );
    expectObservable(steps$, '--------------------!').toBe(expected);
  });
}

test('history comes first, then the rows that arrived meanwhile', () =>
  run('-A2-------3-', [[1, 4]], '----(h12)-3-'));
test('a waiting row is replaced by a later one with its key', () =>
  run('-A11-----2', [[1, 4]], '----(h1)-2'));
test('a snapshot that history reaches is joined without another load', () =>
  run('----A-1', [[1, 1]], '-h--1-1'));
test('a snapshot that history does not reach loads the seam, and waits for it', () =>
  run(
    '----B-3-',
    [
      [1, 1],
      [2, 3],
    ],
    '-h-----(h23)',
  ));
test('a pending history that does not reach the snapshot is loaded again', () =>
  run(
    '-B3-',
    [
      [1, 3],
      [3, 2],
    ],
    '---h-(h23)',
  ));
test('each later snapshot loads the seam', () =>
  run(
    '-A-1--A-1---',
    [
      [1, 0],
      [1, 3],
    ],
    'h1-1-----(h1)',
  ));
test('a reconnect during a load restarts it, and drops the earlier rows', () =>
  run(
    '-A2C--',
    [
      [1, 5],
      [3, 3],
    ],
    '------(h3)',
  ));
