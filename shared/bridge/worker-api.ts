import type { Alert } from '../contract/alerts.ts';
import type { ChatMessage } from '../contract/chat.ts';
import type { HistoryPage } from '../contract/domain.ts';
import type { Language } from '../contract/language.ts';
import type { Leader } from '../contract/leaders.ts';
import type { Category, marketRoutes } from '../contract/market.ts';
import type { orderRoutes } from '../contract/orders.ts';
import type { BinaryPart } from '../contract/parameter.ts';
import type { Proof } from '../contract/proof.ts';
import type { AnswerOf, RequestOf, RouteName } from '../contract/routes.ts';
import type { User } from '../contract/session.ts';
import type { BasicInfo, CompanyStatus } from '../contract/site.ts';
import type { CandleRow } from '../domain/candle.ts';
import type { Instrument, InstrumentId } from '../domain/instrument.ts';
import type {
  CancelledOrder,
  ClosedOrder,
  OrderId,
  OrderStops,
  OrderTerms,
  PendingOrder,
  Position,
} from '../domain/order.ts';
import type { Period } from '../domain/period.ts';
import type { Price } from '../domain/price.ts';
import type { TimestampMs } from '../domain/time.ts';
import type { Volume } from '../domain/volume.ts';
import type { Refusal, Result } from '../result.ts';
import type {
  PageFacts,
  PageRecord,
  RecordingState,
  ReplayCommand,
  ReplaySource,
  ReplayState,
  ReplaySurvey,
  SavedRecording,
} from './recording.ts';

/** Settings that the worker needs before any other call. */
export interface EngineSettings {
  readonly apiBase: string;
  readonly socketUrl: string;
  readonly language: Language;
  /** The app's version, for recordings. */
  readonly app?: string;
  /** A recording that replaces the exchange. */
  readonly replay?: ReplaySource;
  /** Stored by an earlier visit; the server checks it first. */
  readonly token: string | null;
  /** A URL that answers with an envelope of `{email}`; a build setting. */
  readonly complaintUrl?: string;
  /**
   * The rows that are shown first, whose sparklines are asked for together with the list: the ids, or the category of which a
   * list in the exchange's order is shown, 0 for all. Absent: not known before the list.
   */
  readonly firstRows?: number | readonly InstrumentId[] | undefined;
  /** Envelopes that came with the page, by the path of a call without parameters: each is taken once, in place of the first call. */
  readonly answers?: Readonly<Record<string, unknown>> | undefined;
}

/** The progress of an image upload. */
export type UploadState =
  /** `part`: 0 to 1. */
  | { readonly status: 'sending'; readonly part: number }
  | { readonly status: 'done'; readonly url: string }
  | { readonly status: 'failed'; readonly error: Refusal };

/** Events that only the page gets; it forwards them. */
export type PageEvent =
  | 'visible'
  | 'hidden'
  | 'freeze'
  | 'resume'
  | 'pagehide'
  | 'pageshow'
  | 'online'
  | 'offline';

export type ConnectionState =
  | { readonly status: 'idle' }
  | { readonly status: 'connecting'; readonly attempt: number }
  | { readonly status: 'live' }
  /** Connected, but nothing fresh arrives. */
  | { readonly status: 'stale' }
  | { readonly status: 'waiting'; readonly attempt: number }
  /** The phone itself has no network. */
  | { readonly status: 'offline' };

export type SessionState =
  /** A stored token is being checked. */
  | { readonly status: 'checking' }
  | { readonly status: 'anonymous'; readonly because: 'start' | 'signed-out' | 'expired' }
  | { readonly status: 'signed-in'; readonly token: string; readonly user: User };

export type MarketList =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: number; readonly message: string }
  | {
      readonly status: 'ready';
      readonly instruments: readonly Instrument[];
      readonly categories: readonly Category[];
    };

/** The working orders of the account; rows change on fills, stops and closes, never on ticks. */
export type WorkingOrders =
  | { readonly status: 'unknown' }
  | {
      readonly status: 'ready';
      readonly positions: readonly Position[];
      readonly pending: readonly PendingOrder[];
    };

/** Fills and closes of orders, requested by this page or not: for toasts and closing popups. */
export type OrderEvent =
  | { readonly kind: 'filled'; readonly order: Position }
  | {
      readonly kind: 'closed';
      /** Without those of parts of positions that were closed while the connection was lost. */
      readonly ids: readonly OrderId[];
      /** Those among them whose rows came with it and say that they were cancelled; absent: none. */
      readonly cancelled?: readonly CancelledOrder[];
    };

export type CandleUpdate =
  /** All held candles, oldest first. */
  | {
      readonly kind: 'reset';
      readonly length: number;
      /** [time | open | high | low | close | volume], each of `length`. */
      readonly columns: Float64Array;
      /**
       * A column of `length` for each value of each indicator, in the order asked: of Bollinger lower, middle, upper; of
       * MACD line, signal, histogram; one of the others. In points, RSI from 0 to 100; NaN: none yet.
       */
      readonly values: Float64Array;
      readonly complete: boolean;
    }
  /** One candle added at the end or replaced in place, and the values of its indicators. */
  | { readonly kind: 'put'; readonly row: CandleRow; readonly values: readonly number[] }
  | { readonly kind: 'failed'; readonly code: number; readonly message: string };

/** Points of a mini chart: [time (epoch s) | close (points)], each half of the array. */
export interface Sparkline {
  readonly id: InstrumentId;
  readonly points: Float64Array;
}

export interface OrderRequest extends OrderTerms {
  /** One intent, one cid: made and kept by the page before sending. */
  readonly cid: string;
  readonly kind:
    | {
        readonly type: 'market';
        /** Of the two prices the one at which its side opens. */
        readonly seenPrice: Price;
        readonly deviationPoints: number;
      }
    | { readonly type: 'pending'; readonly targetPrice: Price };
}

/** The members that a worker offers as streams. Each crosses the bridge as one MessagePort a subscription. */
export interface EngineStreams {
  connection(): Stream<ConnectionState>;
  session(): Stream<SessionState>;
  market(): Stream<MarketList>;
  baseData(): Stream<BasicInfo>;
  working(): Stream<WorkingOrders>;
  orderEvents(): Stream<OrderEvent>;
  /**
   * Market frames (`market-frame.ts`) of the watched instruments; one in flight, acknowledged by returning its buffer.
   */
  frames(): Stream<Float64Array>;
  /** Sparklines of the watched instruments; those that were loaded or extended together come together. */
  sparklines(): Stream<readonly Sparkline[]>;
  /** @param indicators names such as `sma:20` (`shared/indicators/spec.ts`); refused if one is wrong */
  candles(instrumentId: InstrumentId, period: Period, indicators?: readonly string[]): Stream<CandleUpdate>;
  /** The account's chat: the latest messages, then each new one. */
  chat(): Stream<readonly ChatMessage[]>;
  /** The account's price alerts, latest first, and again when one has changed or fired. */
  alerts(): Stream<readonly Alert[]>;
  upload(file: BinaryPart): Stream<UploadState>;
  /** About once a second. */
  recording(): Stream<RecordingState>;
  replay(): Stream<ReplayState>;
  /** Once a second. */
  vitals(): Stream<Vitals>;
}

/** What instruments are compared by. */
export type RankedBy = 'price' | 'change';

/** Calls whose answers the page gets as they are. The engine makes the others itself, behind a member of its own. */
export type AskedRoute = Exclude<
  RouteName,
  | keyof typeof marketRoutes
  | keyof typeof orderRoutes
  | 'getLeaders'
  | 'getBasicInfo'
  | 'getCompanyStatus'
  | 'createDemoAccount'
  | 'login'
  | 'logout'
  | 'uploadImage'
  | 'getBalance'
  | 'getAccount'
  | 'resetDemoAccount'
>;

/** The members that a worker offers as calls. Every one settles within its deadline with a Result. */
/** The parameters that restrict the history. */
export type HistoryRequest = Omit<RequestOf<'getDeals'>, 'status' | 'page'>;

export interface EngineCommands {
  /** Must be the first call. */
  configure(settings: EngineSettings): void;
  /** Opens the socket; safe to call again. */
  start(): void;
  pageEvent(event: PageEvent): void;
  /** What the user did or saw, for the recording. Has no other effect. */
  pageRecord(record: PageRecord): void;
  setLanguage(language: Language): void;
  /** Replaces the set of instruments on the screen; only these are in the market frames. */
  watch(instruments: readonly InstrumentId[]): void;
  watchSparklines(instruments: readonly InstrumentId[]): void;
  /** All instruments with a quote, the highest first: ids, then as many values; prices in units, changes in hundredths of a percent. */
  ranking(by: RankedBy): Promise<Result<Float64Array>>;
  /** @param withPictures whether the watched sparklines are loaded again as well */
  refreshMarket(withPictures?: boolean): Promise<Result<void>>;
  refreshAccount(): Promise<Result<void>>;
  signIn(credentials: {
    readonly account: string;
    readonly password: string;
    readonly kind: 'email' | 'mobile';
    /** The id of the phone number's country in the area list. */
    readonly areaId?: number;
    /** After a refusal with 4110. */
    readonly proof?: Proof;
  }): Promise<Result<User>>;
  signInDemo(): Promise<Result<User>>;
  signOut(): Promise<Result<void>>;
  /**
   * Ends at the exchange a session that was left without a logout; that of this engine goes on. The result: whether it
   * has ended.
   */
  lateLogout(token: string): Promise<Result<boolean>>;
  resetDemo(): Promise<Result<void>>;
  /** @param tappedAt by the device's clock: an order or a close is carried out only shortly after its tap */
  submitOrder(
    order: OrderRequest,
    tappedAt: TimestampMs,
  ): Promise<Result<Position | PendingOrder | ClosedOrder>>;
  closeOrder(id: OrderId, cid: string, tappedAt: TimestampMs, volume?: Volume): Promise<Result<ClosedOrder>>;
  /**
   * What became of an order, a close or a new price. Sends nothing that could be carried out. `unknown` while nobody can
   * say; 4109: it was not carried out and will not be.
   */
  orderOutcome(cid: string): Promise<Result<Position | PendingOrder | ClosedOrder>>;
  /** A new price for a pending order, under a cid of its own. */
  amendOrder(
    id: OrderId,
    cid: string,
    tappedAt: TimestampMs,
    targetPrice: Price,
  ): Promise<Result<PendingOrder>>;
  cancelOrder(id: OrderId): Promise<Result<void>>;
  setStops(id: OrderId, stops: OrderStops): Promise<Result<Position | PendingOrder>>;
  /** Closed orders, latest first, pages from 1. */
  history(page: number, filter?: HistoryRequest): Promise<Result<HistoryPage>>;
  search(keyword: string): Promise<Result<readonly Instrument[]>>;
  leaders(): Promise<Result<readonly Leader[]>>;
  companyStatus(): Promise<Result<CompanyStatus>>;
  /**
   * Loads candles before the oldest one held; they come as a `reset` on the candle stream. `more` is false at the
   * beginning of history.
   */
  olderCandles(instrumentId: InstrumentId, period: Period): Promise<Result<{ readonly more: boolean }>>;
  /** The address for complaints: from `EngineSettings.complaintUrl`, otherwise from the contact call. */
  complaintEmail(): Promise<Result<string>>;
  ask<N extends AskedRoute>(name: N, request: RequestOf<N>): Promise<Result<AnswerOf<N>>>;
  /** Starts a long recording; the last minutes are always kept besides. */
  startRecording(page?: PageFacts): Promise<Result<void>>;
  stopRecording(): Promise<Result<void>>;
  /** Adds a mark to the recording. @param agoMs how long ago its moment was; 0 if left out */
  mark(label: string, agoMs?: number): void;
  /** From now on keeps the last minutes on the disk as well. A later call replaces the facts. */
  keepRecording(page: PageFacts): void;
  /** A copy; a long recording goes on. */
  saveRecording(which: 'ring' | 'long', page?: PageFacts): Promise<Result<SavedRecording>>;
  /** A file of this site, for a replay; refused if it is a page, or leads to another site. */
  loadRecording(address: string): Promise<Result<BinaryPart>>;
  /** No effect while the engine is connected to the exchange. */
  steerReplay(command: ReplayCommand): void;
  surveyReplay(): Promise<Result<ReplaySurvey>>;
  /** Slows prices to save bytes; undefined: as fast as the connection suggests. Orders and the account are never slowed. */
  setPace(pace: DataPace | undefined): void;
  /** Bytes received and sent since the start, see `docs/operating.md`, "Mobile data". */
  dataUsed(): number;
  /** Answers at once: the page checks every two seconds that the worker is alive. */
  echo(): number;
}

/** How often prices come at most. */
export interface DataPace {
  /** Of the rows on the screen, a second: as `FastRows.hz`. */
  readonly hz: number;
  /** Seconds between two frames of the other rows; 2 if absent. */
  readonly beat?: number;
  /** Seconds between two frames of a chart's candle; absent: with each tick. */
  readonly candleBeat?: number;
}

export type Engine = EngineStreams & EngineCommands;

/** The part of an Observable that both threads use; RxJS's fits. */
export interface Stream<T> {
  subscribe(observer: { next(value: T): void; error?(error: unknown): void; complete?(): void }): {
    unsubscribe(): void;
  };
}

/** The engine's load and losses, for the page's head-up display. */
export interface Vitals {
  /** Share of the last second that was spent on received frames, 0 to 1. */
  readonly load: number;
  /** Frames received in the last second. */
  readonly framesPerSecond: number;
  /** Connections after the first. */
  readonly reconnects: number;
  /** Changes of the last second that were conflated into a later frame. */
  readonly conflated: number;
  /** Dropped frames and rows since the start, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
}
