import { ANSWER_MS } from '../../shared/limits.ts';

/** How a data frame counts in a recording: the first of a subscription, one of the rows that follow, or not at all. */
type Admission = 'snapshot' | 'next' | 'drop';

/** Which frames of a recording the engine took, by what it subscribed to and by the frames' numbers. */
export interface Gate {
  opened(): void;
  subscribed(topic: string, atMs: number): void;
  unsubscribed(topic: string, atMs: number): void;
  /** The server acknowledged an `unsub`: what follows is not of the subscription before. */
  unsubAnswered(topic: string): void;
  /** A recording that begins in the middle: the topic's next frame has this number. */
  resumed(topic: string, seq: number): void;
  admit(topic: string, seq: number): Admission;
}

export interface GateCounters {
  duplicate: number;
  gap: number;
  unheld: number;
}

interface TopicOrder {
  /** `free`: the recording says nothing of subscriptions, as one that others made may not. */
  phase: 'free' | 'asked' | 'live' | 'off';
  highest: number;
  askedAtMs: number;
  /** `unsub` without an answer yet. */
  leaving: number;
  isNew: boolean;
}

export function createGate(counters: GateCounters): Gate {
  const topics = new Map<string, TopicOrder>();
  const of = (topic: string): TopicOrder => {
    const held = topics.get(topic);
    if (held !== undefined) return held;
    const fresh: TopicOrder = { phase: 'free', highest: 0, askedAtMs: 0, leaving: 0, isNew: true };
    topics.set(topic, fresh);
    return fresh;
  };

  /** Numbers count per connection, through all subscriptions there; a server may also begin at 1 with each. */
  const isNext = (order: TopicOrder, seq: number) =>
    seq === order.highest + 1 || (order.phase === 'asked' && seq === 1);

  function drop(order: TopicOrder, seq: number, reason: keyof GateCounters): Admission {
    order.highest = Math.max(order.highest, seq);
    counters[reason]++;
    return 'drop';
  }

  /** Without subscriptions nothing tells what a gap was followed by: the rows count all the same. */
  function admitFreely(order: TopicOrder, seq: number): Admission {
    if (!order.isNew && seq <= order.highest) return drop(order, seq, 'duplicate');
    if (!order.isNew && seq !== order.highest + 1) counters.gap++;
    const isFirst = order.isNew;
    order.highest = seq;
    order.isNew = false;
    return isFirst ? 'snapshot' : 'next';
  }

  return {
    opened: () => topics.clear(),
    subscribed(topic, atMs) {
      const order = of(topic);
      order.phase = 'asked';
      order.askedAtMs = atMs;
    },
    unsubscribed(topic, atMs) {
      const order = of(topic);
      // Asked again because no answer came: then none is waited for any more.
      if (order.phase === 'asked' && atMs - order.askedAtMs >= ANSWER_MS) order.leaving = 0;
      order.phase = 'off';
      order.leaving++;
    },
    unsubAnswered(topic) {
      const order = of(topic);
      order.leaving = Math.max(0, order.leaving - 1);
    },
    resumed(topic, seq) {
      topics.set(topic, { phase: 'asked', highest: seq - 1, askedAtMs: 0, leaving: 0, isNew: true });
    },
    admit(topic, seq) {
      const order = of(topic);
      if (order.phase === 'free') return admitFreely(order, seq);
      if (order.phase === 'off' || order.leaving > 0) return drop(order, seq, 'unheld');
      if (isNext(order, seq)) {
        const isFirst = order.phase === 'asked';
        order.phase = 'live';
        order.highest = seq;
        return isFirst ? 'snapshot' : 'next';
      }
      return drop(order, seq, order.phase === 'live' && seq <= order.highest ? 'duplicate' : 'gap');
    },
  };
}
