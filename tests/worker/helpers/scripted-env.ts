import { memoryFile } from '../../../replay/record/recording-file.ts';
import { LATER_ROUTES } from '../../../shared/contract/later-routes.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { createNamedSeries } from '../../../shared/indicators/named-series.ts';
import type { Env, SocketHandlers } from '../../../worker/env.ts';
import { saveBytes } from '../../../worker/streams/byte-saver.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

/** A socket whose other end is the test. */
interface ScriptedSocket {
  readonly sent: string[];
  status: 'connecting' | 'open' | 'closed';
  accept(): void;
  say(frame: unknown): void;
  drop(): void;
  /** Commands sent as JSON, in order. */
  commands(): readonly { readonly cmd: string; readonly topic?: string }[];
}

export interface ScriptedEnv extends Env {
  readonly sockets: readonly ScriptedSocket[];
  /** The newest socket. */
  socket(): ScriptedSocket;
  /** Advances the clock and runs timers. */
  advance(ms: number): void;
  /** Advances only the clock, as when timers slept. */
  sleep(ms: number): void;
  /** The user sets the phone's clock forward (or back, below zero). */
  setClock(byMs: number): void;
  requests: URL[];
  /** Flushes pending promises. */
  settle(): Promise<void>;
}

export type Answer = (url: URL) => unknown;

/**
 * @param answer `data` of each call, or a promise of it; a thrown error is a broken network, an `Envelope` or a `Response` is
 * sent as it is
 */
export function createScriptedEnv(answer: Answer = () => ({}), startMs = 1_700_000_000_000): ScriptedEnv {
  const clock = createManualClock(timestampMs(startMs));
  const sockets: ScriptedSocket[] = [];
  const requests: URL[] = [];
  let sleptMs = 0;
  let chance = 0.5;
  let setByMs = 0;
  const steady = () => clock.now() + sleptMs;
  return {
    sockets,
    requests,
    now: () => timestampMs(steady() + setByMs),
    monotonic: steady,
    random() {
      chance = (chance * 997.13 + 0.123) % 1;
      return chance;
    },
    after: clock.after,
    every: clock.every,
    openSocket(_url, handlers) {
      const socket = scriptedSocket(handlers);
      sockets.push(socket);
      return {
        send: (text) => {
          if (socket.status === 'open') socket.sent.push(text);
        },
        close: () => socket.drop(),
      };
    },
    async fetch(input) {
      const url = new URL(input instanceof Request ? input.url : input);
      requests.push(url);
      const data = await answer(url);
      if (data instanceof Response) return data;
      return new Response(JSON.stringify(isEnvelope(data) ? data : { code: 1, msg: '', data }));
    },
    send: () => Promise.reject(new Error('not scripted')),
    shrink: async (file) => file,
    meteredHz: () => undefined,
    byteSaver: async () => saveBytes,
    laterRoutes: async () => LATER_ROUTES,
    indicators: async () => createNamedSeries,
    openRecordingFile: async () => memoryFile(),
    socket() {
      const last = sockets.at(-1);
      if (last === undefined) throw new Error('no socket was opened');
      return last;
    },
    advance: clock.advance,
    sleep(ms) {
      sleptMs += ms;
    },
    setClock(byMs) {
      setByMs += byMs;
    },
    settle: async () => {
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const isEnvelope = (data: unknown): boolean => typeof data === 'object' && data !== null && 'code' in data;

function scriptedSocket(handlers: SocketHandlers): ScriptedSocket {
  const socket: ScriptedSocket = {
    sent: [],
    status: 'connecting',
    accept() {
      if (socket.status !== 'connecting') return;
      socket.status = 'open';
      handlers.opened();
    },
    say(frame) {
      if (socket.status === 'open')
        handlers.message(
          typeof frame === 'string' || frame instanceof Uint8Array ? frame : JSON.stringify(frame),
        );
    },
    drop() {
      if (socket.status === 'closed') return;
      socket.status = 'closed';
      handlers.closed(1006);
    },
    commands: () => socket.sent.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text)),
  };
  return socket;
}
