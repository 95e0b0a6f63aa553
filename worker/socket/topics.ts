import { CODE } from '../../shared/contract/codes.ts';
import {
  type AckFrame,
  type ClientFrame,
  type MarketParams,
  PRIVATE_TOPICS,
  type Topic,
} from '../../shared/contract/socket.ts';
import type { Counters } from '../../shared/stream/counters.ts';
import type { Verdict } from '../../shared/stream/topic-order.ts';
import type { Env } from '../env.ts';
import { createLogin } from './login.ts';
import { createSubscription, type Subscription } from './subscription.ts';

/** The subscriptions of the current connection. */
export interface Topics {
  /** Subscribes to a topic while it has holders. @returns releases it; safe to call twice */
  hold(topic: Topic): () => void;
  /** Asks for a new snapshot, e.g. when frames were lost. */
  refresh(topic: Topic): void;
  /** Subscribes to DAY_MARKET again, with these params; without params if the server refuses them. */
  setMarketParams(params: MarketParams | undefined): void;
  /** Logs every connection in from now on; private topics wait for it. Undefined logs out. */
  setToken(token: string | undefined): void;
  opened(): void;
  closed(): void;
  acknowledged(ack: AckFrame): void;
  accept(topic: string, seq: number): Verdict;
}

export interface TopicsOptions {
  readonly env: Pick<Env, 'after'>;
  readonly counters: Counters;
  readonly send: (text: string) => void;
  /** The server does not know this token; it is not tried again. */
  readonly onRefused: (token: string) => void;
}

const MARKET: Topic = 'DAY_MARKET';
const isPrivate = (topic: Topic) => PRIVATE_TOPICS.includes(topic);

export function createTopics({ env, counters, send, onRefused }: TopicsOptions): Topics {
  /** Stays until the connection ends: `seq` counts on when a topic is held again. */
  const held = new Map<string, Subscription>();
  let isUp = false;
  let params: MarketParams | undefined;
  const sendFrame = (frame: ClientFrame) =>
    send(JSON.stringify(frame.cmd === 'sub' && frame.topic === MARKET ? { ...frame, params } : frame));
  const privateOnes = () => PRIVATE_TOPICS.flatMap((topic) => held.get(topic) ?? []);
  const login = createLogin({
    env,
    send: sendFrame,
    onIn: () => {
      for (const one of privateOnes()) one.ask();
    },
    onLeaving: () => {
      for (const one of privateOnes()) one.leave();
    },
    onRefused,
  });
  const isAllowed = (topic: Topic) => isUp && (!isPrivate(topic) || login.isIn());

  const refresh = (topic: Topic) => held.get(topic)?.refresh();

  function setMarketParams(next: MarketParams | undefined): void {
    params = next;
    held.get(MARKET)?.again();
  }

  return {
    hold(topic) {
      // Snapshots of FOREX_CLOSED are empty: what is still open is in those of FOREX_TRADE.
      const onGap = () => topic === 'FOREX_CLOSED' && refresh('FOREX_TRADE');
      const one =
        held.get(topic) ?? createSubscription({ topic, env, counters, send: sendFrame, isAllowed, onGap });
      held.set(topic, one);
      one.hold();
      let isHolding = true;
      return () => {
        if (!isHolding) return;
        isHolding = false;
        one.release();
      };
    },
    refresh,
    setMarketParams,
    setToken: login.setToken,
    opened() {
      isUp = true;
      login.opened();
      for (const one of held.values()) one.ask();
    },
    closed() {
      isUp = false;
      login.closed();
      for (const [topic, one] of held) {
        one.closed();
        if (!one.isHeld()) held.delete(topic);
      }
    },
    acknowledged({ cmd, topic = '', code }) {
      if (cmd === 'login') login.answered(code);
      // A server that does not know the params sends everything.
      if (params !== undefined && topic === MARKET && code === CODE.badParameter)
        return setMarketParams(undefined);
      if (cmd === 'sub') held.get(topic)?.subAnswered(code);
      if (cmd === 'unsub') held.get(topic)?.unsubAnswered();
    },
    accept(topic, seq) {
      const one = held.get(topic);
      if (one !== undefined) return one.accept(seq);
      counters.unheld++;
      return 'drop';
    },
  };
}
