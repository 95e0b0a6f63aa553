import { HEADER, HEADER_LENGTH, QUOTE, QUOTE_LENGTH } from '../../shared/bridge/market-frame.ts';
import type {
  CandleUpdate,
  MarketList,
  OrderRequest,
  SessionState,
  WorkingOrders,
} from '../../shared/bridge/worker-api.ts';
import type { CandleRow } from '../../shared/domain/candle.ts';
import { type InstrumentId, instrumentId } from '../../shared/domain/instrument.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import { price } from '../../shared/domain/price.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { volumeFromWire } from '../../shared/domain/volume.ts';
import { LOCAL_CODE, type Result } from '../../shared/result.ts';
import { ACK, type Acknowledged } from '../../worker/bridge/back-pressure.ts';
import { createEngine } from '../../worker/engine.ts';
import type { Env } from '../../worker/env.ts';
import type { Chance } from './chance.ts';

/** One intent of a user, under its cid, until its outcome is known. */
interface Intent {
  readonly request: OrderRequest;
  outcome: 'asking' | 'unsure' | { readonly id: OrderId } | { readonly refused: number };
}

/** A phone: the engine as the worker runs it, and a user who taps. */
export type Player = ReturnType<typeof createPlayer>;

export function createPlayer(env: Env, chance: Chance, name: string) {
  const engine = createEngine(env);
  const intents: Intent[] = [];
  const problems: string[] = [];
  let session: SessionState = { status: 'checking' };
  let market: MarketList = { status: 'loading' };
  let working: WorkingOrders = { status: 'unknown' };
  let frame = new Float64Array(HEADER_LENGTH);
  let newestMs = 0;
  const candles = new Map<number, CandleRow>();

  engine.configure({
    apiBase: 'http://sim.test',
    socketUrl: 'ws://sim.test/v1/ws',
    language: 'en',
    token: null,
  });
  engine.session().subscribe({
    next(state) {
      session = state;
    },
  });
  engine.market().subscribe({
    next(state) {
      market = state;
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
    if (at < newestMs) problems.push(`${name}: the server's time ran back from ${newestMs} to ${at}`);
    if (!Number.isNaN(at)) newestMs = Math.max(newestMs, at);
    frames[ACK](next.buffer as ArrayBuffer);
  });
  engine.start();

  const quote = (id: InstrumentId) => {
    const rows = frame[HEADER.quotes] ?? 0;
    for (let row = 0; row < rows; row++) {
      const at = HEADER_LENGTH + row * QUOTE_LENGTH;
      if (frame[at + QUOTE.id] === id) {
        return {
          close: price(frame[at + QUOTE.close] ?? 0),
          timeMs: timestampMs(frame[at + QUOTE.timeMs] ?? 0),
        };
      }
    }
    return undefined;
  };

  async function ask(intent: Intent): Promise<void> {
    intent.outcome = 'asking';
    const answer = await engine.submitOrder(intent.request, env.now());
    intent.outcome = settled(answer);
  }

  function submit(watched: readonly InstrumentId[]): void {
    const id = chance.pick(watched);
    const seen = id === undefined ? undefined : quote(id);
    if (id === undefined || seen === undefined || Number.isNaN(seen.close)) return;
    const isPending = chance.happens(0.3);
    const request: OrderRequest = {
      cid: `${name}-${String(intents.length).padStart(8, '0')}`,
      instrumentId: id,
      side: chance.happens(0.5) ? 'buy' : 'sell',
      volume: volumeFromWire(chance.whole(1, 5) / 100),
      multiple: 100,
      kind: isPending
        ? { type: 'pending', targetPrice: price(seen.close + chance.whole(-40, 40)) }
        : { type: 'market', seenPrice: seen.close, deviationPoints: 100_000 },
    };
    const intent: Intent = { request, outcome: 'asking' };
    intents.push(intent);
    void ask(intent);
  }

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
    intents,
    problems,
    quote,
    submit,
    /** The orders of the intents so far. */
    orders: () =>
      intents.flatMap(({ outcome }) => (typeof outcome === 'object' && 'id' in outcome ? [outcome.id] : [])),
    session: () => session,
    market: () => market,
    working: () => working,
    frame: () => frame,
    /** One tap of a hasty user. */
    act(watched: readonly InstrumentId[]): void {
      if (session.status !== 'signed-in') return;
      const dice = chance.next();
      const held = working.status === 'ready' ? working : { positions: [], pending: [] };
      const position = chance.pick(held.positions);
      const pending = chance.pick(held.pending);
      if (dice < 0.5) submit(watched);
      else if (dice < 0.7 && position)
        void engine.closeOrder(position.id, `${name}-close-${position.id}`, env.now());
      else if (dice < 0.8 && pending) void engine.cancelOrder(pending.id);
      else if (dice < 0.95 && position) {
        const away = chance.whole(20, 400) * (position.side === 'buy' ? 1 : -1);
        const now = quote(position.instrumentId)?.close ?? position.openPrice;
        void engine.setStops(position.id, { stopLoss: price(now - away), takeProfit: price(now + away) });
      } else engine.start();
    },
    /** Opens a chart of five-minute candles and stores its updates. */
    openChart(id: InstrumentId): void {
      engine.candles(id, '5min').subscribe({ next: takeCandles });
    },
    candles: (): readonly CandleRow[] => [...candles.values()].toSorted((a, b) => a[0] - b[0]),
    /** Requests every unknown outcome again, with the same cids. */
    askAgain(): number {
      const unsure = intents.filter((intent) => intent.outcome === 'unsure');
      for (const intent of unsure) void ask(intent);
      return intents.filter((intent) => intent.outcome === 'asking').length;
    },
  };
}

function settled(answer: Result<{ readonly id: OrderId }>): Intent['outcome'] {
  if (answer.ok) return { id: answer.value.id };
  const { code } = answer.error;
  // `offline` means that nothing was sent: the order does not exist, and never will.
  return code === LOCAL_CODE.unknown ? 'unsure' : { refused: code };
}

export const everyInstrument = (player: Player): readonly InstrumentId[] => {
  const market = player.market();
  return market.status === 'ready' ? market.instruments.map((one) => instrumentId(one.id)) : [];
};
