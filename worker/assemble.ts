import { combineLatest, type Observable, Subject, Subscription, startWith } from 'rxjs';
import { createRecorder, type Recorder } from '../replay/record/recorder.ts';
import type { DataPace, EngineSettings, Vitals } from '../shared/bridge/worker-api.ts';
import type { Instrument } from '../shared/domain/instrument.ts';
import { type Counters, createCounters } from '../shared/stream/counters.ts';
import { createPositionBook } from '../shared/stream/position-book.ts';
import { createQuoteTable } from '../shared/stream/quote-table.ts';
import { createOrderCommands, type OrderCommands } from './commands/orders.ts';
import { createSession, type Session } from './commands/session.ts';
import { type Env, SLOW_HZ } from './env.ts';
import { createHttp, type Http } from './http.ts';
import { createLoader, type Loader } from './loader.ts';
import { type Connection, createConnection } from './socket/connection.ts';
import { type CandleStreams, createCandleStreams } from './streams/candles.ts';
import { createVitals } from './streams/connection-view.ts';
import { createFrames, type Frames } from './streams/frames.ts';
import { createInbox, type Inbox } from './streams/inbox.ts';
import { createMarketData, type MarketData } from './streams/market.ts';
import { createOrders, type Orders } from './streams/orders.ts';
import { createQuotes, type Quotes } from './streams/quotes.ts';
import { createSparklines, type Sparklines } from './streams/sparklines.ts';

/** Every service of one engine, wired to the others. */
export interface Assembly {
  readonly settings: EngineSettings;
  readonly counters: Counters;
  readonly recorder: Recorder;
  readonly http: Http;
  readonly loader: Loader;
  readonly connection: Connection;
  /** A connection was opened. */
  readonly opened$: Subject<void>;
  readonly inbox: Inbox;
  readonly quotes: Quotes;
  readonly frames: Frames;
  readonly vitals$: Observable<Vitals>;
  readonly sparklines: Sparklines;
  readonly candles: CandleStreams;
  readonly orders: Orders;
  readonly market: MarketData;
  readonly session: Session;
  readonly commands: OrderCommands;
  readonly isOffline: () => boolean;
  setPace(pace: DataPace | undefined): void;
  /** Age of the newest price of all open markets, without the part that the pace explains; undefined while none is open. */
  newestAgeMs(): number | undefined;
  dataUsed(): number;
}

export function assemble(env: Env, settings: EngineSettings): Assembly {
  const counters = createCounters();
  const table = createQuoteTable();
  const recorder = createRecorder({ env, app: settings.app ?? '', marketRows: table.wireRows });
  const { tap } = recorder;
  const http = createHttp(env, settings.apiBase, settings.language, tap, settings.answers);
  const opened$ = new Subject<void>();
  const loader = createLoader(env, http, opened$);
  const connection = createConnection(env, settings.socketUrl, tap);
  const inbox = createInbox(env, connection, counters, tap);
  const quotes = createQuotes(env, inbox, table, counters);
  const frames = createFrames(env, quotes);
  const market = createMarketData(loader);
  const orders = createOrders(counters);
  const { instruments$ } = market;
  const isOffline = () => {
    const { network, link } = connection.state();
    return network === 'offline' && link.status !== 'open';
  };
  const parts: Assembly = {
    settings,
    counters,
    recorder,
    http,
    loader,
    connection,
    opened$,
    inbox,
    quotes,
    market,
    orders,
    isOffline,
    ...createByteSaver(env, { connection, quotes, frames, inbox }),
    dataUsed: () => connection.work().bytes + http.bytes(),
    frames,
    vitals$: createVitals(env, connection, counters, frames.conflated),
    sparklines: createSparklines(env, loader, quotes),
    candles: createCandleStreams({
      inbox,
      loader,
      counters,
      instruments$,
      after: env.after,
      indicators: () => env.indicators(),
      serverNow: quotes.serverNow,
    }),
    session: createSession(http, loader),
    commands: createOrderCommands({
      env,
      http,
      isOffline,
      instrument: (id) => listed(market).find((one) => one.id === id),
      working: () => orders.account$.value.working,
      hasTwoPrices: () =>
        inbox.topics.isAskGranted() && (table.hasTwoPrices || market.baseData$.value?.twoPrices === 1),
      ...quotes,
    }),
  };
  wireMarket(parts);
  wireSession(parts);
  return parts;
}

const listed = ({ market$ }: MarketData): readonly Instrument[] =>
  market$.value.status === 'ready' ? market$.value.instruments : [];

function wireMarket({ market, quotes, sparklines, orders, frames, connection, opened$ }: Assembly): void {
  market.instruments$.subscribe((instruments) => {
    quotes.table.list(instruments);
    sparklines.list(instruments);
  });
  const listed$ = market.instruments$.pipe(startWith([]));
  combineLatest([orders.account$, listed$]).subscribe(([{ working, balance }, instruments]) => {
    if (working.status === 'unknown') return frames.setAccount(undefined, balance);
    const byId = new Map<number, Instrument>(instruments.map((one) => [one.id, one]));
    const byCode = new Map(instruments.map((one) => [one.code, one]));
    frames.setAccount(createPositionBook(working.positions, byId, byCode, quotes.table), balance);
  });
  let opened = 0;
  connection.states$.subscribe(({ link, generation }) => {
    if (link.status !== 'open' || generation === opened) return;
    // Minutes may have been missed between two connections.
    if (opened > 0) sparklines.reload();
    opened = generation;
    opened$.next();
  });
}

/** Pauses in which TCP repeats lost packets are shorter. */
const HELD_UP_MS = 3_000;

/**
 * Loaded when an open connection is slow or metered for the first time, or prices are to be slowed; each ping is an
 * occasion to look.
 */
function createByteSaver(
  env: Env,
  { connection, quotes, frames, inbox }: Pick<Assembly, 'connection' | 'quotes' | 'frames' | 'inbox'>,
): Pick<Assembly, 'setPace' | 'newestAgeMs'> {
  let isRequested = false;
  let wanted: DataPace | undefined;
  /** The connection that proved too slow for all rows. */
  let slowOne: number | undefined;
  const pace = (): DataPace | undefined => {
    const { generation, link } = connection.state();
    if (link.status === 'open' && quotes.heldUpMs(link.openedAtMs) > HELD_UP_MS) slowOne = generation;
    const hz = env.meteredHz() ?? (slowOne === generation ? SLOW_HZ : undefined);
    if (wanted === undefined) return hz === undefined ? undefined : { hz };
    return { ...wanted, hz: Math.min(wanted.hz, hz ?? wanted.hz) };
  };
  const look = () => {
    if (isRequested || connection.state().link.status !== 'open' || pace() === undefined) return;
    isRequested = true;
    env.byteSaver().then(
      (saveBytes) =>
        saveBytes({
          every: env.every,
          pace,
          table: quotes.table,
          needs: frames.needs,
          ask: inbox.topics.setFastRows,
        }),
      () => {
        isRequested = false;
      },
    );
  };
  connection.states$.subscribe(look);
  return {
    setPace(next) {
      wanted = next;
      inbox.topics.setCandleBeat(next?.candleBeat);
      look();
    },
    newestAgeMs() {
      const ageMs = quotes.newestAgeMs();
      const hz = wanted?.hz ?? 1;
      return ageMs === undefined || hz >= 1 ? ageMs : ageMs - 1_000 / hz;
    },
  };
}

/** Holds the account's topics while a session lasts, and drops everything of the account when it ends. */
function wireSession({ session, inbox, orders, http }: Assembly): void {
  let account: { readonly token: string; readonly topics: Subscription } | undefined;
  session.session$.subscribe((state) => {
    const token = state.status === 'signed-in' ? state.token : undefined;
    if (token === account?.token) return;
    inbox.topics.setToken(token);
    account?.topics.unsubscribe();
    account = undefined;
    orders.forget();
    if (token === undefined) return;
    const topics = new Subscription();
    topics.add(inbox.topic('FOREX_TRADE').subscribe(orders.takeTrades));
    topics.add(inbox.topic('FOREX_CLOSED').subscribe(orders.takeClosed));
    account = { token, topics };
  });
  inbox.refused$.subscribe(session.expire);
  http.expired$.subscribe(session.expire);
}
