/**
 * Which data frames of one topic count on one connection. The live worker and a recording's fold run the same two pure
 * functions, so a recording accepts exactly the frames that the engine accepted.
 */
export interface TopicOrder {
  /** `unmanaged`: nothing records what was subscribed, as in recordings made by other programs. */
  readonly phase: 'off' | 'asked' | 'live' | 'unmanaged';
  /** Highest `seq` seen on this connection, which counts through all subscriptions of the topic there. */
  readonly highest: number;
  /** `unsub` commands that the server has not acknowledged: until then frames belong to an earlier subscription. */
  readonly unacknowledged: number;
}

export type SubscriptionEvent =
  | 'subscribed'
  | 'unsubscribed'
  | 'refused'
  | 'unsub-acknowledged'
  /** The server did not answer in time: no acknowledgement is awaited any more. */
  | 'unanswered';

/** How a data frame counts: the first of a subscription, the next in order, or not at all. */
export type Verdict = 'snapshot' | 'next' | 'drop';

export interface Judgement {
  readonly order: TopicOrder;
  readonly verdict: Verdict;
  /** What is wrong with the frame, by the name of its counter. After a `gap` a new snapshot is needed. */
  readonly fault?: 'unheld' | 'duplicate' | 'gap';
}

const UNSEEN = Number.NEGATIVE_INFINITY;

export const topicOrder = (phase: TopicOrder['phase'], highest = UNSEEN): TopicOrder => ({
  phase,
  highest,
  unacknowledged: 0,
});

export function followOrder(order: TopicOrder, event: SubscriptionEvent): TopicOrder {
  switch (event) {
    case 'subscribed':
      return { ...order, phase: 'asked' };
    case 'unsubscribed':
      return { ...order, phase: 'off', unacknowledged: order.unacknowledged + 1 };
    case 'refused':
      return { ...order, phase: 'off' };
    case 'unsub-acknowledged':
      return { ...order, unacknowledged: Math.max(0, order.unacknowledged - 1) };
    case 'unanswered':
      return { ...order, unacknowledged: 0 };
  }
}

export function judgeFrame(order: TopicOrder, seq: number): Judgement {
  const { phase, highest, unacknowledged } = order;
  const seen = { ...order, highest: Math.max(highest, seq) };
  if (phase === 'off' || unacknowledged > 0) return { order: seen, verdict: 'drop', fault: 'unheld' };
  // A server may also restart at 1 with each subscription, and nothing records where an unmanaged topic starts.
  const isStart = phase === 'asked' ? seq === 1 || seq === highest + 1 : highest === UNSEEN;
  if (isStart)
    return {
      order: { ...order, phase: phase === 'asked' ? 'live' : phase, highest: seq },
      verdict: 'snapshot',
    };
  if (phase !== 'asked' && seq === highest + 1) return { order: seen, verdict: 'next' };
  if (phase !== 'asked' && seq <= highest) return { order, verdict: 'drop', fault: 'duplicate' };
  // Nothing records when a snapshot follows the gap of an unmanaged topic, so its rows count all the same.
  return { order: seen, verdict: phase === 'unmanaged' ? 'next' : 'drop', fault: 'gap' };
}
