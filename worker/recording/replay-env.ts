import { SOCKET_PATH } from '../../shared/contract/socket.ts';
import { timestampMs } from '../../shared/time.ts';
import type { Env, SocketHandlers, SocketLink } from '../env.ts';
import type { Connected, RecordedExchange } from './exchange.ts';
import type { RealTime, VirtualTime } from './player-time.ts';

export interface ReplayEnvOptions {
  readonly real: RealTime;
  readonly time: VirtualTime;
  readonly exchange: RecordedExchange;
  /** Epoch ms of the recording's start. */
  readonly startMs: () => number;
  /** Resolves when the exchange stands where the replay begins; rejects when there is none. */
  readonly ready: Promise<void>;
  /** Somebody asks for something. */
  readonly onUse: () => void;
}

const BROKEN = 1006;
const NORMAL = 1000;

/**
 * The engine's surroundings as a recording has them: its clock, and an exchange without any network. Time stands while
 * an answer is on its way, so that the same recording ends in the same state at any speed.
 */
export function replayEnv(options: ReplayEnvOptions): Env {
  const { real, time, startMs } = options;
  return {
    now: () => timestampMs(Math.floor(startMs() + time.at())),
    // The page measures against it how long a frame takes to the screen.
    monotonic: real.monotonic,
    // The shortest waits, so that a lost connection is there again when it was.
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
    send: async ({ url }) => {
      const { pathname } = new URL(url);
      const { status, body } = options.exchange.answer('POST', pathname, {});
      return { status, text: JSON.stringify(body) };
    },
    shrink: async (file) => file,
  };
}

/** Calls happen one after the other, each when what runs now is done; time stands until then. */
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
  { time, exchange, ready, onUse }: ReplayEnvOptions,
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

  onUse();
  if (new URL(url).pathname === SOCKET_PATH) ready.then(connect, () => end(BROKEN));
  else end(BROKEN);
  return {
    send: (text) => {
      if (!isOver) connected?.receive(text);
    },
    close: () => end(NORMAL),
  };
}

async function answered(
  { time, exchange, ready, onUse }: ReplayEnvOptions,
  request: Request,
): Promise<Response> {
  const release = time.hold();
  request.signal.addEventListener('abort', release, { once: true });
  try {
    onUse();
    await ready;
    const { pathname, searchParams } = new URL(request.url);
    const { status, body } = exchange.answer(methodOf(request), pathname, Object.fromEntries(searchParams));
    const text = JSON.stringify(body);
    const response = new Response(text, { status, headers: { 'content-type': 'application/json' } });
    // Time goes on when the answer was read.
    return Object.assign(response, {
      text: async () => {
        release();
        return text;
      },
    });
  } catch (error) {
    release();
    throw error;
  }
}

const methodOf = ({ method }: Request) => (method === 'POST' || method === 'DELETE' ? method : 'GET');
