import { CODE } from '../../shared/contract/codes.ts';
import {
  type AckFrame,
  type ClientFrame,
  DELTA_FORMAT,
  type FastRows,
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
  /** Subscribes to DAY_MARKET again, with these rows as fast ones; without them if the server refuses them. */
  setFastRows(rows: FastRows | undefined): void;
  /** Subscribes to candles again, to come once in so many seconds; as often as they do if the server refuses that. */
  setCandleBeat(beat: number | undefined): void;
  /** A frame of DAY_MARKET could not be read: asks for a new snapshot, in the end of texts. */
  unreadable(): void;
  /** Whether the server agreed to send both prices with the last snapshot of DAY_MARKET. */
  isAskGranted(): boolean;
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
/** Params of DAY_MARKET besides the rows, the best first. */
const WANTED: readonly Omit<MarketParams, keyof FastRows>[] = [{ ask: 1, format: DELTA_FORMAT }, { ask: 1 }];
/** Frames in few bytes that could not be read before a connection goes back to texts. */
const MOST_UNREAD = 3;
const isCandle = (topic: string) => topic.startsWith('KLINE.');
const isPrivate = (topic: Topic) => PRIVATE_TOPICS.includes(topic);

export function createTopics({ env, counters, send, onRefused }: TopicsOptions): Topics {
  /** Stays until the connection ends: `seq` counts on when a topic is held again. */
  const held = new Map<string, Subscription>();
  let isUp = false;
  let fast: FastRows | undefined;
  let candleBeat: number | undefined;
  /** What the server of this connection has refused of `WANTED`, or what has failed: an older server knows less. */
  let refused = 0;
  /** Frames of this connection that could not be read. */
  let unread = 0;
  let isAskGranted = false;
  const withParams = (frame: ClientFrame) => {
    const wanted = WANTED[refused];
    if (frame.cmd !== 'sub') return frame;
    if (isCandle(frame.topic) && candleBeat) return { ...frame, params: { beat: candleBeat } };
    const params = wanted ? { ...fast, ...wanted } : fast;
    return frame.topic === MARKET && params ? { ...frame, params } : frame;
  };
  const setCandleBeat = (beat: number | undefined) => {
    if (beat === candleBeat) return;
    candleBeat = beat;
    for (const [topic, one] of held) if (isCandle(topic)) one.again();
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

  /** @returns false if none was left */
  function dropRefusedParam(): boolean {
    isAskGranted = false;
    if (refused === WANTED.length && fast === undefined) return false;
    // The rows may have been at fault: without them the rest is asked for once more.
    if (refused === WANTED.length) {
      fast = undefined;
      refused = unread < MOST_UNREAD ? 0 : 1;
    } else refused++;
    return true;
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
    setFastRows(rows) {
      fast = rows;
      held.get(MARKET)?.again();
    },
    setCandleBeat,
    unreadable() {
      unread++;
      if (unread >= MOST_UNREAD) refused = Math.max(refused, 1);
      refresh(MARKET);
    },
    isAskGranted: () => isAskGranted,
    setToken: login.setToken,
    opened() {
      isUp = true;
      login.opened();
      for (const one of held.values()) one.ask();
    },
    closed() {
      isUp = false;
      refused = 0;
      unread = 0;
      login.closed();
      for (const [topic, one] of held) {
        one.closed();
        if (!one.isHeld()) held.delete(topic);
      }
    },
    acknowledged({ cmd, topic = '', code }) {
      if (cmd === 'login') login.answered(code);
      const one = held.get(topic);
      if (cmd === 'sub' && one?.isAsked()) {
        const isParamRefused = topic === MARKET && code === CODE.badParameter && dropRefusedParam();
        if (isParamRefused) one.again();
        else if (isCandle(topic) && code === CODE.badParameter && candleBeat) setCandleBeat(undefined);
        else one.subAnswered(code);
      }
      if (cmd === 'unsub') one?.unsubAnswered();
    },
    accept(topic, seq) {
      const one = held.get(topic);
      if (one === undefined) {
        counters.unheld++;
        return 'drop';
      }
      const verdict = one.accept(seq);
      if (topic === MARKET && verdict === 'snapshot') isAskGranted = refused < WANTED.length;
      return verdict;
    },
  };
}
