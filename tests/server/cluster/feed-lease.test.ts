import { expect, it } from 'vitest';
import { type FeedLeaseEvent, type FeedLeaseState, step } from '../../../server/cluster/feed-lease.ts';

const confirmed: FeedLeaseEvent = { type: 'answered', isNewest: true, isCutOff: false };
const cutOff: FeedLeaseEvent = { type: 'answered', isNewest: true, isCutOff: true };

/** @returns what follows from the events at their times: whether the feed is sure of its lease, and the last effect */
function after(...events: readonly (readonly [nowMs: number, event: FeedLeaseEvent])[]) {
  let state: FeedLeaseState = { status: 'held', seenMs: 0 };
  let last: unknown;
  for (const [nowMs, event] of events) {
    const next = step(state, event, nowMs);
    state = next.state;
    last = next.effect;
  }
  return { isSure: state.status === 'held' && state.doubtMs === undefined, last };
}

it('doubts after a pause until the database confirms a beat that began later', () => {
  expect(after([700, { type: 'seen' }], [1_400, { type: 'seen' }]).isSure).toBe(true);
  expect(after([800, { type: 'seen' }]).isSure).toBe(false);
  expect(after([800, { type: 'due' }], [810, confirmed]).isSure).toBe(true);
  const paused = [
    [300, { type: 'due' }],
    [1_200, { type: 'seen' }],
    [1_201, confirmed],
  ] as const;
  expect(after(...paused).isSure).toBe(false);
  expect(after(...paused, [1_300, { type: 'due' }], [1_310, { type: 'failed' }]).isSure).toBe(false);
  expect(after(...paused, [1_300, { type: 'due' }], [1_310, confirmed]).isSure).toBe(true);
});

it('beats again after an answer or a failure, and not before', () => {
  const beat = { type: 'beat' };
  expect(after([300, { type: 'due' }]).last).toEqual(beat);
  expect(after([300, { type: 'due' }], [600, { type: 'due' }]).last).toBeUndefined();
  expect(after([300, { type: 'due' }], [310, { type: 'failed' }], [600, { type: 'due' }]).last).toEqual(beat);
  expect(after([300, { type: 'due' }], [310, confirmed], [600, { type: 'due' }]).last).toEqual(beat);
});

it('ends when another feed is newer, or a spare one has the broker for more than five seconds in a row', () => {
  const newer = after([300, { type: 'due' }], [310, { type: 'answered', isNewest: false, isCutOff: false }]);
  expect(newer).toEqual({
    isSure: false,
    last: { type: 'lose', sentence: expect.stringMatching(/stopped/) },
  });
  const beats = (from: number, to: number, answer: FeedLeaseEvent) =>
    Array.from({ length: (to - from) / 500 }, (_, n) => from + n * 500).flatMap((at) => [
      [at, { type: 'due' }] as const,
      [at + 1, answer] as const,
    ]);
  expect(after(...beats(500, 6_000, cutOff)).isSure).toBe(true);
  expect(after(...beats(500, 6_500, cutOff)).last).toMatchObject({
    sentence: expect.stringMatching(/broker/),
  });
  expect(
    after(...beats(500, 4_000, cutOff), ...beats(4_000, 4_500, confirmed), ...beats(4_500, 9_500, cutOff))
      .isSure,
  ).toBe(true);
});
