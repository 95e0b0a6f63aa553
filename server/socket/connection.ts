import { CODE } from '../../shared/contract/codes.ts';
import type { Language } from '../../shared/contract/language.ts';
import { type AckFrame, type ClientFrame, PING, PONG } from '../../shared/contract/socket.ts';
import { CLIENT_FRAMES_PER_SECOND, SOCKET_BUFFER_MAX_BYTES } from '../../shared/limits.ts';
import type { Accounts, Session } from '../accounts/accounts.ts';
import type { Clock } from '../clock.ts';
import { messageFor } from '../messages/messages.ts';
import type { Line, Subscription } from './audience.ts';
import { decodeCommand } from './command.ts';
import { createFrameRate } from './frame-rate.ts';
import { type Hub, isPrivate } from './hub.ts';
import type { Topic } from './topic.ts';

/** More than any screen shows; a client that wants more is told to slow down. */
const MAX_SUBSCRIPTIONS = 256;
/** Commands that may wait for the one under way. */
const MAX_WAITING_COMMANDS = 2 * CLIENT_FRAMES_PER_SECOND;

/** The wire of one client as the connection uses it. */
export interface Wire extends Line {
  sendText(text: string): void;
  sendPong(data: Buffer): void;
  /** One error acknowledgement, then the end. */
  refuse(words: string): void;
  /** The end, without a word: for a client that does not read. */
  terminate(): void;
}

export interface ConnectionDeps {
  readonly hub: Hub;
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly language: Language;
  readonly onFault: (where: string, error: unknown) => void;
}

export interface Connection {
  receive(text: string): void;
  /** The protocol's own ping, which counts like any frame. */
  ping(data: Buffer): void;
  /** Binary or otherwise no text. */
  malformed(): void;
  sessionEnded(sessionId: string): void;
  closed(): void;
}

interface Login {
  readonly session: Session;
  readonly token: string;
}

export function createConnection(wire: Wire, deps: ConnectionDeps): Connection {
  const { hub, accounts, clock, language } = deps;
  const held = new Map<string, { readonly topic: Topic; readonly subscription: Subscription }>();
  /** Outlive their subscriptions: numbers count per topic and connection. */
  const counters = new Map<string, { seq: number }>();
  const isWithinRate = createFrameRate(CLIENT_FRAMES_PER_SECOND);
  let login: Login | undefined;
  let waiting = 0;
  let work = Promise.resolve();
  let open = true;

  const ackText = (cmd: AckFrame['cmd'], code: number, topic = ''): string =>
    JSON.stringify({ cmd, topic, code, msg: messageFor(code, language) } satisfies AckFrame);

  /** Answers have no snapshot to fall back on: who asks without reading is let go. */
  function reply(send: () => void): void {
    if (!open) return;
    if (wire.bufferedBytes() > 2 * SOCKET_BUFFER_MAX_BYTES) wire.terminate();
    else send();
  }

  const answer = (text: string): void => reply(() => wire.sendText(text));

  function refuse(code: number): void {
    if (!open) return;
    wire.refuse(ackText('error', code));
    end();
  }

  function end(): void {
    open = false;
    for (const name of [...held.keys()]) leave(name);
  }

  function leave(name: string): void {
    const place = held.get(name);
    if (place === undefined) return;
    held.delete(name);
    hub.leave(place.topic, place.subscription);
  }

  function forgetLogin(): void {
    login = undefined;
    for (const name of [...held.keys()]) if (isPrivate(name)) leave(name);
  }

  function subscribe(name: string): number {
    // Before the topic is looked up: one that its last subscriber leaves is forgotten, and nothing moves it on.
    leave(name);
    if (held.size >= MAX_SUBSCRIPTIONS) return CODE.tooMany;
    const topic = hub.find(name, login?.session.accountId);
    if (topic === undefined) return CODE.badParameter;
    if (topic === 'needs-login') return CODE.sessionExpired;
    const counter = counters.get(name) ?? { seq: 0 };
    counters.set(name, counter);
    const subscription: Subscription = { line: wire, topicJson: JSON.stringify(name), counter, state: 'new' };
    held.set(name, { topic, subscription });
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
    // It may have ended while it was being read, before this connection could be told.
    if ((await accounts.session(token)) !== undefined) return CODE.success;
    forgetLogin();
    return CODE.sessionExpired;
  }

  async function signOut(): Promise<number> {
    const token = login?.token;
    forgetLogin();
    if (token !== undefined) await accounts.endSession(token);
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
        return answer(ackText('sub', subscribe(command.topic), command.topic));
      case 'unsub':
        return answer(ackText('unsub', unsubscribe(command.topic), command.topic));
    }
  }

  /** One command after the other: a `sub` sent behind a `login` finds it done. */
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
    if (open && !isWithinRate(clock.now())) refuse(CODE.tooMany);
  }

  return {
    ping(data) {
      countFrame();
      reply(() => wire.sendPong(data));
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
    sessionEnded(sessionId) {
      if (login?.session.id !== sessionId) return;
      forgetLogin();
      answer(ackText('login', CODE.sessionExpired));
    },
    closed: end,
  };
}
