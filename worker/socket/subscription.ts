import { CODE } from '../../shared/contract/codes.ts';
import type { ClientFrame, Topic } from '../../shared/contract/socket.ts';
import { ANSWER_MS } from '../../shared/limits.ts';
import type { Counters } from '../../shared/stream/counters.ts';
import {
  followOrder,
  judgeFrame,
  type SubscriptionEvent,
  topicOrder,
  type Verdict,
} from '../../shared/stream/topic-order.ts';
import type { Env } from '../env.ts';

/** One topic on the current connection. */
export interface Subscription {
  isHeld(): boolean;
  hold(): void;
  release(): void;
  /** Subscribes if the topic has holders and is allowed now. */
  ask(): void;
  leave(): void;
  /** Asks for a new snapshot, unless one is on its way. */
  refresh(): void;
  /** Unsubscribes and subscribes again, because the params have changed. */
  again(): void;
  /** The connection was lost. */
  closed(): void;
  /** Whether an answer to the last `sub` is awaited, and what comes is not one to an earlier. */
  isAsked(): boolean;
  subAnswered(code: number): void;
  unsubAnswered(): void;
  accept(seq: number): Verdict;
}

export interface SubscriptionOptions {
  readonly topic: Topic;
  readonly env: Pick<Env, 'after'>;
  readonly counters: Counters;
  readonly send: (frame: ClientFrame) => void;
  readonly isAllowed: (topic: Topic) => boolean;
  /** Frames were lost. The subscription has asked for a snapshot itself. */
  readonly onGap: () => unknown;
}

/** Wait after the code "too many". */
export const SLOW_DOWN_MS = 1_000;

export function createSubscription(options: SubscriptionOptions): Subscription {
  const { topic, env, counters, send, isAllowed, onGap } = options;
  let order = topicOrder('off');
  let holders = 0;
  let cancelTimeout = () => {};

  const follow = (event: SubscriptionEvent) => {
    order = followOrder(order, event);
  };

  function ask(): void {
    if (!isAllowed(topic) || holders === 0) return;
    follow('subscribed');
    send({ cmd: 'sub', topic });
    askAgainIn(ANSWER_MS);
  }

  function askAgainIn(delayMs: number): void {
    cancelTimeout();
    cancelTimeout = env.after(delayMs, () => {
      follow('unanswered');
      resubscribe();
    });
  }

  function leave(): void {
    cancelTimeout();
    if (order.phase === 'off') return;
    follow('unsubscribed');
    send({ cmd: 'unsub', topic });
  }

  function resubscribe(): void {
    leave();
    ask();
  }

  return {
    isHeld: () => holders > 0,
    hold() {
      holders++;
      if (order.phase === 'off') ask();
    },
    release() {
      holders--;
      if (holders === 0) leave();
    },
    ask,
    leave,
    refresh() {
      // In the phase `asked` a new snapshot is on its way already.
      if (order.phase === 'live') resubscribe();
    },
    again: resubscribe,
    closed() {
      cancelTimeout();
      order = topicOrder('off');
    },
    isAsked: () => order.phase === 'asked' && order.unacknowledged === 0,
    subAnswered(code) {
      cancelTimeout();
      if (code === CODE.tooMany) askAgainIn(SLOW_DOWN_MS);
      else if (code !== CODE.success) follow('refused');
    },
    unsubAnswered: () => follow('unsub-acknowledged'),
    accept(seq) {
      const { order: after, verdict, fault } = judgeFrame(order, seq);
      order = after;
      if (verdict === 'snapshot') cancelTimeout();
      if (fault !== undefined) counters[fault]++;
      if (fault === 'gap') {
        resubscribe();
        onGap();
      }
      return verdict;
    },
  };
}
