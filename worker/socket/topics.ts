import { CODE } from '../../shared/contract/codes.ts';
import {
  type AckFrame,
  type ClientFrame,
  type FastRows,
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
  /** Subscribes to DAY_MARKET again, with these rows as fast ones; with no params at all if the server refuses them. */
  setFastRows(rows: FastRows | undefined): void;
  /** The same, for rows with the ask. */
  setTwoPrices(areTwo: boolean): void;
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
  let fast: FastRows | undefined;
  let asksForAsk = false;
  const withParams = (frame: ClientFrame) => {
    if (frame.cmd !== 'sub' || frame.topic !== MARKET || !(fast || asksForAsk)) return frame;
    return { ...frame, params: { ...fast, ...(asksForAsk ? { ask: 1 } : {}) } };
  };
  const sendFrame = (frame: ClientFrame) => send(JSON.stringify(withParams(frame)));
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

  function setParams(rows: FastRows | undefined, areTwo: boolean): void {
    fast = rows;
    asksForAsk = areTwo;
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
    setFastRows: (rows) => setParams(rows, asksForAsk),
    setTwoPrices(areTwo) {
      if (areTwo !== asksForAsk) setParams(fast, areTwo);
    },
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
      if ((fast || asksForAsk) && topic === MARKET && code === CODE.badParameter)
        return setParams(undefined, false);
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
