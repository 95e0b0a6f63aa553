import { map } from 'rxjs/operators';
import { TestScheduler } from 'rxjs/testing';
import { expect, test } from 'vitest';
import type { AckFrame } from '../../../shared/contract/socket.ts';
import type { Verdict } from '../../../shared/stream/topic-order.ts';
import type { Received } from '../../../worker/operators/decode-frames.ts';
import { inOrder } from '../../../worker/operators/in-order.ts';

test('data frames pass as far as the topics accept them, and acknowledgements go to the topics', () => {
  const acknowledged: AckFrame[] = [];
  const ack: AckFrame = { cmd: 'sub', code: 1, msg: '' };
  const came = { nowMs: 0, receivedAtMs: 0 };
  const data = (seq: number): Received => ({ kind: 'data', topic: 'CHAT', seq, ts: 0, data: 0, ...came });
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(
    ({ hot, expectObservable }) => {
      const source$ = hot<Received>('a1p293|', {
        a: { kind: 'ack', ack, ...came },
        p: { kind: 'pong', ...came },
        1: data(1),
        2: data(2),
        3: data(3),
        9: data(9),
      });
      const acceptances: Readonly<Record<number, Verdict>> = { 1: 'snapshot', 9: 'drop' };
      const topics = {
        accept: (_: string, seq: number) => acceptances[seq] ?? 'next',
        acknowledged: (frame: AckFrame) => void acknowledged.push(frame),
      };
      const accepted$ = source$.pipe(
        inOrder(topics),
        map((frame) => `${frame.seq}${frame.isSnapshot ? ' snapshot' : ''}`),
      );
      expectObservable(accepted$).toBe('-1-2-3|', { 1: '1 snapshot', 2: '2', 3: '3' });
    },
  );
  expect(acknowledged).toEqual([ack]);
});
