import { isMode, type Mode } from '../domain/allowed.ts';
import type { CandleRow } from '../domain/candle.ts';
import { rateFromWire } from '../domain/financing.ts';
import {
  type CategoryId,
  type Instrument,
  instrumentId,
  type MarketState,
  settlementOf,
} from '../domain/instrument.ts';
import { type Money, moneyFromWire } from '../domain/money.ts';
import type { ClosedOrder, Order, UnfilledOrder } from '../domain/order.ts';
import { MAX_PRICE_PRECISION, priceFromWire } from '../domain/price.ts';
import { timestampMs } from '../domain/time.ts';
import { volumeFromWire } from '../domain/volume.ts';
import { isFields } from '../json.ts';
import type { Result } from '../result.ts';
import type { WireAccount } from './account.ts';
import type { Envelope } from './codes.ts';
import type { WireCandle, WireInstrument } from './market.ts';
import { orderOf } from './order-row.ts';
import type { WireAnswerOf } from './routes.ts';
import { BadField, type DecodeError, decoding } from './schema.ts';

/**
 * From the wire's decimals to the domain's integers and back, for what is computed with. Written by hand: a thousand
 * orders may come in one frame of the socket. The names of fields are checked against the contract's schemas.
 */

/** A value that should be a `T`: its fields are looked at one by one. */
type Raw<T> = Readonly<Partial<Record<keyof T, unknown>>>;

function fields<T>(value: unknown, name: string): Raw<T> {
  if (!isFields(value)) throw new BadField(name);
  // Nothing is said about the kind of any field.
  return value as Raw<T>;
}

function num<T>(from: Raw<T>, name: keyof T & string): number {
  const value = from[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new BadField(name);
  return value;
}

function text<T>(from: Raw<T>, name: keyof T & string): string {
  const value = from[name];
  if (typeof value !== 'string') throw new BadField(name);
  return value;
}

function list(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new BadField(name);
  return value;
}

/** The envelope around every answer; `data` stays unknown until the call's own decoder reads it. */
export function decodeEnvelope(value: unknown): Result<Envelope<unknown>, DecodeError> {
  return decoding(() => {
    const from = fields<Envelope<unknown>>(value, 'envelope');
    return { code: num(from, 'code'), msg: text(from, 'msg'), data: from.data };
  });
}

/** The instruments of a trade list, or of a search in it. */
export function decodeInstruments(value: unknown): Result<readonly Instrument[], DecodeError> {
  return decoding(() => list(fields<{ readonly list: unknown }>(value, 'data').list, 'list').map(instrument));
}

function instrument(value: unknown): Instrument {
  const from = fields<WireInstrument>(value, 'instrument');
  const precision = num(from, 'PricePrecision');
  if (!Number.isInteger(precision) || precision < 0 || precision > MAX_PRICE_PRECISION)
    throw new BadField('PricePrecision');
  const quoteCurrency = text(from, 'QuoteCurrency');
  return {
    id: instrumentId(num(from, 'Id')),
    code: text(from, 'Code'),
    showCode: text(from, 'ShowCode'),
    // Recordings of earlier versions lack it.
    name: text(from, from.Name === undefined ? 'ShowCode' : 'Name'),
    logo: text(from, 'Logo'),
    categoryId: num(from, 'CategoryId') as CategoryId,
    market: marketState(from),
    mode: mode(from),
    precision,
    lotStep: volumeFromWire(num(from, 'Pip')),
    minVolume: volumeFromWire(num(from, 'ForexMinCont')),
    contractSize: num(from, 'ForexContNum'),
    feeRateMillionths: Math.round(num(from, 'ForexFeeRate') * 1_000_000),
    marginMode: num(from, 'MarginMode') === 1 ? 'fixed' : 'by-price',
    multiples: list(from.HasForexMultiple, 'HasForexMultiple').map((one) =>
      num(fields<WireInstrument['HasForexMultiple'][number]>(one, 'HasForexMultiple'), 'Value'),
    ),
    quoteCurrency,
    settle: settlementOf(quoteCurrency, text(from, 'SettleCode')),
    ...yearRate('longRate', from, 'LongRate'),
    ...yearRate('shortRate', from, 'ShortRate'),
    ...tripleDay(from),
  };
}

/** 1 Monday to 5 Friday; any other value is ignored, since a triple night is never booked on a weekend. */
function tripleDay(from: Raw<WireInstrument>): Pick<Instrument, 'tripleDay'> {
  const day = from.TripleDay === undefined ? undefined : num(from, 'TripleDay');
  return day !== undefined && [1, 2, 3, 4, 5].includes(day) ? { tripleDay: day } : {};
}

/** Percent a year, in ten-thousandths of a percent. */
const yearRate = (
  name: 'longRate' | 'shortRate',
  from: Raw<WireInstrument>,
  wire: 'LongRate' | 'ShortRate',
) => (from[wire] === undefined ? {} : { [name]: rateFromWire(num(from, wire)) });

function marketState(from: Raw<WireInstrument>): MarketState {
  if (num(from, 'MarketStatus') === 1) return { status: 'open' };
  return {
    status: 'closed',
    ...(from.NextOpenTime === undefined ? {} : { opensAt: timestampMs(num(from, 'NextOpenTime')) }),
    ...(from.Stale === 1 ? { why: 'stale' as const } : {}),
  };
}

/** Servers and recordings of earlier versions have none. */
function mode({ Mode: value = 'open' }: Raw<WireInstrument>): Mode {
  if (!isMode(value)) throw new BadField('Mode');
  return value;
}

/** A page of closed orders, and of those that were not filled where they were asked for. */
export interface HistoryPage {
  readonly orders: readonly (ClosedOrder | UnfilledOrder)[];
  readonly total: number;
  readonly balance: Money;
  readonly realisedTotal: Money;
}

export function decodeHistory(value: unknown): Result<HistoryPage, DecodeError> {
  return decoding(() => {
    const from = fields<WireAnswerOf<'getDeals'>>(value, 'data');
    return {
      orders: list(from.data, 'data').map(orderOf).filter(isEnded),
      total: num(from, 'total'),
      balance: amount(from, 'balance'),
      realisedTotal: amount(from, 'all_fact_profits'),
    };
  });
}

const isEnded = (one: Order): one is ClosedOrder | UnfilledOrder =>
  one.status === 'closed' ||
  (one.status === 'cancelled' && one.reason !== undefined && one.closedAt !== undefined);

const amount = <T>(from: Raw<T>, name: keyof T & string): Money => moneyFromWire(num(from, name));

/** An account's money: booked, and held by positions and withdrawals. */
export function decodeAccount(
  value: unknown,
): Result<{ readonly balance: Money; readonly lockBalance: Money }, DecodeError> {
  return decoding(() => {
    const from = fields<WireAccount>(value, 'account');
    return { balance: amount(from, 'balance'), lockBalance: amount(from, 'lock_balance') };
  });
}

/** One candle: prices in points. */
export const decodeCandle = (value: unknown, precision: number): Result<CandleRow, DecodeError> =>
  decoding(() => candle(value, precision));

/** Candles, oldest first: refused when one is malformed or out of order. */
export function decodeCandles(value: unknown, precision: number): Result<readonly CandleRow[], DecodeError> {
  return decoding(() => {
    const rows = list(value, 'candles').map((row) => candle(row, precision));
    if (rows.some((row, at) => at > 0 && row[0] <= (rows[at - 1]?.[0] ?? 0))) throw new BadField('Time');
    return rows;
  });
}

/** The last second of the year 9999: a later one is no date in some browsers. */
const MAX_TIME_S = 253_402_300_799;

function candle(value: unknown, precision: number): CandleRow {
  const row = list(value, 'candle');
  if (row.length !== 6 || !row.every(Number.isFinite)) throw new BadField('candle');
  const [time, open, high, low, close, volume] = row as WireCandle;
  if (!Number.isSafeInteger(time) || Math.abs(time) > MAX_TIME_S) throw new BadField('Time');
  const points = (wire: number) => priceFromWire(wire, precision);
  return [time, points(open), points(high), points(low), points(close), volume];
}
