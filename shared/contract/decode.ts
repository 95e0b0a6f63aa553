import {
  type CategoryId,
  type Instrument,
  instrumentId,
  type MarketState,
  settlementOf,
} from '../domain/instrument.ts';
import { type Money, moneyFromWire } from '../domain/money.ts';
import { type CloseReason, type Order, orderId } from '../domain/order.ts';
import { MAX_PRICE_PRECISION, priceFromWire } from '../domain/price.ts';
import { timestampMs } from '../domain/time.ts';
import { volumeFromWire } from '../domain/volume.ts';
import { err, ok, type Result } from '../result.ts';
import type { Envelope } from './codes.ts';
import { ORDER_STATUS } from './wire.ts';

/** Names the field of a wire value that is missing or of the wrong kind. */
export interface DecodeError {
  readonly field: string;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Stops a decoding at the first bad field; caught by `decoding` and nowhere else. */
class BadField extends Error {
  readonly field: string;
  constructor(field: string) {
    super(field);
    this.field = field;
  }
}

function decoding<T>(decode: () => T): Result<T, DecodeError> {
  try {
    return ok(decode());
  } catch (error) {
    if (error instanceof BadField) return err({ field: error.field });
    if (error instanceof RangeError) return err({ field: error.message });
    throw error;
  }
}

function fields(value: unknown, name: string): Fields {
  if (!isFields(value)) throw new BadField(name);
  return value;
}

function num(from: Fields, name: string): number {
  const value = from[name];
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new BadField(name);
  return value;
}

function text(from: Fields, name: string): string {
  const value = from[name];
  if (typeof value !== 'string') throw new BadField(name);
  return value;
}

function list(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new BadField(name);
  return value;
}

/** The envelope around every answer; `data` stays unknown for the call's own decoder. */
export function decodeEnvelope(value: unknown): Result<Envelope<unknown>, DecodeError> {
  return decoding(() => {
    const from = fields(value, 'envelope');
    return { code: num(from, 'code'), msg: text(from, 'msg'), data: from['data'] };
  });
}

export function decodeInstruments(value: unknown): Result<readonly Instrument[], DecodeError> {
  return decoding(() => list(fields(value, 'data')['list'], 'list').map(instrument));
}

function instrument(value: unknown): Instrument {
  const from = fields(value, 'instrument');
  const precision = num(from, 'PricePrecision');
  if (!Number.isInteger(precision) || precision < 0 || precision > MAX_PRICE_PRECISION)
    throw new BadField('PricePrecision');
  const quoteCurrency = text(from, 'QuoteCurrency');
  return {
    id: instrumentId(num(from, 'Id')),
    code: text(from, 'Code'),
    showCode: text(from, 'ShowCode'),
    logo: text(from, 'Logo'),
    categoryId: num(from, 'CategoryId') as CategoryId,
    market: marketState(from),
    precision,
    lotStep: volumeFromWire(num(from, 'Pip')),
    minVolume: volumeFromWire(num(from, 'ForexMinCont')),
    contractSize: num(from, 'ForexContNum'),
    feeRateMillionths: Math.round(num(from, 'ForexFeeRate') * 1_000_000),
    marginMode: num(from, 'MarginMode') === 1 ? 'fixed' : 'by-price',
    multiples: list(from['HasForexMultiple'], 'HasForexMultiple').map((one) =>
      num(fields(one, 'HasForexMultiple'), 'Value'),
    ),
    quoteCurrency,
    settle: settlementOf(quoteCurrency, text(from, 'SettleCode')),
  };
}

function marketState(from: Fields): MarketState {
  if (num(from, 'MarketStatus') === 1) return { status: 'open' };
  return from['NextOpenTime'] === undefined
    ? { status: 'closed' }
    : { status: 'closed', opensAt: timestampMs(num(from, 'NextOpenTime')) };
}

export function decodeOrder(value: unknown): Result<Order, DecodeError> {
  return decoding(() => order(value));
}

export function decodeOrders(value: unknown): Result<readonly Order[], DecodeError> {
  return decoding(() => list(value, 'orders').map(order));
}

function order(value: unknown): Order {
  const from = fields(value, 'order');
  const listed = fields(from['ForexTradeLists'], 'ForexTradeLists');
  const precision = num(listed, 'PricePrecision');
  const priceOf = (name: string) => priceFromWire(num(from, name), precision);
  const stop = (name: string) => (num(from, name) === 0 ? undefined : priceOf(name));
  const stopLoss = stop('TargetLossPrice');
  const takeProfit = stop('TargetProfitPrice');
  const facts = {
    id: orderId(num(from, 'Id')),
    instrumentId: instrumentId(num(from, 'ForexId')),
    code: text(listed, 'Code'),
    showCode: text(listed, 'ShowCode'),
    precision,
    side: num(from, 'OrderType') === 1 ? ('buy' as const) : ('sell' as const),
    volume: volumeFromWire(num(from, 'Quantity')),
    multiple: num(from, 'Multiple'),
    ...(stopLoss === undefined ? {} : { stopLoss }),
    ...(takeProfit === undefined ? {} : { takeProfit }),
    createdAt: time(from, 'CreateTimeHandler'),
  };
  const opened = () => ({
    openPrice: priceOf('OriginPrice'),
    margin: amount(from, 'CautionMoney'),
    fee: amount(from, 'TradeFee'),
  });
  switch (num(from, 'Status')) {
    case ORDER_STATUS.pending:
      return { ...facts, status: 'pending', targetPrice: priceOf('Price') };
    case ORDER_STATUS.open:
      return { ...facts, status: 'open', ...opened() };
    case ORDER_STATUS.cancelled:
      return { ...facts, status: 'cancelled', targetPrice: priceOf('Price') };
    case ORDER_STATUS.closed:
      return {
        ...facts,
        status: 'closed',
        ...opened(),
        closePrice: priceOf('UpdatePrice'),
        realisedPnl: amount(from, 'FactProfits'),
        closedAt: time(from, 'CloseTimeHandler'),
        reason: closeReason(text(from, 'CloseReason')),
      };
    default:
      throw new BadField('Status');
  }
}

const REASONS: readonly CloseReason[] = ['manual', 'stop-loss', 'take-profit', 'stop-out', 'reset'];

function closeReason(value: string): CloseReason {
  const reason = REASONS.find((one) => one === value);
  if (reason === undefined) throw new BadField('CloseReason');
  return reason;
}

function time(from: Fields, name: string) {
  const ms = Date.parse(text(from, name));
  if (Number.isNaN(ms)) throw new BadField(name);
  return timestampMs(ms);
}

function amount(from: Fields, name: string): Money {
  return moneyFromWire(num(from, name));
}

export function decodeAccount(
  value: unknown,
): Result<{ readonly balance: Money; readonly lockBalance: Money }, DecodeError> {
  return decoding(() => {
    const from = fields(value, 'account');
    return { balance: amount(from, 'balance'), lockBalance: amount(from, 'lock_balance') };
  });
}
