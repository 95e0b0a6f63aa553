import { CODE } from '../../shared/contract/codes.ts';
import { type AckFrame, type ClientFrame, PRIVATE_TOPICS, type Topic } from '../../shared/contract/socket.ts';
import { HEARTBEAT_MS } from '../../shared/limits.ts';
import type { Counters } from '../counters.ts';
import type { Env } from '../env.ts';

/** How a data frame counts: the first of a subscription, the next in order, or not at all. */
export type Acceptance = 'snapshot' | 'next' | 'drop';

/** What is subscribed on the present connection, and in which order its frames must come. */
export interface Topics {
  /** Holds a topic for as long as anybody does. @returns lets go, once */
  hold(topic: Topic): () => void;
  /** Asks for a new snapshot, e.g. when frames were lost. */
  refresh(topic: Topic): void;
  /** Logs every connection in from now on; private topics wait for it. Undefined logs out. */
  setToken(token: string | undefined): void;
  opened(): void;
  closed(): void;
  acknowledged(ack: AckFrame): void;
  accept(topic: string, seq: number): Acceptance;
}

export interface TopicsOptions {
  readonly env: Pick<Env, 'after'>;
  readonly counters: Counters;
  readonly send: (text: string) => void;
  /** The server does not know this token: for its owner this is the end, there is no second try. */
  readonly onRefused: (token: string) => void;
}

interface Held {
  readonly topic: Topic;
  holders: number;
  phase: 'off' | 'asked' | 'live';
  /** Highest number seen on this connection. */
  seq: number;
  /** Frames are still of the subscription before until so many `unsub` are acknowledged. */
  unsubs: number;
  stopWatch: () => void;
}

/** How long an answer may stay out before the server is asked again. */
const ANSWER_MS = HEARTBEAT_MS;
/** After "slow down". */
const SLOW_DOWN_MS = 1_000;
const nothing = () => {};

export function createTopics({ env, counters, send, onRefused }: TopicsOptions): Topics {
  const held = new Map<string, Held>();
  let isUp = false;
  let token: string | undefined;
  let session: 'out' | 'asked' | 'in' = 'out';
  /** Sent and not answered yet: only the answer to the last one counts. */
  let logins = 0;
  let stopLoginWatch = nothing;

  const tell = (frame: ClientFrame) => send(JSON.stringify(frame));
  const isPrivate = (topic: Topic) => PRIVATE_TOPICS.includes(topic);
  const isAllowed = (topic: Topic) => isUp && (!isPrivate(topic) || session === 'in');

  function ask(one: Held): void {
    if (!isAllowed(one.topic) || one.holders === 0) return;
    one.phase = 'asked';
    tell({ cmd: 'sub', topic: one.topic });
    watch(one, ANSWER_MS);
  }

  function watch(one: Held, delayMs: number): void {
    one.stopWatch();
    one.stopWatch = env.after(delayMs, () => {
      // An acknowledgement that never came must not be waited for any longer.
      one.unsubs = 0;
      askAnew(one);
    });
  }

  function leave(one: Held): void {
    one.stopWatch();
    if (one.phase === 'off') return;
    one.phase = 'off';
    one.unsubs++;
    tell({ cmd: 'unsub', topic: one.topic });
  }

  function askAnew(one: Held): void {
    leave(one);
    ask(one);
  }

  function logIn(): void {
    stopLoginWatch();
    if (!isUp || token === undefined) return;
    session = 'asked';
    logins++;
    tell({ cmd: 'login', params: { token } });
    stopLoginWatch = env.after(ANSWER_MS, () => {
      logins = 0;
      logIn();
    });
  }

  function logOut(): void {
    stopLoginWatch();
    for (const one of held.values()) if (isPrivate(one.topic)) leave(one);
    if (session !== 'out' && isUp) tell({ cmd: 'logout' });
    session = 'out';
  }

  function loginAnswered(code: number): void {
    logins = Math.max(0, logins - 1);
    // Unasked, the server only ever says that the session has ended.
    const isNews = session === 'asked' || (session === 'in' && code === CODE.sessionExpired);
    if (logins > 0 || !isNews || token === undefined) return;
    stopLoginWatch();
    if (code === CODE.success) {
      session = 'in';
      for (const one of held.values()) if (isPrivate(one.topic)) ask(one);
    } else if (code === CODE.sessionExpired) {
      session = 'out';
      const refused = token;
      token = undefined;
      onRefused(refused);
    } else stopLoginWatch = env.after(SLOW_DOWN_MS, logIn);
  }

  function subAnswered(one: Held, code: number): void {
    if (one.phase !== 'asked') return;
    one.stopWatch();
    if (code === CODE.tooMany) watch(one, SLOW_DOWN_MS);
    else if (code !== CODE.success) one.phase = 'off';
  }

  return {
    hold(topic) {
      const one = held.get(topic) ?? {
        topic,
        holders: 0,
        phase: 'off',
        seq: 0,
        unsubs: 0,
        stopWatch: nothing,
      };
      held.set(topic, one);
      one.holders++;
      if (one.phase === 'off') ask(one);
      let isHolding = true;
      return () => {
        if (!isHolding) return;
        isHolding = false;
        one.holders--;
        if (one.holders > 0) return;
        leave(one);
        if (one.unsubs === 0) held.delete(topic);
      };
    },
    refresh(topic) {
      const one = held.get(topic);
      // While one is asked for, a new snapshot is on its way already.
      if (one?.phase === 'live') askAnew(one);
    },
    setToken(next) {
      if (next === token) return;
      if (token !== undefined) logOut();
      token = next;
      logIn();
    },
    opened() {
      isUp = true;
      logIn();
      for (const one of held.values()) ask(one);
    },
    closed() {
      isUp = false;
      session = 'out';
      logins = 0;
      stopLoginWatch();
      for (const one of held.values()) {
        one.stopWatch();
        Object.assign(one, { phase: 'off', seq: 0, unsubs: 0 });
        if (one.holders === 0) held.delete(one.topic);
      }
    },
    acknowledged({ cmd, topic, code }) {
      if (cmd === 'login') return loginAnswered(code);
      const one = topic === undefined ? undefined : held.get(topic);
      if (one === undefined) return;
      if (cmd === 'sub') subAnswered(one, code);
      if (cmd === 'unsub') {
        one.unsubs = Math.max(0, one.unsubs - 1);
        if (one.holders === 0 && one.unsubs === 0) held.delete(one.topic);
      }
    },
    accept(topic, seq) {
      const one = held.get(topic);
      if (one === undefined || one.phase === 'off' || one.unsubs > 0) {
        if (one !== undefined) one.seq = Math.max(one.seq, seq);
        counters.unheld++;
        return 'drop';
      }
      const expected = one.seq + 1;
      if (one.phase === 'asked' && (seq === 1 || seq === expected)) {
        one.phase = 'live';
        one.stopWatch();
        one.seq = seq;
        return 'snapshot';
      }
      if (one.phase === 'live' && seq === expected) {
        one.seq = seq;
        return 'next';
      }
      if (one.phase === 'live' && seq < expected) {
        counters.duplicate++;
        return 'drop';
      }
      counters.gap++;
      one.seq = Math.max(one.seq, seq);
      askAnew(one);
      return 'drop';
    },
  };
}
