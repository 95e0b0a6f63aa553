import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { timestampMs } from '../../../shared/domain/time.ts';
import { createCounters } from '../../../shared/stream/counters.ts';
import type { Incoming } from '../../../worker/socket/connection.ts';
import { INITIAL, type MachineState } from '../../../worker/socket/machine.ts';
import { createInbox } from '../../../worker/streams/inbox.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

function setUp() {
  const incoming$ = new Subject<Incoming>();
  const states$ = new Subject<MachineState>();
  const counters = createCounters();
  const heard: string[] = [];
  const sent: string[] = [];
  const inbox = createInbox(
    createManualClock(timestampMs(0)),
    { incoming$, states$, send: (text) => void sent.push(JSON.parse(text).cmd) },
    counters,
    { received: (text, frame) => void heard.push(`${text} ${frame?.kind}`) },
  );
  states$.next({
    ...INITIAL,
    generation: 1,
    link: { status: 'open', failures: 0, openedAtMs: 0, receivedAtMs: 0, unanswered: 0, pingDueMs: 1 },
  });
  const come = (...all: readonly (string | Uint8Array)[]) => {
    for (const data of all) incoming$.next({ data, nowMs: 1, receivedAtMs: 2 });
  };
  return { inbox, counters, heard, sent, come };
}

const TOPIC = 'KLINE.EURUSD';
const data = (seq: number) => JSON.stringify({ topic: TOPIC, seq, ts: 9, data: seq });

test('texts become frames in their order, and malformed ones are only counted', () => {
  const { inbox, counters, heard, come } = setUp();
  const taken: unknown[] = [];
  inbox.topic(TOPIC).subscribe((frame) => taken.push(frame));
  come('pong', '{nonsense', data(1));
  expect(taken).toEqual([
    { kind: 'data', topic: TOPIC, seq: 1, ts: 9, data: 1, nowMs: 1, receivedAtMs: 2, isSnapshot: true },
  ]);
  expect(counters.malformedJson).toBe(1);
  expect(heard).toEqual(['pong pong', '{nonsense undefined', `${data(1)} data`]);
});

test('data frames pass if their topic accepts them, and acknowledgements go to the topics', () => {
  const { inbox, counters, sent, come } = setUp();
  const taken: string[] = [];
  const follow = () =>
    inbox.topic(TOPIC).subscribe(({ seq, isSnapshot }) => taken.push(`${seq} ${isSnapshot}`));
  const first = follow();
  come(data(1), data(2), data(2), data(3));
  first.unsubscribe();
  follow();
  // Still for the first subscription.
  come(data(4), JSON.stringify({ cmd: 'unsub', topic: TOPIC, code: 1, msg: '' }), data(5));
  expect(taken).toEqual(['1 true', '2 false', '3 false', '5 true']);
  expect(counters).toMatchObject({ duplicate: 1, unheld: 1 });
  expect(sent).toEqual(['sub', 'unsub', 'sub']);
});
