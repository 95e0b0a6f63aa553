import type { Instrument } from '../../../shared/domain/instrument.ts';
import type { Money } from '../../../shared/domain/money.ts';
import {
  type OrderId,
  type PendingOrder,
  type Position,
  stopsAreValid,
} from '../../../shared/domain/order.ts';
import { floatingPnl, pointValue } from '../../../shared/domain/pnl.ts';
import type { Price } from '../../../shared/domain/price.ts';
import type { Rate } from '../../../shared/domain/rate.ts';
import { type Volume, volume } from '../../../shared/domain/volume.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { parsePrice, parseVolume, plainPrice, type VolumeProblem } from '../../format/parse.ts';
import type { StopTexts } from '../../format/stops.ts';

/** The newest first: a new row moves the rows below by its own height only. */
export const newestFirst = <T extends { readonly id: OrderId }>(orders: readonly T[]): readonly T[] =>
  orders.toSorted((a, b) => b.id - a.id);

/** The stops of an order as field texts; empty without a stop. */
export const stopTexts = ({ stopLoss, takeProfit, precision }: Position | PendingOrder): StopTexts => ({
  stopLoss: stopLoss === undefined ? '' : plainPrice(stopLoss, precision),
  takeProfit: takeProfit === undefined ? '' : plainPrice(takeProfit, precision),
});

/** The reference price of an order's stops: the current price, or the target of a pending order. */
export const stopReference = (order: Position | PendingOrder, now: Price | undefined): Price | undefined =>
  order.status === 'pending' ? order.targetPrice : now;

/** Profit or loss at the stop typed in `field`; undefined without a valid stop. */
export function stakeOf(
  order: Position | PendingOrder,
  field: keyof StopTexts,
  text: string,
  reference: Price | undefined,
  instrument: Instrument | undefined,
  rate: Rate | undefined,
): Money | undefined {
  const stop = parsePrice(text, order.precision);
  if (!stop.ok || stop.value === undefined || !instrument || !rate || reference === undefined)
    return undefined;
  const [stopLoss, takeProfit] = field === 'stopLoss' ? [stop.value, undefined] : [undefined, stop.value];
  if (!stopsAreValid(order.side, reference, stopLoss, takeProfit)) return undefined;
  const opened = order.status === 'pending' ? order.targetPrice : order.openPrice;
  const value = pointValue(order.volume, instrument.contractSize, order.precision);
  return floatingPnl(order.side, opened, stop.value, value, rate);
}

/**
 * Parses the size to close: all of the position, or a part that leaves at least the smallest tradable size.
 * @returns undefined for all of it, as the command expects
 */
export function readCloseSize(
  text: string,
  position: Position,
  terms: Pick<Instrument, 'lotStep' | 'minVolume'>,
): Result<Volume | undefined, VolumeProblem> {
  const size = parseVolume(text, terms);
  if (!size.ok) return size;
  if (size.value === position.volume) return ok(undefined);
  const most = position.volume - terms.minVolume;
  return size.value > most ? err('above-max') : ok(size.value);
}

/** The largest partial size that can be closed; zero if only all of it can be closed. */
export const largestPart = (position: Position, terms: Pick<Instrument, 'minVolume'>): Volume =>
  volume(Math.max(0, position.volume - terms.minVolume));
