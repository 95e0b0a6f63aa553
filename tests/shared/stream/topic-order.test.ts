import { describe, expect, it } from 'vitest';
import {
  followOrder,
  judgeFrame,
  type SubscriptionEvent,
  type TopicOrder,
  topicOrder,
} from '../../../shared/stream/topic-order.ts';

/** Runs events and frames (by their `seq`) through the order; frames return their verdict and fault. */
function run(order: TopicOrder, ...steps: readonly (SubscriptionEvent | number)[]): readonly string[] {
  let now = order;
  return steps.flatMap((step) => {
    if (typeof step === 'string') {
      now = followOrder(now, step);
      return [];
    }
    const { order: after, verdict, fault } = judgeFrame(now, step);
    now = after;
    return [fault === undefined ? verdict : `${verdict}: ${fault}`];
  });
}

describe('the order of a topic', () => {
  it.each<readonly [string, readonly (SubscriptionEvent | number)[], readonly string[]]>([
    ['a snapshot, then rows in order', ['subscribed', 1, 2, 3], ['snapshot', 'next', 'next']],
    [
      'a repeated frame is dropped once',
      ['subscribed', 1, 2, 2, 3],
      ['snapshot', 'next', 'drop: duplicate', 'next'],
    ],
    ['a missing frame is a gap', ['subscribed', 1, 3], ['snapshot', 'drop: gap']],
    [
      'after a gap the missing frame is a duplicate',
      ['subscribed', 1, 3, 2],
      ['snapshot', 'drop: gap', 'drop: duplicate'],
    ],
    ['nothing counts before a subscription', [1, 'subscribed', 2], ['drop: unheld', 'snapshot']],
    ['nothing counts after a refusal', ['subscribed', 'refused', 1], ['drop: unheld']],
    [
      'the numbers go on with the next subscription',
      ['subscribed', 1, 2, 'unsubscribed', 'unsub-acknowledged', 'subscribed', 3],
      ['snapshot', 'next', 'snapshot'],
    ],
    [
      'a server may begin at 1 again',
      ['subscribed', 1, 2, 'unsubscribed', 'unsub-acknowledged', 'subscribed', 1],
      ['snapshot', 'next', 'snapshot'],
    ],
    [
      'frames of the earlier subscription are dropped until it is acknowledged',
      ['subscribed', 1, 'unsubscribed', 'subscribed', 2, 'unsub-acknowledged', 3],
      ['snapshot', 'drop: unheld', 'snapshot'],
    ],
    [
      'two unsubscriptions want two acknowledgements',
      [
        'subscribed',
        'unsubscribed',
        'subscribed',
        'unsubscribed',
        'subscribed',
        'unsub-acknowledged',
        1,
        'unsub-acknowledged',
        2,
      ],
      ['drop: unheld', 'snapshot'],
    ],
    [
      'the wait for a lost acknowledgement ends',
      ['subscribed', 'unsubscribed', 'unanswered', 'subscribed', 1],
      ['snapshot'],
    ],
    ['a first frame that is not the next is a gap', ['subscribed', 5, 6], ['drop: gap', 'snapshot']],
    ['a surplus acknowledgement changes nothing', ['unsub-acknowledged', 'subscribed', 1], ['snapshot']],
  ])('%s', (_name, steps, verdicts) => {
    expect(run(topicOrder('off'), ...steps)).toEqual(verdicts);
  });

  it('accepts any first number without a known subscription, and continues after a gap', () => {
    expect(run(topicOrder('unmanaged'), 7, 8, 8, 10, 11)).toEqual([
      'snapshot',
      'next',
      'drop: duplicate',
      'next: gap',
      'next',
    ]);
  });

  it('continues in the middle from the given number', () => {
    expect(run(topicOrder('asked', 41), 42, 43)).toEqual(['snapshot', 'next']);
  });
});
