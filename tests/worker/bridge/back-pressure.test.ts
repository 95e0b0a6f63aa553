import { tap } from 'rxjs/operators';
import { TestScheduler } from 'rxjs/testing';
import { expect, test } from 'vitest';
import { ACK, acknowledged, type Flow, step } from '../../../worker/bridge/back-pressure.ts';

/** `changes` and `acks` by time; each output shows how many changes it contains. */
function run(changes: string, acks: string, expected: string) {
  new TestScheduler((actual, wanted) => expect(actual).toEqual(wanted)).run(
    ({ hot, cold, expectObservable }) => {
      let seen = 0;
      const stream = acknowledged(hot(changes).pipe(tap(() => seen++)), () => String(seen));
      cold(acks).subscribe(() => stream[ACK](undefined));
      expectObservable(stream).toBe(expected);
    },
  );
}

test('the first change is sent at once', () => run('--c----', '-------', '--1----'));
test('while a value is in flight, changes wait and are sent as one', () =>
  run('-c-ccc-----', '-------a---', '-1-----4---'));
test('an acknowledgement without a change sends nothing, the next change does', () =>
  run('-c-----c---', '---a-------', '-1-----2---'));
test('each change is sent if each is acknowledged in time', () =>
  run('-c--c--c--', '--a--a--a-', '-1--2--3--'));
test('the end of the changes ends the stream', () => run('-c-|', '----', '-1-|'));

test('the returned buffer is passed to the maker once', () => {
  const spares: (ArrayBuffer | undefined)[] = [];
  new TestScheduler(() => {}).run(({ hot, cold, expectObservable }) => {
    const buffer = new ArrayBuffer(8);
    const stream = acknowledged(hot('-c-c-c-'), (spare) => spares.push(spare));
    cold('--a-b--').subscribe((which) => stream[ACK](which === 'a' ? buffer : undefined));
    expectObservable(stream).toBe('-1-2-3-');
  });
  expect(spares).toHaveLength(3);
  expect(spares.map((spare) => spare?.byteLength)).toEqual([undefined, 8, undefined]);
});

test('a new subscriber starts with nothing in flight', () => {
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(
    ({ hot, expectObservable }) => {
      const stream = acknowledged(hot('-c-c-c-'), () => 'v');
      expectObservable(stream, '--!').toBe('-v');
      expectObservable(stream, '--^---').toBe('---v');
    },
  );
});

test.each<[Flow, Parameters<typeof step>[1], Flow]>([
  ['idle', 'next', 'pending'],
  ['idle', 'ack', 'idle'],
  ['pending', 'next', 'waiting'],
  ['pending', 'ack', 'idle'],
  ['waiting', 'next', 'waiting'],
  ['waiting', 'ack', 'pending'],
])('a stream that is %s becomes, by %s, %s', (flow, event, next) => expect(step(flow, event)).toBe(next));
