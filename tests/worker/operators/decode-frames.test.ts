import { map } from 'rxjs/operators';
import { TestScheduler } from 'rxjs/testing';
import { expect, test } from 'vitest';
import { createCounters } from '../../../shared/stream/counters.ts';
import { createFrameDecoder } from '../../../shared/stream/frame-decoder.ts';
import { decodeFrames } from '../../../worker/operators/decode-frames.ts';

test('texts become frames in their order, and what is malformed leaves no mark but its count', () => {
  const counters = createCounters();
  const heard: string[] = [];
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(
    ({ hot, expectObservable }) => {
      const at = (text: string) => ({ text, nowMs: 1, receivedAtMs: 2 });
      const source$ = hot('pxk|', {
        p: at('pong'),
        x: at('{nonsense'),
        k: at('{"topic":"CHAT","seq":1,"ts":9,"data":0}'),
      });
      const frames$ = source$.pipe(
        decodeFrames(createFrameDecoder(counters), (text, frame) => heard.push(`${text} ${frame?.kind}`)),
        map(({ kind, receivedAtMs }) => `${kind} ${receivedAtMs}`),
      );
      expectObservable(frames$).toBe('p-k|', { p: 'pong 2', k: 'data 2' });
    },
  );
  expect(counters.malformedJson).toBe(1);
  expect(heard).toEqual([
    'pong pong',
    '{nonsense undefined',
    '{"topic":"CHAT","seq":1,"ts":9,"data":0} data',
  ]);
});
