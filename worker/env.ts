import { type TimestampMs, timestampMs } from '../shared/time.ts';

export interface SocketHandlers {
  opened(): void;
  message(text: string): void;
  /** Once, for whatever reason the socket ended; a failed opening included. */
  closed(code: number): void;
}

export interface SocketLink {
  /** Ignored once the socket is closing. */
  send(text: string): void;
  close(): void;
}

/**
 * Clock, chance, timers and transport of the engine: everything that a recording or a simulation replaces.
 * Only this file touches the globals.
 */
export interface Env {
  /** The phone's wall clock: it goes on while the phone is suspended, and its owner may move it. */
  now(): TimestampMs;
  /** Epoch ms with fractions on the clock of `performance`, which nobody can move. */
  monotonic(): number;
  /** [0, 1) */
  random(): number;
  /** @returns cancels the call */
  after(delayMs: number, run: () => void): () => void;
  /** @returns stops the calls */
  every(intervalMs: number, run: () => void): () => void;
  openSocket(url: string, handlers: SocketHandlers): SocketLink;
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
}

export function workerEnv(): Env {
  return {
    now: () => timestampMs(Date.now()),
    monotonic: () => performance.timeOrigin + performance.now(),
    random: Math.random,
    after(delayMs, run) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    every(intervalMs, run) {
      const timer = setInterval(run, intervalMs);
      return () => clearInterval(timer);
    },
    openSocket,
    fetch: (input, init) => fetch(input, init),
  };
}

function openSocket(url: string, handlers: SocketHandlers): SocketLink {
  const socket = new WebSocket(url);
  socket.onopen = () => handlers.opened();
  socket.onmessage = (event) => {
    if (typeof event.data === 'string') handlers.message(event.data);
  };
  socket.onclose = (event) => handlers.closed(event.code);
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => socket.close(),
  };
}
