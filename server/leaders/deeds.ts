import type { Instrument } from '../../shared/domain/instrument.ts';
import { type FeeType, maxVolume } from '../../shared/domain/margin.ts';
import { type Money, money, mulDiv } from '../../shared/domain/money.ts';
import type { Order, OrderId, Position, Side } from '../../shared/domain/order.ts';
import { type Price, price } from '../../shared/domain/price.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { LOT_SCALE, volume } from '../../shared/domain/volume.ts';
import { MAX_ORDER_LOTS } from '../../shared/limits.ts';
import type { NewOrder } from '../exchange/exchange.ts';
import { instrumentOf, rateNow } from '../exchange/valuation.ts';
import type { Market } from '../feed/market.ts';
import { createRandom } from '../feed/sim/random.ts';
import type { Temperament } from './temperament.ts';

/** What a trader sees at a step, and nothing else. */
export interface Seen {
  readonly now: TimestampMs;
  readonly market: Pick<Market, 'instrument' | 'instrumentByCode' | 'quote' | 'sparkline'>;
  readonly balance: Money;
  /** Its own pending orders and open positions. */
  readonly orders: readonly Order[];
  readonly feeType: FeeType;
}

/** One command to the exchange, under a client order id that no other step of any trader has. */
export type Deed =
  | { readonly type: 'submit'; readonly order: NewOrder & { readonly cid: string } }
  | { readonly type: 'close'; readonly id: OrderId; readonly cid: string };

const MINUTE_MS = 60_000;

/** The number of the step that `now` lies in. */
export const stepAt = (leader: Temperament, now: number): number => Math.floor(now / leader.stepMs);

/** What the trader does at a step: the same for the same trader, step, prices and orders. */
export function deedsOf(leader: Temperament, step: number, seen: Seen): readonly Deed[] {
  const positions = seen.orders.filter((order) => order.status === 'open');
  const closing = positions.filter((position) => isOver(leader, position, seen));
  const deeds: Deed[] = closing.map(({ id }) => ({
    type: 'close',
    id,
    cid: `${leader.name}-${step}-close-${id}`,
  }));
  const order = opening(leader, step, seen, positions);
  return order === undefined ? deeds : [...deeds, { type: 'submit', order }];
}

/** How long a position is meant to be held, decided when it was opened. */
export function holdMs(leader: Temperament, openedAt: TimestampMs): number {
  const [from, to] = leader.holdMinutes;
  return (from + createRandom(`${leader.name}/hold/${openedAt}`).next() * (to - from)) * MINUTE_MS;
}

function isOver(leader: Temperament, position: Position, { now, market }: Seen): boolean {
  if (now < position.createdAt + holdMs(leader, position.createdAt)) return false;
  return instrumentOf(position, market)?.market.status === 'open';
}

function opening(
  leader: Temperament,
  step: number,
  seen: Seen,
  positions: readonly Position[],
): (NewOrder & { readonly cid: string }) | undefined {
  const random = createRandom(`${leader.name}/${step}`);
  if (random.next() >= leader.eagerness || positions.length >= leader.maxPositions) return undefined;
  const code = leader.codes[Math.floor(random.next() * leader.codes.length)] ?? '';
  const { market } = seen;
  const instrument = market.instrumentByCode(code);
  const quote = instrument && market.quote(instrument.id);
  if (quote === undefined || instrument?.market.status !== 'open') return undefined;
  if (positions.some((position) => position.instrumentId === instrument.id)) return undefined;
  const move = lastMove(leader, market.sparkline(instrument.id));
  const multiple = nearestOf(instrument.multiples, leader.multiple);
  const rate = rateNow(instrument, market);
  if (move === undefined || multiple === undefined || rate === undefined) return undefined;
  const share = money(Math.max(0, mulDiv(seen.balance, leader.share, 100)));
  const cap = volume(MAX_ORDER_LOTS * LOT_SCALE);
  const size = maxVolume(instrument, quote.close, multiple, rate, seen.feeType, share, cap);
  if (size === 0) return undefined;
  const side: Side = move.points > 0 === (leader.style === 'with') ? 'buy' : 'sell';
  return {
    cid: `${leader.name}-${step}-open`,
    instrumentId: instrument.id,
    side,
    volume: size,
    multiple,
    ...stopsOf(leader, side, quote.close, move.unrest),
    kind: { type: 'market' },
  };
}

/**
 * How far the price went in the minutes looked back on, and how far it goes in one, in points; undefined when that is too
 * little to act on, or the prices of too few minutes are known.
 */
function lastMove(
  { lookback, nerve }: Temperament,
  minutes: ReturnType<Market['sparkline']>,
): { readonly points: number; readonly unrest: number } | undefined {
  const closes = minutes.slice(-lookback - 1).map(([, close]) => close);
  const [first, last] = [closes[0], closes.at(-1)];
  if (closes.length <= lookback || first === undefined || last === undefined) return undefined;
  const unrest =
    closes.slice(1).reduce((sum, close, i) => sum + Math.abs(close - (closes[i] ?? close)), 0) / lookback;
  const points = last - first;
  return points === 0 || Math.abs(points) < nerve * unrest * Math.sqrt(lookback)
    ? undefined
    : { points, unrest };
}

function stopsOf(
  { stop, target, holdMinutes: [from, to] }: Temperament,
  side: Side,
  now: Price,
  unrest: number,
): { readonly stopLoss?: Price; readonly takeProfit?: Price } {
  const sign = side === 'buy' ? 1 : -1;
  const usual = unrest * Math.sqrt((from + to) / 2);
  const away = (factor: number) => Math.max(1, Math.round(usual * factor));
  const stopLoss = stop === undefined ? 0 : now - sign * away(stop);
  const takeProfit = target === undefined ? 0 : now + sign * away(target);
  return {
    ...(stopLoss > 0 ? { stopLoss: price(stopLoss) } : {}),
    ...(takeProfit > 0 ? { takeProfit: price(takeProfit) } : {}),
  };
}

/** Of the leverages on offer the one closest to what the trader is used to; undefined when there is none. */
function nearestOf(multiples: Instrument['multiples'], wanted: number): number | undefined {
  return multiples.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b)[0];
}
