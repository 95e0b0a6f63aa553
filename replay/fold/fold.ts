import { CODE } from '../../shared/contract/codes.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import type { AckFrame } from '../../shared/contract/socket.ts';
import type { CandleRow } from '../../shared/domain/candle.ts';
import { isPeriod, type Period } from '../../shared/domain/period.ts';
import { type Fields, fieldsOf, isFields, parseJson } from '../../shared/json.ts';
import { type Counters, createCounters } from '../../shared/stream/counters.ts';
import { createFrameDecoder, isNumbers } from '../../shared/stream/frame-decoder.ts';
import type { MarketHead, MarketRows } from '../../shared/stream/market-scanner.ts';
import type { RecordBody, RecordEntry } from '../format/format.ts';
import { type CandleFold, createCandleFold } from './candle-fold.ts';
import { createGate, type Gate } from './frame-admission.ts';
import { createOrderFold, type OrderFold } from './order-fold.ts';
import { createQuoteFold, type QuoteFold } from './quote-fold.ts';

/** What came, and what was dropped or repaired. */
export interface FoldCounters extends Counters {
  opened: number;
  closed: number;
  received: number;
  sent: number;
  answered: number;
  asked: number;
}

/** Hears which facts a record touched, after it was taken: for whoever compares two folds record by record. */
export interface FoldObserver {
  quotes(rows: MarketRows): void;
  minute(code: string, timeS: number): void;
  history(id: number, period: Period): void;
  account(): void;
  /** Nobody is signed in any more; after `account`. */
  forgotten(): void;
  /** A data frame that counts, the first of a subscription or one of those that follow. */
  admitted(topic: string, isSnapshot: boolean): void;
}

/**
 * What the engine knows after a recording, from its records alone: no clock, no chance, so that the same records give
 * the same state at any speed and on any platform.
 */
export interface Fold {
  take(entry: RecordEntry): void;
  /** A market frame that was scanned already: as `take` of its record, without its text. */
  takeMarket(head: MarketHead, rows: MarketRows): void;
  readonly quotes: QuoteFold;
  readonly candles: CandleFold;
  readonly orders: OrderFold;
  readonly counters: Readonly<FoldCounters>;
  /** Rows of the instruments that were listed, by id. */
  readonly instruments: ReadonlyMap<number, Fields>;
}

const KLINE = 'KLINE.';
/** Answers with `balance`, and some with `lock_balance`. */
const ACCOUNT_PATHS: readonly string[] = [
  ROUTES.getAccount.path,
  ROUTES.resetDemoAccount.path,
  ROUTES.getBalance.path,
];
const LIST_PATHS: readonly string[] = [ROUTES.getTradeList.path, ROUTES.searchInstruments.path];

interface Parts {
  readonly counters: FoldCounters;
  readonly gate: Gate;
  readonly quotes: QuoteFold;
  readonly candles: CandleFold;
  readonly orders: OrderFold;
  readonly instruments: Map<number, Fields>;
  readonly observer: Partial<FoldObserver> | undefined;
}

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
  const parts: Parts = {
    counters,
    gate: createGate(counters),
    quotes: createQuoteFold(),
    candles: createCandleFold(),
    orders: createOrderFold(),
    instruments: new Map(),
    observer,
  };
  const decode = createFrameDecoder(counters);

  function takeMarket({ seq }: Pick<MarketHead, 'seq'>, rows: MarketRows): void {
    counters.received++;
    const admission = parts.gate.admit('DAY_MARKET', seq);
    if (admission === 'drop') return;
    parts.quotes.apply(rows);
    observer?.quotes?.(rows);
    observer?.admitted?.('DAY_MARKET', admission === 'snapshot');
  }

  function takeFrame(text: string): void {
    const frame = decode(text);
    if (frame?.kind === 'market') {
      takeMarket(frame, frame.rows);
      return;
    }
    counters.received++;
    if (frame?.kind === 'ack') takeAck(parts, frame.ack);
    if (frame?.kind !== 'data') return;
    const admission = parts.gate.admit(frame.topic, frame.seq);
    if (admission === 'drop') return;
    takeData(parts, frame.topic, frame.data, admission === 'snapshot');
    observer?.admitted?.(frame.topic, admission === 'snapshot');
  }

  return {
    ...parts,
    takeMarket,
    take(entry) {
      switch (entry.kind) {
        case 'open':
          counters.opened++;
          parts.gate.opened();
          return;
        case 'close':
          counters.closed++;
          return;
        case 'in':
          return takeFrame(entry.text);
        case 'out':
          counters.sent++;
          return takeSent(parts, entry.text, entry.at);
        case 'http':
          counters.answered++;
          return takeAnswer(parts, entry);
        case 'command':
          counters.asked++;
          return takeCommand(parts, entry);
      }
    },
  };
}

function takeAck(parts: Parts, ack: Pick<AckFrame, 'cmd' | 'topic' | 'code'>): void {
  if (ack.cmd === 'unsub' && ack.topic !== undefined) parts.gate.unsubAnswered(ack.topic);
  if (ack.cmd === 'login' && ack.code === CODE.sessionExpired) forget(parts);
}

/** Nobody is signed in any more. */
function forget({ orders, observer }: Parts): void {
  orders.forget();
  observer?.account?.();
  observer?.forgotten?.();
}

function takeData(parts: Parts, topic: string, data: unknown, isSnapshot: boolean): void {
  const { counters, orders, observer } = parts;
  if (topic.startsWith(KLINE)) {
    takeMinute(parts, topic.slice(KLINE.length), data);
    return;
  }
  if (topic !== 'FOREX_TRADE' && topic !== 'FOREX_CLOSED') return;
  const isGood = topic === 'FOREX_TRADE' ? orders.takeTrades(data, isSnapshot) : orders.takeClosed(data);
  if (isGood) observer?.account?.();
  else counters.malformedRow++;
}

function takeMinute({ counters, candles, observer }: Parts, code: string, data: unknown): void {
  if (!isCandle(data)) counters.malformedRow++;
  else if (candles.putMinute(code, data)) observer?.minute?.(code, data[0]);
}

function takeSent(parts: Parts, text: string, atMs: number): void {
  const { cmd, topic } = fieldsOf(parseJson(text));
  if (cmd === 'logout') forget(parts);
  if (typeof topic !== 'string') return;
  if (cmd === 'sub') parts.gate.subscribed(topic, atMs);
  if (cmd === 'unsub') parts.gate.unsubscribed(topic, atMs);
}

function takeAnswer(parts: Parts, { path, query, body }: Extract<RecordBody, { kind: 'http' }>): void {
  if (!isFields(body)) return;
  if (body['code'] === CODE.sessionExpired) forget(parts);
  if (body['code'] !== CODE.success) return;
  if (LIST_PATHS.includes(path)) takeInstruments(parts, body['data']);
  if (ACCOUNT_PATHS.includes(path)) {
    parts.orders.takeAccount(body['data']);
    parts.observer?.account?.();
  }
  if (path === ROUTES.getKline.path && Array.isArray(body['data'])) takeHistory(parts, query, body['data']);
}

function takeHistory(
  { candles, observer }: Parts,
  { forex_id: id, period }: Readonly<Record<string, string>>,
  rows: readonly unknown[],
): void {
  if (!isPeriod(period)) return;
  candles.putHistory(Number(id), period, rows.filter(isCandle));
  observer?.history?.(Number(id), period);
}

function takeInstruments({ instruments }: Parts, data: unknown): void {
  if (!isFields(data) || !Array.isArray(data['list'])) return;
  for (const row of data['list'])
    if (isFields(row) && typeof row['Id'] === 'number') instruments.set(row['Id'], row);
}

/** `resume` heads a recording that begins in the middle: what was subscribed, and the number that each topic is at. */
function takeCommand(parts: Parts, { name, args }: Extract<RecordBody, { kind: 'command' }>): void {
  if (name === 'signOut') forget(parts);
  if (name !== 'resume') return;
  for (const one of args)
    if (isFields(one) && typeof one['topic'] === 'string' && typeof one['seq'] === 'number')
      parts.gate.resumed(one['topic'], one['seq']);
}

const isCandle = (data: unknown): data is CandleRow => isNumbers(data) && data.length === 6;
