import { Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { timestampMs } from '../../../shared/domain/time.ts';
import { createCounters } from '../../../shared/stream/counters.ts';
import { ROW } from '../../../shared/stream/market-scanner.ts';
import type { Incoming } from '../../../worker/socket/connection.ts';
import { INITIAL, type MachineState } from '../../../worker/socket/machine.ts';
import { createInbox } from '../../../worker/streams/inbox.ts';
import { damaged, deltaMarket } from '../../helpers/delta-market.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

function setUp() {
  const incoming$ = new Subject<Incoming>();
  const states$ = new Subject<MachineState>();
  const counters = createCounters();
  const heard: string[] = [];
  const sent: string[] = [];
  /** Of each `sub` of the market. */
  const params: unknown[] = [];
  const inbox = createInbox(
    createManualClock(timestampMs(0)),
    {
      incoming$,
      states$,
      send(text) {
        const command = JSON.parse(text);
        sent.push(command.cmd);
        if (command.params) params.push(command.params);
      },
    },
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
  return { inbox, counters, heard, sent, params, come };
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

describe('market frames in few bytes', () => {
  function scene() {
    const all = setUp();
    const closes: (number | string)[] = [];
    all.inbox.market$.subscribe(({ rows, isSnapshot }) =>
      closes.push(isSnapshot ? `whole ${rows.values[ROW.close]}` : (rows.values[ROW.close] ?? 0)),
    );
    all.inbox.topics.hold('DAY_MARKET');
    /** Of a new subscription. */
    const acks = ['unsub', 'sub'].map((cmd) =>
      JSON.stringify({ cmd, topic: 'DAY_MARKET', code: 1, msg: '' }),
    );
    return { ...all, ...deltaMarket(), closes, acks };
  }
  test('pass with their rows, and are heard as they came', () => {
    const { closes, heard, whole, change, come } = scene();
    come(whole(1), change(2, 105));
    expect(closes).toEqual(['whole 1', 1.05]);
    expect(heard.at(-1)).toMatch(/ market$/);
  });

  test('are dropped and counted when they are damaged, and a new snapshot is asked for', () => {
    const { closes, counters, sent, params, whole, change, acks, come } = scene();
    come(whole(1), damaged(change(2, 105)), change(3, 106));
    expect(closes).toEqual(['whole 1']);
    expect(sent).toEqual(['sub', 'unsub', 'sub']);
    expect(params.at(-1)).toEqual({ ask: 1, format: 'delta1' });
    come(...acks, whole(4), change(5, 107));
    expect(closes).toEqual(['whole 1', 'whole 1', 1.07]);
    expect(counters).toMatchObject({ malformedRow: 1, unheld: 1, gap: 0 });
    come(Uint8Array.of(1, 2, 3));
    expect(sent).toEqual(['sub', 'unsub', 'sub', 'unsub', 'sub']);
    expect(counters).toMatchObject({ malformedFrame: 1 });
  });

  test('that follow one that is missing are a gap, as texts are', () => {
    const { closes, counters, sent, whole, change, come } = scene();
    come(whole(1), change(3, 105), change(4, 106));
    expect(closes).toEqual(['whole 1']);
    expect(counters).toMatchObject({ gap: 1, malformedRow: 0 });
    expect(sent).toEqual(['sub', 'unsub', 'sub']);
  });

  test('that stay damaged are not asked for again on this connection', () => {
    const { params, whole, acks, come } = scene();
    for (let i = 1; i <= 3; i++) come(damaged(whole(i)), ...acks);
    expect(params).toEqual([...Array.from({ length: 3 }, () => ({ ask: 1, format: 'delta1' })), { ask: 1 }]);
  });
});
