/**
 * Which data frames of one topic count on one connection. The live worker and a recording's fold run the same two pure
 * functions, so a recording accepts exactly the frames that the engine accepted.
 */
export interface TopicOrder {
  /**
   * `unknown`: nothing tells what was subscribed (only in recordings made by other programs); `unmanaged`: frames of
   * such a topic are being accepted.
   */
  readonly phase: 'off' | 'asked' | 'live' | 'unknown' | 'unmanaged';
  /** Highest `seq` seen on this connection. It counts through all subscriptions of the topic there. */
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

export const topicOrder = (phase: TopicOrder['phase'], highest = 0): TopicOrder => ({
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
  switch (phase) {
    case 'unknown':
      return { order: { ...order, phase: 'unmanaged', highest: seq }, verdict: 'snapshot' };
    case 'unmanaged':
      if (seq <= highest) return { order, verdict: 'drop', fault: 'duplicate' };
      // Nothing tells when a snapshot follows the gap, so the rows count all the same.
      return { order: seen, verdict: 'next', ...(seq === highest + 1 ? {} : { fault: 'gap' }) };
    case 'off':
      return { order: seen, verdict: 'drop', fault: 'unheld' };
    case 'asked':
      if (unacknowledged > 0) return { order: seen, verdict: 'drop', fault: 'unheld' };
      // A server may also restart at 1 with each subscription.
      if (seq !== highest + 1 && seq !== 1) return { order: seen, verdict: 'drop', fault: 'gap' };
      return { order: { ...order, phase: 'live', highest: seq }, verdict: 'snapshot' };
    case 'live':
      if (unacknowledged > 0) return { order: seen, verdict: 'drop', fault: 'unheld' };
      if (seq === highest + 1) return { order: seen, verdict: 'next' };
      return { order: seen, verdict: 'drop', fault: seq <= highest ? 'duplicate' : 'gap' };
  }
}
