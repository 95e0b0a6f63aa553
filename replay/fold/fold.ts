import { CODE } from '../../shared/contract/codes.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import type { CandleRow } from '../../shared/domain/candle.ts';
import { isWirePeriod, type WirePeriod } from '../../shared/domain/period.ts';
import { type Fields, fieldsOf, isFields, listOf, parseJson } from '../../shared/json.ts';
import { ANSWER_MS } from '../../shared/limits.ts';
import { type Counters, createCounters } from '../../shared/stream/counters.ts';
import { createFrameDecoder, isNumbers } from '../../shared/stream/frame-decoder.ts';
import type { MarketHead, MarketRows } from '../../shared/stream/market-scanner.ts';
import { createQuoteTable, type QuoteTable } from '../../shared/stream/quote-table.ts';
import {
  followOrder,
  judgeFrame,
  type TopicOrder,
  topicOrder,
  type Verdict,
} from '../../shared/stream/topic-order.ts';
import type { RecordBody, RecordEntry } from '../format/format.ts';
import { type CandleFold, createCandleFold } from './candle-fold.ts';
import { createOrderFold, type OrderFold } from './order-fold.ts';

/*
 * What the engine knows after a recording: quotes, candles, orders and counters. The replay's player, the survey and the
 * command line read it. No clock, no chance and no transport may come in: the same records give the same state at any
 * speed and on any platform.
 */

/** The engine's counters, and the records by kind. */
export interface FoldCounters extends Counters {
  opened: number;
  closed: number;
  received: number;
  sent: number;
  answered: number;
  asked: number;
}

/** Called after a record was taken, with what the record changed: to compare two folds record by record. */
export interface FoldObserver {
  quotes(rows: MarketRows): void;
  minute(code: string, timeS: number): void;
  history(id: number, period: WirePeriod): void;
  account(): void;
  /** The session ended; after `account`. */
  forgotten(): void;
  /** A data frame that counts; `isSnapshot`: the first of a subscription. */
  admitted(topic: string, isSnapshot: boolean): void;
}

export interface Fold {
  take(entry: RecordEntry): void;
  /** Takes a market frame that was scanned already: as `take` of its record, without its text. */
  takeMarket(head: MarketHead, rows: MarketRows): void;
  readonly quotes: QuoteTable;
  readonly candles: CandleFold;
  readonly orders: OrderFold;
  readonly counters: Readonly<FoldCounters>;
  /** Rows of the listed instruments, by id. */
  readonly instruments: ReadonlyMap<number, Fields>;
  /** On this connection, by name. */
  readonly topics: ReadonlyMap<string, RecordedTopic>;
}

const KLINE = 'KLINE.';
/** Answers with `balance`, and some with `lock_balance`. */
const ACCOUNT_PATHS: readonly string[] = [
  ROUTES.getAccount.path,
  ROUTES.resetDemoAccount.path,
  ROUTES.getBalance.path,
];
const LIST_PATHS: readonly string[] = [ROUTES.getTradeList.path, ROUTES.searchInstruments.path];

interface FoldState {
  readonly counters: FoldCounters;
  readonly topics: Map<string, RecordedTopic>;
  readonly quotes: QuoteTable;
  readonly candles: CandleFold;
  readonly orders: OrderFold;
  readonly instruments: Map<number, Fields>;
  readonly observer: Partial<FoldObserver> | undefined;
}

interface RecordedTopic {
  readonly order: TopicOrder;
  readonly subscribedAtMs: number;
}

const UNKNOWN_TOPIC: RecordedTopic = { order: topicOrder('unmanaged'), subscribedAtMs: 0 };

export function createFold(observer?: Partial<FoldObserver>): Fold {
  const counters: FoldCounters = {
    ...createCounters(),
    opened: 0,
    closed: 0,
    received: 0,
    sent: 0,
    answered: 0,
    asked: 0,
  };
  const state: FoldState = {
    counters,
    topics: new Map(),
    quotes: createQuoteTable(),
    candles: createCandleFold(),
    orders: createOrderFold(),
    instruments: new Map(),
    observer,
  };
  const decode = createFrameDecoder(counters);

  function takeMarket({ seq }: Pick<MarketHead, 'seq'>, rows: MarketRows): void {
    counters.received++;
    const verdict = judge(state, 'DAY_MARKET', seq);
    if (verdict === 'drop') return;
    state.quotes.apply(rows);
    observer?.quotes?.(rows);
    observer?.admitted?.('DAY_MARKET', verdict === 'snapshot');
  }

  function takeFrame(text: string): void {
    const frame = decode(text);
    if (frame?.kind === 'market') {
      takeMarket(frame, frame.rows);
      return;
    }
    counters.received++;
    if (frame?.kind === 'ack') {
      const { cmd, topic, code } = frame.ack;
      if (cmd === 'unsub' && topic !== undefined) changeOrder(state, topic, 'unsub-acknowledged');
      if (cmd === 'login' && code === CODE.sessionExpired) forget(state);
    }
    if (frame?.kind !== 'data') return;
    const verdict = judge(state, frame.topic, frame.seq);
    if (verdict === 'drop') return;
    takeData(state, frame.topic, frame.data, verdict === 'snapshot');
    observer?.admitted?.(frame.topic, verdict === 'snapshot');
  }

  return {
    ...state,
    takeMarket,
    take(entry) {
      switch (entry.kind) {
        case 'open':
          counters.opened++;
          state.topics.clear();
          return;
        case 'close':
          counters.closed++;
          return;
        case 'in':
          return takeFrame(entry.text);
        case 'out':
          counters.sent++;
          return takeSent(state, entry.text, entry.at);
        case 'http':
          counters.answered++;
          return takeAnswer(state, entry);
        case 'command':
          counters.asked++;
          return takeCommand(state, entry);
        case 'page':
          // Not counted either: what the user did changes no state and no digest.
          return;
      }
    },
  };
}

function judge({ topics, counters }: FoldState, topic: string, seq: number): Verdict {
  const recorded = topics.get(topic) ?? UNKNOWN_TOPIC;
  const { order, verdict, fault } = judgeFrame(recorded.order, seq);
  topics.set(topic, { ...recorded, order });
  if (fault !== undefined) counters[fault]++;
  return verdict;
}

function changeOrder(
  { topics }: FoldState,
  topic: string,
  event: 'subscribed' | 'unsubscribed' | 'unsub-acknowledged',
  atMs?: number,
): void {
  let { order, subscribedAtMs } = topics.get(topic) ?? UNKNOWN_TOPIC;
  // The engine repeats an unanswered `sub` after this time, and awaits no acknowledgement from before it.
  const isRepeated = event === 'unsubscribed' && order.phase === 'asked';
  if (isRepeated && (atMs ?? 0) - subscribedAtMs >= ANSWER_MS) order = followOrder(order, 'unanswered');
  if (event === 'subscribed') subscribedAtMs = atMs ?? 0;
  topics.set(topic, { order: followOrder(order, event), subscribedAtMs });
}

/** The session ended. */
function forget({ orders, observer }: FoldState): void {
  orders.forget();
  observer?.account?.();
  observer?.forgotten?.();
}

function takeData(state: FoldState, topic: string, data: unknown, isSnapshot: boolean): void {
  const { counters, orders, observer } = state;
  if (topic.startsWith(KLINE)) {
    takeMinute(state, topic.slice(KLINE.length), data);
    return;
  }
  if (topic !== 'FOREX_TRADE' && topic !== 'FOREX_CLOSED') return;
  const isGood = topic === 'FOREX_TRADE' ? orders.takeTrades(data, isSnapshot) : orders.takeClosed(data);
  if (isGood) observer?.account?.();
  else counters.malformedRow++;
}

function takeMinute({ counters, candles, observer }: FoldState, code: string, data: unknown): void {
  if (!isCandle(data)) counters.malformedRow++;
  else if (candles.putMinute(code, data)) observer?.minute?.(code, data[0]);
}

function takeSent(state: FoldState, text: string, atMs: number): void {
  const { cmd, topic } = fieldsOf(parseJson(text));
  if (cmd === 'logout') forget(state);
  if (typeof topic !== 'string') return;
  if (cmd === 'sub') changeOrder(state, topic, 'subscribed', atMs);
  if (cmd === 'unsub') changeOrder(state, topic, 'unsubscribed', atMs);
}

function takeAnswer(state: FoldState, { path, query, body }: Extract<RecordBody, { kind: 'http' }>): void {
  if (!isFields(body)) return;
  if (body['code'] === CODE.sessionExpired) forget(state);
  if (body['code'] !== CODE.success) return;
  if (LIST_PATHS.includes(path)) takeInstruments(state, body['data']);
  if (ACCOUNT_PATHS.includes(path)) {
    state.orders.takeAccount(body['data']);
    state.observer?.account?.();
  }
  if (path === ROUTES.getKline.path && Array.isArray(body['data'])) takeHistory(state, query, body['data']);
}

function takeHistory(
  { candles, observer }: FoldState,
  { forex_id: id, period }: Readonly<Record<string, string>>,
  rows: readonly unknown[],
): void {
  if (!isWirePeriod(period)) return;
  candles.putHistory(Number(id), period, rows.filter(isCandle));
  observer?.history?.(Number(id), period);
}

function takeInstruments({ instruments }: FoldState, data: unknown): void {
  for (const row of listOf(fieldsOf(data)['list']))
    if (isFields(row) && typeof row['Id'] === 'number') instruments.set(row['Id'], row);
}

/** Commands of recorders and tools at the head of a recording that begins in the middle; docs/recordings.md. */
function takeCommand(state: FoldState, { name, args }: Extract<RecordBody, { kind: 'command' }>): void {
  if (name === 'signOut') forget(state);
  if (name === 'resume') for (const one of args) resumeTopic(state, fieldsOf(one));
  if (name === 'counted') takeCounters(state, fieldsOf(args[0]));
}

/** `seq` is that of the next frame. Without a `phase` this is the snapshot that the head holds. */
function resumeTopic({ topics }: FoldState, { topic, seq, phase, unacknowledged, at }: Fields): void {
  if (typeof topic !== 'string') return;
  const highest = typeof seq === 'number' ? seq - 1 : undefined;
  if (isPhase(phase)) {
    const order = { ...topicOrder(phase, highest), unacknowledged: Number(unacknowledged ?? 0) };
    topics.set(topic, { order, subscribedAtMs: Number(at ?? 0) });
  } else if (highest !== undefined)
    topics.set(topic, { order: topicOrder('asked', highest), subscribedAtMs: 0 });
}

const PHASES: readonly unknown[] = ['off', 'asked', 'live', 'unmanaged'] satisfies TopicOrder['phase'][];
const isPhase = (value: unknown): value is TopicOrder['phase'] => PHASES.includes(value);

/** What was counted before, so that a part of a recording counts on. */
function takeCounters({ counters }: FoldState, before: Fields): void {
  for (const name of Object.keys(counters) as (keyof FoldCounters)[]) {
    const count = before[name];
    if (typeof count === 'number') counters[name] = count;
  }
}

const isCandle = (data: unknown): data is CandleRow => isNumbers(data) && data.length === 6;
