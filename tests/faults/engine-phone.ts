import { setTimeout as pause } from 'node:timers/promises';
import type { Observable } from 'rxjs';
import {
  FRESHNESS_NAMES,
  type Freshness,
  HEADER,
  HEADER_LENGTH,
  QUOTE,
} from '../../shared/bridge/market-frame.ts';
import type { ConnectionState, MarketList, SessionState } from '../../shared/bridge/worker-api.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { ACK, type Acknowledged } from '../../worker/bridge/back-pressure.ts';
import { createEngine, type EngineHost } from '../../worker/engine.ts';
import { type Env, workerEnv } from '../../worker/env.ts';
import { atEnd } from '../helpers/cleanup.ts';
import { createChance } from '../sim/chance.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** The app's engine in this process, on a link of its own to the exchange. Times are of `performance.now()`. */
export interface EnginePhone {
  readonly engine: EngineHost;
  readonly proxy: TcpProxy;
  connection(): ConnectionState['status'] | undefined;
  session(): SessionState | undefined;
  /** The exchange's time of the watched quote. */
  quoteTime(): number;
  /** The age of the watched quote, as the page marks it. */
  freshness(): Freshness | undefined;
  readonly instrument: Instrument;
}

interface PhoneOptions {
  readonly env?: Partial<Env>;
  readonly token?: string;
  readonly seed?: number;
}

/** An engine that shows a first price. */
export async function openEnginePhone(
  url: string,
  { env, token, seed = 1 }: PhoneOptions = {},
): Promise<EnginePhone> {
  const proxy = await openTcpProxy({ target: () => Number(new URL(url).port), chance: createChance(seed) });
  const engine = createEngine({ ...workerEnv(), ...env });
  const base = `http://127.0.0.1:${proxy.port}`;
  const socketUrl = `${base.replace('http', 'ws')}/v1/ws`;
  engine.configure({ apiBase: base, socketUrl, language: 'en', token: token ?? null });
  engine.start();
  atEnd(() => engine.pageEvent('pagehide'));
  let connection: ConnectionState | undefined;
  let session: SessionState | undefined;
  let quote: { readonly time: number; readonly freshness: Freshness | undefined } | undefined;
  const instrument = await firstOpen(engine);
  (engine.connection() as Observable<ConnectionState>).subscribe((next) => {
    connection = next;
  });
  (engine.session() as Observable<SessionState>).subscribe((next) => {
    session = next;
  });
  engine.watch([instrument.id]);
  const frames = engine.frames() as Acknowledged<Float64Array>;
  frames.subscribe((frame) => {
    if ((frame[HEADER.quotes] ?? 0) > 0) {
      const time = frame[HEADER_LENGTH + QUOTE.timeMs] ?? 0;
      quote = { time, freshness: FRESHNESS_NAMES[frame[HEADER_LENGTH + QUOTE.freshness] ?? -1] };
    }
    queueMicrotask(() => frames[ACK](undefined));
  });
  await until(() => quote !== undefined && quote.time > 0, 30_000);
  return {
    engine,
    proxy,
    instrument,
    connection: () => connection?.status,
    session: () => session,
    quoteTime: () => quote?.time ?? 0,
    freshness: () => quote?.freshness,
  };
}

async function firstOpen(engine: EngineHost): Promise<Instrument> {
  let list: MarketList | undefined;
  (engine.market() as Observable<MarketList>).subscribe((next) => {
    list = next;
  });
  const open = () =>
    list?.status === 'ready' ? list.instruments.find(({ market }) => market.status === 'open') : undefined;
  await until(() => open() !== undefined, 30_000);
  const found = open();
  if (found === undefined) throw new Error('every market is closed');
  return found;
}

/** The ms until the condition holds; `Infinity` after the limit. */
export async function until(condition: () => boolean, limitMs: number, stepMs = 5): Promise<number> {
  const from = performance.now();
  while (!condition()) {
    if (performance.now() - from > limitMs) return Number.POSITIVE_INFINITY;
    await pause(stepMs);
  }
  return performance.now() - from;
}
