import type { FeeType } from '../../../shared/domain/margin.ts';
import { bucketStart } from '../../../shared/domain/period.ts';
import { entryIn } from '../../catalogue/catalogue.ts';
import type { CatalogueEntry } from '../../catalogue/catalogue-entry.ts';
import {
  eitherHours,
  type MarketHours,
  TRADING_HOURS,
  type TradingHours,
} from '../../catalogue/trading-hours.ts';
import type { Clock } from '../../clock.ts';
import { type Board, createBoard, ROOM } from '../board.ts';
import type { CandleStore } from '../candle-store.ts';
import type { Feed, Tuning } from '../market.ts';
import { recallCandles, settle } from '../recall.ts';
import { createSaver } from '../saver.ts';
import { marketStateAt, type Session, sessionAt } from '../trading-sessions.ts';
import { createBounds } from './bounds.ts';
import { createBackfill } from './past-minutes.ts';
import { noneRefused, type Refused, type SourceFrame } from './source-frames.ts';
import { openSourceServer, type SourceServer, type SourceSettings } from './source-server.ts';
import { takeTicks } from './take-ticks.ts';
import { createJudge, type Judge } from './tick-judge.ts';
import { createWidths } from './widths.ts';

/*
 * Prices from outside (`FEED=push`, docs/prices.md): sources send ticks, `tick-judge.ts` decides which are prices, this file keeps
 * the board, the states of the markets and the candles. Nothing is invented: without a tick there is no price, and after a
 * start an instrument is stale until its first tick.
 */

export interface PushOptions extends SourceSettings {
  readonly entries: readonly CatalogueEntry[];
  readonly hours: MarketHours;
  readonly staleMs: number;
  /** Whether the asks of the sources count. */
  readonly hasAsk: boolean;
  readonly clock: Clock;
  readonly candleStore: CandleStore;
  readonly feeType: FeeType;
  readonly report: (sentence: string) => void;
  readonly say: (sentence: string) => void;
  readonly onBoard?: ((board: Board) => void) | undefined;
}

/** How often silent sources, stale instruments and trading hours are looked at. */
const SWEEP_MS = 250;

export function createPushMarket(options: PushOptions): Feed {
  const { clock, candleStore, report } = options;
  const board = createBoard(options.entries, candleStore, options.feeType);
  options.onBoard?.(board);
  const { entries } = board;
  const places = new Map(entries.map(({ code }, at) => [code, at]));
  const saver = createSaver(board, candleStore, (error) =>
    report(`candles could not be saved, trying again in a minute: ${String(error)}`),
  );
  const names = options.sources.length > 0 ? [...options.sources] : [''];
  const counts = names.map(noneRefused);
  const sums = names.map(noneRefused);
  const ticks = names.map(() => 0);
  const heardAt: (number | undefined)[] = names.map(() => undefined);

  const boundOf = createBounds(board.series, clock);
  const tunings: (Tuning | undefined)[] = [];
  const staleMs = (at: number): number => tunings[at]?.staleMs ?? options.staleMs;
  const bound = (at: number, bid: number): number => {
    const millionths = tunings[at]?.boundMillionths;
    return millionths === undefined ? boundOf(at, bid) : (bid * millionths) / 1_000_000;
  };
  const judge: Judge = createJudge({
    instruments: entries.length + ROOM,
    sources: names.length,
    staleMs,
    bound,
    ...(options.hasAsk && { widths: createWidths(clock, (at) => tunings[at]?.maxSpread, bound) }),
    accept(at, source, timeMs, bid, ask) {
      board.setSource(at, server.nameOf(source) ?? names[source]);
      if (!states.isOpen(at)) states.look(at);
      board.take(at, timeMs, bid, options.hasAsk && ask > bid ? ask : bid);
    },
    drop(source, count) {
      const own = counts[source];
      if (own) own.dropped += count;
    },
  });

  const states = createStates(board, judge, clock, staleMs);

  const backfill = createBackfill({
    board,
    store: candleStore,
    saver,
    clock,
    report: (error) => report(`minutes of the past could not be stored: ${String(error)}`),
  });

  const take = (source: number, frame: SourceFrame): void => {
    const own = counts[source];
    if (own === undefined) return;
    switch (frame.kind) {
      case 'ticks':
        ticks[source] = (ticks[source] ?? 0) + frame.ticks.length;
        takeTicks({ places, entries, judge }, source, frame.ticks, own, clock.wall(), clock.steady());
        return;
      case 'halt':
      case 'resume':
        for (const code of frame.codes) {
          const at = places.get(code);
          if (at === undefined) own.unknown++;
          else {
            judge.halt(source, at, frame.kind === 'halt');
            states.look(at);
          }
        }
        return;
      case 'minutes':
        for (const [code, rows] of Object.entries(frame.minutes)) {
          const at = places.get(code);
          if (at === undefined) own.unknown += rows.length;
          else own.malformed += backfill.add(at, rows);
        }
        return;
      default:
    }
  };

  const server: SourceServer = openSourceServer({
    ...options,
    names,
    codes: () => entries.map(({ code }) => code),
    connected: (source) => judge.connect(source, clock.steady()),
    disconnected(source) {
      judge.disconnect(source);
    },
    heard(source) {
      const nowMs = clock.steady();
      heardAt[source] = nowMs;
      judge.heard(source, nowMs);
    },
    malformed(source) {
      const own = counts[source];
      if (own) own.malformed++;
    },
    take,
    /** @returns what is to be reported, which then counts as reported */
    refused(source) {
      const [own, sum] = [counts[source], sums[source]];
      if (!own || !sum) return undefined;
      const isSome = Object.values(own).some((count) => count > 0);
      if (!isSome) return undefined;
      for (const name of Object.keys(own) as (keyof Refused)[]) sum[name] += own[name];
      counts[source] = noneRefused();
      return own;
    },
  });

  let stopTimer = (): void => undefined;
  return {
    ...board.view,
    now: clock.now,
    wall: clock.wall,
    quoteAlso(id, hours) {
      const at = entries.findIndex((entry) => entry.id === id);
      const entry = entries[at];
      if (!entry) return;
      const own = TRADING_HOURS[entry.hours];
      states.setHours(at, hours === undefined ? own : eitherHours(own, hours));
    },
    tune(id, tuning) {
      const at = entries.findIndex((entry) => entry.id === id);
      tunings[at] = tuning;
      states.look(at);
    },
    add(entry) {
      const own = entryIn(options.hours, entry);
      if (!board.add(own)) return false;
      places.set(own.code, entries.length - 1);
      return true;
    },
    sources: () =>
      names.map((source, i) => ({
        source: server.nameOf(i) ?? source,
        isConnected: server.isConnected(i),
        ageMs: heardAt[i] === undefined ? undefined : clock.steady() - (heardAt[i] ?? 0),
        ticks: ticks[i] ?? 0,
        refused: added(sums[i] ?? noneRefused(), counts[i] ?? noneRefused()),
        leads: entries.filter((_, at) => judge.leader(at) === i).length,
      })),
    async start() {
      const nowMs = clock.wall();
      const currentS = bucketStart(Math.floor(nowMs / 1_000), 60);
      for (const [at, { code }] of entries.entries())
        settle(board, at, await recallCandles(candleStore, code, currentS), nowMs);
      states.lookAll();
      await server.listen();
      stopTimer = clock.every(SWEEP_MS, () => {
        judge.sweep(clock.steady());
        states.lookAll();
        saver.step(clock.wall());
      });
    },
    async stop() {
      stopTimer();
      await server.close();
      await backfill.idle();
      await saver.saveAll(clock.wall());
    },
  };
}

/** The state of each market: open in its hours while it has fresh prices. */
function createStates(board: Board, judge: Judge, clock: Clock, staleMs: (at: number) => number) {
  const { entries } = board;
  /** In place of the instrument's own. */
  const plan: (TradingHours | undefined)[] = [];
  const hoursOf = (at: number): TradingHours => plan[at] ?? TRADING_HOURS[entries[at]?.hours ?? 'crypto'];
  const isOpen: boolean[] = [];
  const sessions: (Session | undefined)[] = [];
  const sessionOf = (at: number, wallMs: number): Session => {
    const held = sessions[at];
    if (held && wallMs < held.untilMs) return held;
    const next = sessionAt(hoursOf(at), wallMs);
    // Prices before a pause say nothing about those after it.
    if (next.open && held?.open === false) judge.begin(at);
    sessions[at] = next;
    return next;
  };
  const look = (at: number): void => {
    const wallMs = clock.wall();
    const session = sessionOf(at, wallMs);
    const isFresh = clock.steady() - judge.freshAt(at) <= staleMs(at);
    const opens = session.open && isFresh && !judge.isHalted(at);
    isOpen[at] = opens;
    if (opens) board.setState(at, { status: 'open' });
    else if (!session.open) board.setState(at, marketStateAt(hoursOf(at), wallMs));
    else board.setState(at, { status: 'closed', why: judge.isHalted(at) ? 'halted' : 'stale' });
  };
  const shown: string[] = [];
  /** As `look`, where something has changed. */
  const lookAll = (): void => {
    for (let at = 0; at < entries.length; at++) {
      const wallMs = clock.wall();
      const { open, untilMs } = sessionOf(at, wallMs);
      const isFresh = clock.steady() - judge.freshAt(at) <= staleMs(at);
      const key = open ? `${isFresh} ${judge.isHalted(at)}` : String(untilMs);
      if (shown[at] === key) continue;
      shown[at] = key;
      look(at);
    }
  };
  return {
    isOpen: (at: number): boolean => isOpen[at] === true,
    look,
    lookAll,
    setHours(at: number, hours: TradingHours): void {
      plan[at] = hours;
      sessions[at] = undefined;
      look(at);
    },
  };
}

const added = (a: Refused, b: Refused): Refused => {
  const sum = noneRefused();
  for (const name of Object.keys(sum) as (keyof Refused)[]) sum[name] = a[name] + b[name];
  return sum;
};
