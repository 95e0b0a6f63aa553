import { memoryFile, type RecordingFile } from '../replay/record/recording-file.ts';
import type { LATER_ROUTES } from '../shared/contract/later-routes.ts';
import { type TimestampMs, timestampMs } from '../shared/domain/time.ts';
import type { createNamedSeries } from '../shared/indicators/named-series.ts';
import { openDiskFile, shrink } from './device.ts';
import type { saveBytes } from './streams/byte-saver.ts';

export interface SocketHandlers {
  opened(): void;
  message(data: string | Uint8Array): void;
  /** Called once when the socket ended for any reason, including a failed opening. */
  closed(code: number): void;
}

export interface SocketLink {
  /** Ignored when the socket is closing. */
  send(text: string): void;
  close(): void;
}

/**
 * Clock, randomness, timers and transport of the engine: everything that a recording or a simulation replaces.
 * Only this file and device.ts use the globals.
 */
export interface Env {
  /** The phone's wall clock: it advances while the phone is suspended, and the user may change it. */
  now(): TimestampMs;
  /** Epoch ms with fractions on the clock of `performance`, which the user can't change. */
  monotonic(): number;
  /** [0, 1) */
  random(): number;
  /** @returns cancels the call */
  after(delayMs: number, run: () => void): () => void;
  /** @returns stops the calls */
  every(intervalMs: number, run: () => void): () => void;
  openSocket(url: string, handlers: SocketHandlers): SocketLink;
  /**
   * How often the rows on the screen are wanted a second; undefined without a limit. On a connection that is slow, or that
   * is paid for by the byte, as far as the browser says.
   */
  meteredHz(): number | undefined;
  /** Rejects if its file does not load. */
  byteSaver(): Promise<typeof saveBytes>;
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** A POST that reports its progress, which `fetch` can't. Rejects if it is interrupted or aborted. */
  send(request: SendRequest): Promise<{ readonly status: number; readonly text: string }>;
  /** The calls that only later screens make. Rejects if their file does not load. */
  laterRoutes(): Promise<typeof LATER_ROUTES>;
  /** Makes the series of a chart's indicators. Rejects if its file does not load. */
  indicators(): Promise<typeof createNamedSeries>;
  /**
   * An empty file for a recording: on the disk if the browser offers that to workers, otherwise in memory, where the last
   * minutes are already: for them it rejects.
   */
  openRecordingFile(kind: 'long' | 'ring', startedAt: TimestampMs): Promise<RecordingFile>;
  /** Scales an image down to `maxSidePx` and encodes it as JPEG; undefined if the browser can't read the image. */
  shrink(file: Blob, maxSidePx: number): Promise<Blob | undefined>;
}

interface SendRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FormData;
  readonly signal: AbortSignal;
  /** Share of the bytes sent, 0 to 1. */
  onPart(part: number): void;
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
    openSocket: (url, handlers) => openSocket(meteredHz() === undefined ? url : deflated(url), handlers),
    meteredHz,
    byteSaver: async () => (await import('./streams/byte-saver.ts')).saveBytes,
    fetch: (input, init) => fetch(input, init),
    send,
    shrink,
    laterRoutes: async () => (await import('../shared/contract/later-routes.ts')).LATER_ROUTES,
    indicators: async () => (await import('../shared/indicators/named-series.ts')).createNamedSeries,
    openRecordingFile: (kind, startedAt) =>
      openDiskFile(kind, startedAt).catch((error: unknown) => {
        if (kind === 'ring') throw error;
        return memoryFile();
      }),
  };
}

/**
 * Of the rows on the screen, on a slow line: fewer save nothing there, and a lost packet is noticed by the next one.
 */
export const SLOW_HZ = 5;
/** For who wants to save. */
const SAVING_HZ = 4;

/** What browsers know of the phone's connection, if they say; the types of the DOM lack it. */
interface NetworkInformation {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
  readonly type?: string;
}

function meteredHz(): number | undefined {
  const { connection } = navigator as { readonly connection?: NetworkInformation };
  if (connection?.saveData) return SAVING_HZ;
  if (/[23]g/.test(`${connection?.effectiveType}`)) return SLOW_HZ;
  return connection?.type === 'cellular' ? 10 : undefined;
}

const deflated = (url: string) => `${url}${url.includes('?') ? '&' : '?'}deflate=1`;

function openSocket(url: string, handlers: SocketHandlers): SocketLink {
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';
  socket.onopen = () => handlers.opened();
  socket.onmessage = (event) => {
    handlers.message(typeof event.data === 'string' ? event.data : new Uint8Array(event.data));
  };
  socket.onclose = (event) => handlers.closed(event.code);
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => socket.close(),
  };
}

function send({ url, headers, body, signal, onPart }: SendRequest) {
  return new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onPart(total === 0 ? 0 : loaded / total);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new TypeError('the connection was cut off'));
    request.onabort = () => reject(new DOMException('given up', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) request.abort();
    else request.send(body);
  });
}
