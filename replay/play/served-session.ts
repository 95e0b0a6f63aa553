import { CODE } from '../../shared/contract/codes.ts';
import { type AckFrame, PING, PONG, PRIVATE_TOPICS } from '../../shared/contract/socket.ts';
import { type Fields, fieldsOf, isFields, parseJson } from '../../shared/json.ts';

/** The connection to one client. */
export interface ClientLine {
  send(text: string): void;
  /** @param code a WebSocket close code; 1006 for a lost connection */
  close(code: number): void;
}

/** One client of a recorded exchange. */
export interface ServedSession {
  receive(text: string): void;
  /** Sends the next frame of a topic. @param isAnew the recording subscribed again, so earlier rows may be missing */
  publish(topic: string, rest: string, isAnew: boolean): void;
  /** The session ended. */
  signedOut(): void;
  /** The recorded connection received something: pings that waited for that are answered. */
  received(): void;
  /** The recorded connection was lost. */
  drop(code: number): void;
}

export interface SessionDeps {
  /** The `data` of a snapshot as JSON; undefined while there is none. */
  readonly snapshot: (topic: string) => string | undefined;
  readonly isTopic: (topic: string) => boolean;
  /** Whether any row had an ask. */
  readonly hasTwoPrices: () => boolean;
  readonly serverNow: () => number;
  /** Ms since the recording's start. */
  readonly at: () => number;
  /** When the recording app sent its last ping; undefined before its first one. */
  readonly pingedAt: () => number | undefined;
}

interface Seat {
  /** Last `seq` used; it counts through all subscriptions of the connection. */
  seq: number;
  /** Whether the client asked for rows with the ask. */
  hasAsk: boolean;
  state: 'off' | 'new' | 'current';
}

const POLICY_VIOLATION = 1008;
const MARKET = 'DAY_MARKET';
/** A row of six numbers, and its first five. */
const ROW_WITH_ASK = /(\[[^[\],]+(?:,[^[\],]+){4}),[^[\],]+\]/g;
const isPrivate = (topic: string): boolean => PRIVATE_TOPICS.some((one) => one === topic);

export function createSession(line: ClientLine, deps: SessionDeps): ServedSession {
  const seats = new Map<string, Seat>();
  let isIn = false;
  /** When the ping came that waits for its answer. */
  let owedSince: number | undefined;

  const answer = (cmd: AckFrame['cmd'], code: number, topic = '') =>
    line.send(JSON.stringify({ cmd, topic, code, msg: '' } satisfies AckFrame));

  function show(topic: string, seat: Seat): void {
    const data = deps.snapshot(topic);
    if (data === undefined) return;
    seat.state = 'current';
    seat.seq++;
    line.send(frame(topic, seat.seq, shown(topic, seat, tail(deps.serverNow(), data))));
  }

  const shown = (topic: string, { hasAsk }: Seat, rest: string): string =>
    topic === MARKET && !hasAsk && deps.hasTwoPrices() ? rest.replace(ROW_WITH_ASK, '$1]') : rest;

  function subscribe(topic: string, params: unknown): void {
    const refusal = !deps.isTopic(topic)
      ? CODE.badParameter
      : isPrivate(topic) && !isIn
        ? CODE.sessionExpired
        : undefined;
    answer('sub', refusal ?? CODE.success, topic);
    if (refusal !== undefined) return;
    const seat: Seat = seats.get(topic) ?? { seq: 0, state: 'new', hasAsk: false };
    seats.set(topic, seat);
    seat.state = 'new';
    seat.hasAsk = fieldsOf(params)['ask'] === 1;
    show(topic, seat);
  }

  function unsubscribe(topic: string): void {
    const seat = seats.get(topic);
    if (seat) seat.state = 'off';
    answer('unsub', deps.isTopic(topic) ? CODE.success : CODE.badParameter, topic);
  }

  function logOut(): void {
    isIn = false;
    for (const [topic, seat] of seats) if (isPrivate(topic)) seat.state = 'off';
  }

  function obey({ cmd, topic, params }: Fields): void {
    const name = typeof topic === 'string' ? topic : '';
    if (cmd === 'login' || cmd === 'logout') {
      logOut();
      isIn = cmd === 'login';
      answer(cmd, CODE.success);
    } else if (cmd === 'sub') subscribe(name, params);
    else if (cmd === 'unsub') unsubscribe(name);
    else answer('error', CODE.badParameter, name);
  }

  /**
   * A link that was silent while it was recorded is silent here, too: the answer waits for the next recorded frame. But
   * an app that sent no ping meanwhile was asleep, and some recordings have none at all.
   */
  function ping(): void {
    const at = deps.pingedAt();
    if (at === undefined || (owedSince !== undefined && at < owedSince)) {
      owedSince = undefined;
      line.send(PONG);
    } else owedSince ??= deps.at();
  }

  return {
    receive(text) {
      const command = text === PING ? undefined : parseJson(text);
      if (text === PING) ping();
      else if (isFields(command)) obey(command);
      else {
        answer('error', CODE.badParameter);
        line.close(POLICY_VIOLATION);
      }
    },
    publish(topic, rest, isAnew) {
      const seat = seats.get(topic);
      if (seat === undefined || seat.state === 'off') return;
      if (seat.state === 'new') show(topic, seat);
      else {
        // A skipped `seq` is a gap: the client asks for a snapshot.
        seat.seq += isAnew ? 2 : 1;
        line.send(frame(topic, seat.seq, shown(topic, seat, rest)));
      }
    },
    signedOut() {
      if (!isIn) return;
      logOut();
      answer('login', CODE.sessionExpired);
    },
    received() {
      if (owedSince === undefined) return;
      owedSince = undefined;
      line.send(PONG);
    },
    drop: (code) => line.close(code),
  };
}

/** The end of a data frame's text: time and data, exactly as recorded. */
export interface FrameTail {
  readonly ts: number;
  /** From the comma behind `seq` to the end. */
  readonly text: string;
}

const HEAD = /^\{"topic":"[^"\\]*","seq":\d+(?=,"ts":(\d+(?:\.\d+)?),)/;

/** @param text a data frame that was decoded already */
export function tailOf(text: string): FrameTail {
  const head = HEAD.exec(text);
  if (head !== null) return { ts: Number(head[1]), text: text.slice(head[0].length) };
  const { ts, data }: { readonly ts: number; readonly data: unknown } = JSON.parse(text);
  return { ts, text: tail(ts, JSON.stringify(data)) };
}

const tail = (ts: number, data: string): string => `,"ts":${ts},"data":${data}}`;

const frame = (topic: string, seq: number, rest: string): string =>
  `{"topic":${JSON.stringify(topic)},"seq":${seq}${rest}`;
