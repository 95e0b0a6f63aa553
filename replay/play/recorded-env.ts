import { LATER_ROUTES } from '../../shared/contract/later-routes.ts';
import { SOCKET_PATH } from '../../shared/contract/socket.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { createNamedSeries } from '../../shared/indicators/named-series.ts';
import type { Env, SocketHandlers, SocketLink } from '../../worker/env.ts';
import { saveBytes } from '../../worker/streams/byte-saver.ts';
import { memoryFile } from '../record/recording-file.ts';
import type { Answer } from './answers.ts';
import type { Call, Connected, RecordedExchange } from './recorded-exchange.ts';
import type { RealTime, VirtualTime } from './virtual-time.ts';

export interface RecordedEnvDeps {
  readonly real: RealTime;
  readonly time: VirtualTime;
  readonly exchange: RecordedExchange;
  /** Epoch ms of the recording's start. */
  readonly startMs: number;
  /** Resolves once the exchange has the state of the replay's start; false if there is no exchange. */
  readonly ready: Promise<boolean>;
  /** Called on every connection and call. */
  readonly onUse: (use: 'connection' | 'call') => void;
}

const BROKEN = 1006;
const NORMAL = 1000;

/**
 * The environment of an engine that replays: the recording's clock, and an exchange without a network. The clock stands
 * still while an answer is in flight, so that a recording ends in the same state at any speed.
 */
export function recordedEnv(options: RecordedEnvDeps): Env {
  const { real, time, startMs } = options;
  return {
    now: () => timestampMs(Math.floor(startMs + time.at())),
    // The page uses it to measure how long a frame takes to the screen.
    monotonic: real.monotonic,
    // The shortest waits, so that a lost connection returns when it did in the recording.
    random: () => 0,
    after: time.after,
    every(intervalMs, run) {
      let cancel = () => {};
      const again = () => {
        cancel = time.after(intervalMs, () => {
          again();
          run();
        });
      };
      again();
      return () => cancel();
    },
    openSocket: (url, handlers) => openLink(options, url, handlers),
    fetch: (input, init) => answered(options, new Request(input, init)),
    send: ({ url }) =>
      new Promise((resolve) => {
        options.exchange.ask({ method: 'POST', path: new URL(url).pathname, query: {} }, ({ status, body }) =>
          resolve({ status, text: JSON.stringify(body) }),
        );
      }),
    shrink: async (file) => file,
    meteredHz: () => undefined,
    byteSaver: async () => saveBytes,
    laterRoutes: async () => LATER_ROUTES,
    indicators: async () => createNamedSeries,
    // Nobody records a replay.
    openRecordingFile: async () => memoryFile(),
  };
}

/** Runs calls in order, after the current task; the clock stands still until then. */
function createQueue(time: VirtualTime): (run: () => void) => void {
  let queue: (() => void)[] = [];
  return (run) => {
    queue.push(run);
    if (queue.length > 1) return;
    const release = time.hold();
    queueMicrotask(() => {
      const due = queue;
      queue = [];
      try {
        for (const one of due) one();
      } finally {
        release();
      }
    });
  };
}

function openLink(
  { time, exchange, ready, onUse }: RecordedEnvDeps,
  url: string,
  handlers: SocketHandlers,
): SocketLink {
  const later = createQueue(time);
  let connected: Connected | undefined;
  let stopWaiting = () => {};
  let isOver = false;

  function end(code: number): void {
    if (isOver) return;
    isOver = true;
    stopWaiting();
    connected?.closed();
    later(() => handlers.closed(code));
  }

  function connect(): void {
    if (isOver) return;
    stopWaiting();
    connected = exchange.connect({
      send: (text) =>
        later(() => {
          if (!isOver) handlers.message(text);
        }),
      close: end,
    });
    if (connected === undefined) stopWaiting = exchange.whenUp(connect);
    else
      later(() => {
        if (!isOver) handlers.opened();
      });
  }

  onUse('connection');
  if (new URL(url).pathname === SOCKET_PATH)
    void ready.then((isThere) => (isThere ? connect() : end(BROKEN)));
  else end(BROKEN);
  return {
    send: (text) => {
      if (!isOver) connected?.receive(text);
    },
    close: () => end(NORMAL),
  };
}

async function answered(
  { time, exchange, ready, onUse }: RecordedEnvDeps,
  request: Request,
): Promise<Response> {
  const { signal } = request;
  let release = time.hold();
  signal.addEventListener('abort', () => release(), { once: true });
  try {
    onUse('call');
    if (!(await ready)) throw new TypeError('the file is no recording');
    const { pathname, searchParams } = new URL(request.url);
    const call: Call = {
      method: methodOf(request),
      path: pathname,
      query: Object.fromEntries(searchParams),
    };
    const { status, body } = await new Promise<Answer>((resolve, reject) => {
      let isGiven = false;
      exchange.ask(call, (answer) => {
        // Nobody would read it and let the clock go on.
        if (signal.aborted) return;
        isGiven = true;
        release();
        release = time.hold();
        resolve(answer);
      });
      // The answer may depend on later records: the clock must advance until then.
      if (!isGiven) release();
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    return responseOf(status, JSON.stringify(body), () => release());
  } catch (error) {
    release();
    throw error;
  }
}

/** @param onRead called when the text was read */
function responseOf(status: number, text: string, onRead: () => void): Response {
  const response = new Response(text, { status, headers: { 'content-type': 'application/json' } });
  return Object.assign(response, {
    text: async () => {
      onRead();
      return text;
    },
  });
}

const methodOf = ({ method }: Request) => (method === 'POST' || method === 'DELETE' ? method : 'GET');
