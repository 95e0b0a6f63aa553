import { backoffMs, type Clock, STABLE_MS } from './clock.ts';
import { type Frame, type MinuteRow, minuteFrames, readAnswer, tickFrames } from './frames.ts';
import type { Counts } from './report.ts';
import type { Tick } from './tick.ts';

/*
 * The connection to the exchange: says hello, pings, connects again when it breaks, and sends what the exchange can take. It knows
 * neither venues nor files. The token is in the first frame only, and in nothing that is printed.
 */

export interface LinkDeps {
  readonly clock: Clock;
  /** From 0 to 1. */
  chance(): number;
  say(line: string): void;
  counts(): Counts;
  /** Called at each connection, before any tick is sent on it, with the codes of the exchange. */
  opened(codes: readonly string[]): void;
  /** The exchange does not take this source: its token or name is wrong. Called before the first connection only. */
  denied(sentence: string): void;
}

export interface LinkOptions {
  /** `ws:` or `wss:` */
  readonly url: string;
  readonly source: string;
  readonly token: string;
  /** Sends again, after a break, what the exchange has not confirmed: for files. A venue's past prices are not current ones. */
  readonly repeats: boolean;
}

export interface Link {
  /** Sends them now. While it cannot, it keeps the newest of each code, for `FRESH_MS`. */
  send(ticks: readonly Tick[]): void;
  /** One-minute candles of the past; dropped while there is no connection. */
  sendMinutes(code: string, rows: readonly MinuteRow[]): void;
  /** Waits until frames can be sent and few are unconfirmed. */
  room(): Promise<void>;
  /** Waits until the exchange has confirmed all that was sent, of a file. */
  settled(): Promise<void>;
  /** Those of the exchange, if it says them. */
  decimals(code: string): number | undefined;
  isOpen(): boolean;
  close(): void;
}

/** The exchange counts a source without a frame for 1.5 s as silent. */
const PING_MS = 500;
const SILENT_MS = 5_000;
const HELLO_MS = 10_000;
/** What waited for a connection longer than this is no price any more. */
const FRESH_MS = 10_000;
/** Bytes that the network has not taken yet. */
const MAX_BUFFERED = 1024 * 1024;
const MAX_UNCONFIRMED = 50;

type State =
  | { readonly status: 'waiting' | 'closed' }
  | { readonly status: 'greeting' | 'open'; readonly socket: WebSocket };

/** Pings are numbered: a pong confirms every frame that was sent before its ping. */
interface Unconfirmed extends Frame {
  ping: number;
}

export function openLink(
  { clock, chance, say, counts, opened, denied }: LinkDeps,
  { url, source, token, repeats }: LinkOptions,
): Link {
  let state: State = { status: 'waiting' };
  let [failures, pings, pongs, heardMs] = [0, 0, 0, 0];
  let wasOpen = false;
  let decimals: ReadonlyMap<string, number> = new Map();
  let unconfirmed: Unconfirmed[] = [];
  const newest = new Map<string, { readonly tick: Tick; readonly atMs: number }>();
  const waiting = new Set<() => void>();
  let stopTimer = (): void => undefined;

  const hasRoom = () => state.status === 'open' && state.socket.bufferedAmount < MAX_BUFFERED;

  const sendFrame = (frame: Frame, isNew = true): void => {
    if (state.status !== 'open') return;
    state.socket.send(frame.text);
    if (isNew) counts().ticks += frame.ticks;
    if (frame.ticks > 0) counts().lastTickMs = clock.wall();
    if (repeats) unconfirmed.push({ ...frame, ping: pings + 1 });
  };

  const sendKept = (): void => {
    if (newest.size === 0 || !hasRoom()) return;
    const since = clock.wall() - FRESH_MS;
    const fresh = [...newest.values()].filter(({ atMs }) => atMs >= since).map(({ tick }) => tick);
    newest.clear();
    for (const frame of tickFrames(fresh)) sendFrame(frame);
  };

  const wake = (): void => {
    for (const check of [...waiting]) check();
  };

  const until = (isTrue: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = () => {
        if (!isTrue() && state.status !== 'closed') return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });

  const ping = (): void => {
    if (state.status !== 'open') return;
    if (clock.wall() - heardMs > SILENT_MS) {
      drop(state.socket, `it has not answered for ${SILENT_MS / 1_000} s`);
      return;
    }
    state.socket.send('ping');
    pings++;
    if (pings * PING_MS > STABLE_MS) failures = 0;
    sendKept();
    wake();
  };

  const drop = (socket: WebSocket, why: string): void => {
    if (!('socket' in state) || state.socket !== socket) return;
    stopTimer();
    if (state.status === 'open') counts().exchangeLost++;
    state = { status: 'waiting' };
    socket.close();
    const delayMs = backoffMs(++failures, chance());
    say(`exchange: ${why}; next try in ${(delayMs / 1_000).toFixed(1)} s`);
    stopTimer = clock.after(delayMs, connect);
  };

  const greet = (socket: WebSocket, codes: readonly string[]): void => {
    wasOpen = true;
    [pings, pongs, heardMs] = [0, 0, clock.wall()];
    state = { status: 'open', socket };
    stopTimer();
    stopTimer = clock.every(PING_MS, ping);
    const again = unconfirmed;
    unconfirmed = [];
    for (const frame of again) sendFrame(frame, false);
    say(`exchange: connected as ${source}, ${codes.length} instruments`);
    opened(codes);
    sendKept();
    wake();
  };

  const hear = (socket: WebSocket, text: string): void => {
    if (!('socket' in state) || state.socket !== socket) return;
    heardMs = clock.wall();
    const answer = readAnswer(text);
    if (answer.kind === 'pong') {
      pongs++;
      unconfirmed = unconfirmed.filter((frame) => frame.ping > pongs);
      wake();
    } else if (answer.kind === 'refused') {
      const { refused } = counts();
      for (const [reason, count] of Object.entries(answer.counts))
        refused[reason] = (refused[reason] ?? 0) + count;
    } else if (answer.kind === 'welcome' && state.status === 'greeting') {
      ({ decimals } = answer);
      greet(socket, answer.codes);
    } else if (answer.kind === 'denied') {
      const why = `it does not take the source ${source} (code ${answer.code}${answer.message && `: ${answer.message}`})`;
      if (answer.code === 999 && !wasOpen)
        denied(`The exchange does not take the source ${source}: its token or its name is wrong.`);
      drop(socket, why);
    }
  };

  const connect = (): void => {
    const socket = new WebSocket(url);
    state = { status: 'greeting', socket };
    stopTimer = clock.after(HELLO_MS, () => drop(socket, `no answer within ${HELLO_MS / 1_000} s`));
    socket.addEventListener('open', () => socket.send(JSON.stringify({ hello: { source, token } })));
    socket.addEventListener('message', ({ data }) => hear(socket, String(data)));
    socket.addEventListener('close', ({ code, reason }) =>
      drop(socket, `the connection ended (${reason || code})`),
    );
    socket.addEventListener('error', () =>
      drop(socket, state.status === 'open' ? 'the connection broke' : `no connection to ${url}`),
    );
  };

  connect();
  return {
    send(ticks) {
      if (hasRoom()) for (const frame of tickFrames(ticks)) sendFrame(frame);
      else for (const tick of ticks) newest.set(tick[0], { tick, atMs: clock.wall() });
    },
    sendMinutes(code, rows) {
      if (state.status !== 'open') return;
      for (const text of minuteFrames(code, rows)) sendFrame({ text, ticks: 0 });
      counts().minutes += rows.length;
    },
    room: () => until(() => hasRoom() && unconfirmed.length < MAX_UNCONFIRMED),
    settled: () => until(() => state.status === 'open' && unconfirmed.length === 0),
    decimals: (code) => decimals.get(code),
    isOpen: () => state.status === 'open',
    close() {
      stopTimer();
      const { socket } = { socket: undefined, ...state };
      state = { status: 'closed' };
      socket?.close();
      wake();
    },
  };
}
