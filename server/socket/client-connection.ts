import { CODE } from '../../shared/contract/codes.ts';
import type { Language } from '../../shared/contract/language.ts';
import {
  type AckFrame,
  type CandleParams,
  type ClientFrame,
  DELTA_FORMAT,
  type MarketParams,
  PING,
  PONG,
} from '../../shared/contract/socket.ts';
import {
  CLIENT_FRAMES_PER_SECOND,
  MAX_BEAT_S,
  MAX_FAST_ROWS,
  MAX_HZ,
  MIN_HZ,
  OTHER_ROWS_MS,
  SOCKET_BUFFER_MAX_BYTES,
} from '../../shared/limits.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Session } from '../accounts/sessions.ts';
import type { Clock } from '../clock.ts';
import { messageFor } from '../texts/texts.ts';
import type { Visitor } from '../visitor.ts';
import type { FrameSink, Subscription, Topic } from './audience.ts';
import { type Hub, isPrivate } from './hub.ts';

/** More than any screen shows. */
const MAX_SUBSCRIPTIONS = 256;
/** Commands that may wait while another one runs. */
const MAX_WAITING_COMMANDS = 2 * CLIENT_FRAMES_PER_SECOND;

/** One client's socket as its connection uses it. */
export interface ClientSocket extends FrameSink {
  sendText(text: string): void;
  sendPong(data: Buffer): void;
  /** Sends one error acknowledgement and closes. */
  refuse(errorText: string): void;
  /** Closes without a message: for a client that does not read. */
  terminate(): void;
}

export interface ConnectionDeps {
  readonly hub: Hub;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly language: Language;
  readonly visitor: Visitor;
  readonly onFault: (where: string, error: unknown) => void;
}

export interface Connection {
  receive(text: string): void;
  /** A ping frame of the WebSocket protocol; it counts like any frame. */
  ping(data: Buffer): void;
  /** A frame that is not text. */
  malformed(): void;
  sessionEnded(sessionId: string): void;
  /** Looks its session up again: its end may have been missed. */
  checkSession(): Promise<void>;
  closed(): void;
}

interface Login {
  readonly session: Session;
  readonly token: string;
}

export function createConnection(socket: ClientSocket, deps: ConnectionDeps): Connection {
  const { hub, accounts, clock, language, visitor } = deps;
  const subscriptions = new Map<string, { readonly topic: Topic; readonly subscription: Subscription }>();
  /** They outlive their subscriptions: `seq` counts per topic and connection. */
  const counters = new Map<string, { seq: number }>();
  const isWithinRate = createFrameRate(CLIENT_FRAMES_PER_SECOND);
  let login: Login | undefined;
  let waiting = 0;
  let work = Promise.resolve();
  let open = true;

  const ackText = (cmd: AckFrame['cmd'], code: number, topic = '', format?: MarketParams['format']): string =>
    JSON.stringify({
      ...{ cmd, topic, code, msg: messageFor(code, language) },
      ...(format === undefined || code !== CODE.success ? {} : { format }),
    } satisfies AckFrame);

  /** Replies cannot be skipped like market frames, so a client that sends without reading is cut off. */
  function reply(send: () => void): void {
    if (!open) return;
    if (socket.bufferedBytes() > 2 * SOCKET_BUFFER_MAX_BYTES) socket.terminate();
    else send();
  }

  const answer = (text: string): void => reply(() => socket.sendText(text));

  function refuse(code: number): void {
    if (!open) return;
    socket.refuse(ackText('error', code));
    end();
  }

  function end(): void {
    open = false;
    for (const name of [...subscriptions.keys()]) leave(name);
  }

  function leave(name: string): void {
    const place = subscriptions.get(name);
    if (place === undefined) return;
    subscriptions.delete(name);
    hub.leave(place.topic, place.subscription);
  }

  function forgetLogin(): void {
    login = undefined;
    for (const name of [...subscriptions.keys()]) if (isPrivate(name)) leave(name);
  }

  function subscribe(name: string, params: MarketParams | CandleParams | undefined): number {
    if (params !== undefined && !hub.takesParams(name, params)) return CODE.badParameter;
    // Before the lookup: a topic is dropped when its last subscriber leaves, and gets no updates after that.
    leave(name);
    if (subscriptions.size >= MAX_SUBSCRIPTIONS) return CODE.tooMany;
    const topic = hub.find(name, login?.session.accountId, params);
    if (topic === undefined) return CODE.badParameter;
    if (topic === 'needs-login') return CODE.sessionExpired;
    const counter = counters.get(name) ?? { seq: 0 };
    counters.set(name, counter);
    const subscription: Subscription = {
      sink: socket,
      topicJson: JSON.stringify(name),
      format: params?.format,
      counter,
      state: 'new',
    };
    subscriptions.set(name, { topic, subscription });
    hub.join(topic, subscription);
    return CODE.success;
  }

  function unsubscribe(name: string): number {
    if (!hub.has(name)) return CODE.badParameter;
    leave(name);
    return CODE.success;
  }

  async function signIn(token: string): Promise<number> {
    forgetLogin();
    const session = await accounts.session(token);
    if (session === undefined || !open) return CODE.sessionExpired;
    login = { session, token };
    // The session may have ended during the read, before this connection was registered for it.
    if ((await accounts.session(token)) !== undefined) return CODE.success;
    forgetLogin();
    return CODE.sessionExpired;
  }

  async function signOut(): Promise<number> {
    const session = login?.session;
    forgetLogin();
    if (session !== undefined) await accounts.logout(session, visitor);
    return CODE.success;
  }

  async function run(command: ClientFrame): Promise<void> {
    if (!open) return;
    switch (command.cmd) {
      case 'login':
        return answer(ackText('login', await signIn(command.params.token)));
      case 'logout':
        return answer(ackText('logout', await signOut()));
      case 'sub':
        return answer(
          ackText('sub', subscribe(command.topic, command.params), command.topic, command.params?.format),
        );
      case 'unsub':
        return answer(ackText('unsub', unsubscribe(command.topic), command.topic));
    }
  }

  /** Runs one command after the other: a `sub` sent after a `login` runs with the session. */
  function queue(command: ClientFrame): void {
    if (++waiting > MAX_WAITING_COMMANDS) {
      refuse(CODE.tooMany);
      return;
    }
    work = work
      .then(() => run(command))
      .catch((error: unknown) => {
        deps.onFault('socket command', error);
        answer(ackText(command.cmd, CODE.internal, 'topic' in command ? command.topic : ''));
      })
      .finally(() => {
        waiting--;
      });
  }

  function countFrame(): void {
    if (open && !isWithinRate(clock.steady())) refuse(CODE.tooMany);
  }

  const sessionEnded = (sessionId: string): void => {
    if (login?.session.id !== sessionId) return;
    forgetLogin();
    answer(ackText('login', CODE.sessionExpired));
  };

  return {
    ping(data) {
      countFrame();
      reply(() => socket.sendPong(data));
    },
    receive(text) {
      countFrame();
      if (!open) return;
      if (text === PING) return answer(PONG);
      const decoded = decodeCommand(text);
      if (decoded.kind === 'malformed') refuse(CODE.badParameter);
      else if (decoded.kind === 'unknown') answer(ackText(decoded.cmd, CODE.badParameter, decoded.topic));
      else queue(decoded.command);
    },
    malformed: () => refuse(CODE.badParameter),
    sessionEnded,
    async checkSession() {
      const checked = login;
      if (checked === undefined || (await accounts.session(checked.token)) !== undefined) return;
      sessionEnded(checked.session.id);
    },
    closed: end,
  };
}

/**
 * Limits frames to `perSecond` in any window of one second.
 * @returns takes a frame's time in ms; false when it is over the limit
 */
export function createFrameRate(perSecond: number): (now: number) => boolean {
  const times = new Float64Array(perSecond).fill(Number.NEGATIVE_INFINITY);
  let next = 0;
  return (now) => {
    const oldest = times[next] ?? Number.NEGATIVE_INFINITY;
    times[next] = now;
    next = (next + 1) % perSecond;
    return now - oldest >= 1_000;
  };
}

type Decoded =
  | { readonly kind: 'command'; readonly command: ClientFrame }
  /** Valid JSON, but not a command: refused, and the connection stays open. */
  | { readonly kind: 'unknown'; readonly cmd: ClientFrame['cmd'] | 'error'; readonly topic: string }
  /** Not JSON: the connection ends. */
  | { readonly kind: 'malformed' };

const COMMANDS = ['login', 'logout', 'sub', 'unsub'] as const;
const MAX_TOKEN_LENGTH = 512;

/** Decodes a client's text frame other than `ping`. */
function decodeCommand(text: string): Decoded {
  const value = parse(text);
  if (value === undefined) return { kind: 'malformed' };
  const fields = isFields(value) ? value : {};
  const cmd = COMMANDS.find((one) => one === fields['cmd']);
  const topic = typeof fields['topic'] === 'string' ? fields['topic'] : '';
  switch (cmd) {
    case 'login': {
      const token = isFields(fields['params']) ? fields['params']['token'] : undefined;
      if (typeof token !== 'string' || token.length > MAX_TOKEN_LENGTH)
        return { kind: 'unknown', cmd, topic };
      return { kind: 'command', command: { cmd, params: { token } } };
    }
    case 'logout':
      return { kind: 'command', command: { cmd } };
    case 'sub': {
      const params = fields['params'];
      if (params === undefined && topic !== '') return { kind: 'command', command: { cmd, topic } };
      const known = paramsOf(params);
      if (topic === '' || known === undefined) return { kind: 'unknown', cmd, topic };
      return { kind: 'command', command: { cmd, topic, params: known } };
    }
    case 'unsub':
      return topic === '' ? { kind: 'unknown', cmd, topic } : { kind: 'command', command: { cmd, topic } };
    case undefined:
      return { kind: 'unknown', cmd: 'error', topic };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A format that is not known is not granted: the client gets texts. */
function paramsOf(value: unknown): MarketParams | CandleParams | undefined {
  if (!isFields(value)) return undefined;
  const { rows, hz, beat, ask } = value;
  if (ask !== undefined && ask !== 1) return undefined;
  const format = value['format'] === DELTA_FORMAT ? DELTA_FORMAT : undefined;
  if (beat !== undefined && !isWhole(beat, MAX_BEAT_S)) return undefined;
  const hasFastRows = rows !== undefined || hz !== undefined;
  if (!hasFastRows && beat !== undefined) return { beat };
  if (!hasFastRows) return ask === 1 || format !== undefined ? { ask, format } : undefined;
  if (!isRows(rows) || !isRate(hz)) return undefined;
  const isSlower = beat === undefined || (beat * 1_000 >= OTHER_ROWS_MS && beat * hz >= 1);
  return isSlower ? { rows, hz, beat, ask, format } : undefined;
}

const isRows = (rows: unknown): rows is readonly number[] =>
  Array.isArray(rows) &&
  rows.length <= MAX_FAST_ROWS &&
  rows.every((id) => isWhole(id, Number.MAX_SAFE_INTEGER)) &&
  new Set(rows).size === rows.length;

/** So many frames a second, or one frame in so many seconds. */
const isRate = (hz: unknown): hz is number =>
  isWhole(hz, MAX_HZ) || (typeof hz === 'number' && hz >= MIN_HZ && isWhole(1 / hz, 1 / MIN_HZ));

/** A whole number from 1 to `most`. */
const isWhole = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
