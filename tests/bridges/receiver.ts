import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { MinuteRow } from '../../bridges/frames.ts';
import type { Tick } from '../../bridges/tick.ts';

/** The exchange's side of the protocol, without its judgement: it keeps what it takes, and what breaks a rule. */
export interface Receiver {
  readonly url: string;
  /** In the order of their coming. */
  readonly ticks: Tick[];
  readonly minutes: { readonly code: string; readonly rows: readonly MinuteRow[] }[];
  /** Of each accepted hello. */
  readonly sources: string[];
  /** Sentences about frames that the exchange would refuse; a bridge gives no cause for one. */
  readonly faults: string[];
  /** Ticks of each frame. */
  readonly sizes: number[];
  /** Longest time between two frames of a connection, ms. */
  longestPauseMs(): number;
  send(frame: object): void;
  /** Ends all connections without a farewell. */
  cut(): void;
  /** From now on, or until false: answers nothing. */
  silence(isSilent: boolean): void;
  close(): Promise<void>;
}

export const TOKEN = 'a-token-of-more-than-thirty-two-characters';
const PRICE = /^\d+(\.\d+)?$/;

export async function startReceiver(options: {
  readonly port?: number;
  readonly codes?: readonly string[];
  readonly decimals?: Readonly<Record<string, number>>;
  /** In place of the answer to a hello. */
  readonly answer?: object;
}): Promise<Receiver> {
  const { port = 0, codes = ['EURUSD'], decimals = {}, answer = { code: 1, codes, decimals } } = options;
  const server = new WebSocketServer({ host: '127.0.0.1', port, path: '/v1/feed', maxPayload: 256 * 1024 });
  const [ticks, minutes]: [Tick[], { code: string; rows: readonly MinuteRow[] }[]] = [[], []];
  const [sources, faults, sizes]: [string[], string[], number[]] = [[], [], []];
  let [isSilent, longest] = [false, 0];
  const open = new Set<WebSocket>();

  const takeTick = (tick: Tick) => {
    const [code, bid, ask, timeMs] = tick;
    const most = decimals[code] ?? 8;
    for (const price of ask === null ? [bid] : [bid, ask])
      if (!PRICE.test(price) || !(Number(price) > 0) || (price.split('.')[1]?.length ?? 0) > most)
        faults.push(`${code}: price ${price}`);
    if (!Number.isSafeInteger(timeMs)) faults.push(`${code}: time ${timeMs}`);
    ticks.push(tick);
  };

  server.on('connection', (socket) => {
    let isKnown = false;
    let heardMs = performance.now();
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', (error) => faults.push(error.message));
    socket.on('message', (data, isBinary) => {
      if (isBinary) faults.push('a binary frame');
      if (isKnown) longest = Math.max(longest, performance.now() - heardMs);
      heardMs = performance.now();
      if (isSilent) return;
      const text = String(data);
      if (text === 'ping') return socket.send('pong');
      const frame = JSON.parse(text);
      if (frame.hello) {
        isKnown = frame.hello.token === TOKEN;
        if (isKnown) sources.push(frame.hello.source);
        socket.send(JSON.stringify(isKnown ? answer : { code: 999 }));
        if (!isKnown) socket.close();
      } else if (!isKnown) faults.push('a frame before a hello');
      else if (frame.ticks) {
        sizes.push(frame.ticks.length);
        if (frame.ticks.length > 1_000) faults.push(`${frame.ticks.length} ticks in a frame`);
        for (const tick of frame.ticks) takeTick(tick);
      } else if (frame.minutes)
        for (const [code, rows] of Object.entries<readonly MinuteRow[]>(frame.minutes)) {
          minutes.push({ code, rows });
          for (const [time, ...values] of rows)
            if (time % 60 !== 0 || values.length !== 5 || !Number.isSafeInteger(values[4]))
              faults.push(`${code}: minute ${time}`);
        }
      else faults.push(`what is ${text.slice(0, 50)}`);
    });
  });
  await once(server, 'listening');
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of open) socket.terminate();
      server.close(() => resolve());
    });
  onTestFinished(close);
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/v1/feed`,
    ticks,
    minutes,
    sources,
    faults,
    sizes,
    longestPauseMs: () => longest,
    send(frame) {
      for (const socket of open) socket.send(JSON.stringify(frame));
    },
    cut() {
      for (const socket of open) socket.terminate();
    },
    silence(said) {
      isSilent = said;
    },
    close,
  };
}
