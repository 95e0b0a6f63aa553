import { CODE } from '../../shared/contract/codes.ts';
import type { ClientFrame, Topic } from '../../shared/contract/socket.ts';
import { ANSWER_MS } from '../../shared/limits.ts';
import type { Counters } from '../../shared/stream/counters.ts';
import type { Env } from '../env.ts';

/** How a data frame counts: the first of a subscription, the next in order, or not at all. */
export type Acceptance = 'snapshot' | 'next' | 'drop';

/** One topic on the present connection, and in which order its frames must come. */
export interface Subscription {
  /** Nobody holds it, and nothing of it is on its way. */
  isOver(): boolean;
  hold(): void;
  letGo(): void;
  /** Subscribes when it is held and allowed. */
  ask(): void;
  leave(): void;
  /** Asks for a new snapshot. */
  refresh(): void;
  /** The connection is gone. */
  closed(): void;
  subAnswered(code: number): void;
  unsubAnswered(): void;
  accept(seq: number): Acceptance;
}

export interface SubscriptionOptions {
  readonly topic: Topic;
  readonly env: Pick<Env, 'after'>;
  readonly counters: Counters;
  readonly tell: (frame: ClientFrame) => void;
  readonly isAllowed: (topic: Topic) => boolean;
}

/** After "slow down". */
export const SLOW_DOWN_MS = 1_000;

export function createSubscription(options: SubscriptionOptions): Subscription {
  const { topic, env, tell, isAllowed } = options;
  const order = createOrder(options.counters);
  let holders = 0;
  let stopWatch = () => {};

  function ask(): void {
    if (!isAllowed(topic) || holders === 0) return;
    order.asked();
    tell({ cmd: 'sub', topic });
    watch(ANSWER_MS);
  }

  function watch(delayMs: number): void {
    stopWatch();
    stopWatch = env.after(delayMs, () => {
      // An acknowledgement that never came must not be waited for any longer.
      order.unsubAnswered(Number.POSITIVE_INFINITY);
      askAnew();
    });
  }

  function leave(): void {
    stopWatch();
    if (order.phase() === 'off') return;
    order.left();
    tell({ cmd: 'unsub', topic });
  }

  function askAnew(): void {
    leave();
    ask();
  }

  return {
    isOver: () => holders === 0 && order.isQuiet(),
    hold() {
      holders++;
      if (order.phase() === 'off') ask();
    },
    letGo() {
      holders--;
      if (holders === 0) leave();
    },
    ask,
    leave,
    refresh() {
      // While one is asked for, a new snapshot is on its way already.
      if (order.phase() === 'live') askAnew();
    },
    closed() {
      stopWatch();
      order.reset();
    },
    subAnswered(code) {
      if (order.phase() !== 'asked') return;
      stopWatch();
      if (code === CODE.tooMany) watch(SLOW_DOWN_MS);
      else if (code !== CODE.success) order.refused();
    },
    unsubAnswered: () => order.unsubAnswered(1),
    accept(seq) {
      const acceptance = order.accept(seq);
      if (acceptance === 'snapshot') stopWatch();
      if (acceptance !== 'gap') return acceptance;
      askAnew();
      return 'drop';
    },
  };
}

/** The numbers of one topic: they count per connection, through all its subscriptions there. */
function createOrder(counters: Counters) {
  let phase: 'off' | 'asked' | 'live' = 'off';
  /** Highest number seen on this connection. */
  let highest = 0;
  /** Frames are still of the subscription before until so many `unsub` are acknowledged. */
  let unsubs = 0;

  /** A server may also begin at 1 again with each subscription. */
  function isNext(seq: number): boolean {
    return seq === highest + 1 || (phase === 'asked' && seq === 1);
  }

  return {
    phase: () => phase,
    isQuiet: () => unsubs === 0,
    asked() {
      phase = 'asked';
    },
    refused() {
      phase = 'off';
    },
    left() {
      phase = 'off';
      unsubs++;
    },
    unsubAnswered(count: number) {
      unsubs = Math.max(0, unsubs - count);
    },
    reset() {
      phase = 'off';
      highest = 0;
      unsubs = 0;
    },
    accept(seq: number): Acceptance | 'gap' {
      const before = phase;
      if (before === 'off' || unsubs > 0) {
        highest = Math.max(highest, seq);
        counters.unheld++;
        return 'drop';
      }
      if (isNext(seq)) {
        highest = seq;
        phase = 'live';
        return before === 'asked' ? 'snapshot' : 'next';
      }
      if (before === 'live' && seq <= highest) {
        counters.duplicate++;
        return 'drop';
      }
      highest = Math.max(highest, seq);
      counters.gap++;
      return 'gap';
    },
  };
}
