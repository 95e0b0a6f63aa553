import { HEADER, HEADER_LENGTH, QUOTE, QUOTE_LENGTH } from '../../shared/bridge/market-frame.ts';
import type {
  CandleUpdate,
  ConnectionState,
  MarketList,
  SessionState,
  WorkingOrders,
} from '../../shared/bridge/worker-api.ts';
import type { CandleRow } from '../../shared/domain/candle.ts';
import { type InstrumentId, instrumentId } from '../../shared/domain/instrument.ts';
import type { Period } from '../../shared/domain/period.ts';
import { price } from '../../shared/domain/price.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { ACK, type Acknowledged } from '../../worker/bridge/back-pressure.ts';
import { createEngine } from '../../worker/engine.ts';
import type { Env } from '../../worker/env.ts';

/** A phone: the engine as the worker runs it, and what it shows. */
export type Player = ReturnType<typeof createPlayer>;

export interface PlayerOptions {
  /** Stored by an earlier visit. */
  readonly token?: string | null;
  /** Called when the session, the market or the connection changes. */
  readonly onChange?: () => void;
}

/** How far an estimate of the server's clock may go back. */
const DRIFT_MS = 50;

export function createPlayer(env: Env, name: string, { token = null, onChange }: PlayerOptions = {}) {
  const engine = createEngine(env);
  const problems: string[] = [];
  let session: SessionState = { status: 'checking' };
  let connection: ConnectionState = { status: 'idle' };
  let market: MarketList = { status: 'loading' };
  let working: WorkingOrders = { status: 'unknown' };
  let frame = new Float64Array(HEADER_LENGTH);
  let newestMs = 0;
  let isSteady = true;
  let chart: { readonly id: InstrumentId; readonly period: Period; readonly stop: () => void } | undefined;
  const candles = new Map<number, CandleRow>();

  engine.configure({ apiBase: 'http://sim.test', socketUrl: 'ws://sim.test/v1/ws', language: 'en', token });
  engine.session().subscribe({
    next(state) {
      session = state;
      onChange?.();
    },
  });
  engine.connection().subscribe({
    next(state) {
      connection = state;
      onChange?.();
    },
  });
  engine.market().subscribe({
    next(state) {
      market = state;
      onChange?.();
    },
  });
  engine.working().subscribe({
    next(state) {
      working = state;
    },
  });
  const frames = engine.frames() as Acknowledged<Float64Array>;
  frames.subscribe((next) => {
    frame = next.slice();
    const at = frame[HEADER.serverTimeMs] ?? 0;
    // Latencies that are no longer counted may have been the smallest by a little.
    if (isSteady && at < newestMs - DRIFT_MS)
      problems.push(`${name}: the server's time ran back from ${newestMs} to ${at}`);
    if (!Number.isNaN(at)) newestMs = Math.max(newestMs, at);
    frames[ACK](next.buffer as ArrayBuffer);
  });
  engine.start();

  function takeCandles(update: CandleUpdate): void {
    if (update.kind === 'put') candles.set(update.row[0], update.row);
    if (update.kind !== 'reset') return;
    candles.clear();
    for (let i = 0; i < update.length; i++) {
      const column = (n: number) => update.columns[n * update.length + i] ?? Number.NaN;
      candles.set(column(0), [column(0), column(1), column(2), column(3), column(4), column(5)]);
    }
  }

  return {
    name,
    engine,
    problems,
    session: () => session,
    connection: () => connection,
    market: () => market,
    working: () => working,
    frame: () => frame,
    quote(id: InstrumentId) {
      const rows = frame[HEADER.quotes] ?? 0;
      for (let row = 0; row < rows; row++) {
        const at = HEADER_LENGTH + row * QUOTE_LENGTH;
        if (frame[at + QUOTE.id] === id) {
          return {
            close: price(frame[at + QUOTE.close] ?? 0),
            ask: price(frame[at + QUOTE.ask] ?? 0),
            timeMs: timestampMs(frame[at + QUOTE.timeMs] ?? 0),
          };
        }
      }
      return undefined;
    },
    /** Opens a chart in place of the one before, and stores its updates. */
    openChart(id: InstrumentId, period: Period = '5min'): void {
      chart?.stop();
      candles.clear();
      const following = engine.candles(id, period).subscribe({ next: takeCandles });
      chart = { id, period, stop: () => following.unsubscribe() };
    },
    chart: () => chart,
    /** The phone's clock was changed: its estimate of the server's may change with it for a while, in either direction. */
    clockChanged() {
      isSteady = false;
    },
    candles: (): readonly CandleRow[] => [...candles.values()].toSorted((a, b) => a[0] - b[0]),
  };
}

export const everyInstrument = (player: Player): readonly InstrumentId[] => {
  const market = player.market();
  return market.status === 'ready' ? market.instruments.map((one) => instrumentId(one.id)) : [];
};
