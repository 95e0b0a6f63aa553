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

/** Newest first: a new row never moves the ones below the finger's place in the list by more than its own height. */
export const newestFirst = <T extends { readonly id: OrderId }>(orders: readonly T[]): readonly T[] =>
  orders.toSorted((a, b) => b.id - a.id);

/** The stops of an order for their fields; empty for none. */
export const stopTexts = ({ stopLoss, takeProfit, precision }: Position | PendingOrder): StopTexts => ({
  stopLoss: stopLoss === undefined ? '' : plainPrice(stopLoss, precision),
  takeProfit: takeProfit === undefined ? '' : plainPrice(takeProfit, precision),
});

/** What the stops of an order are judged by: the price now, or the target while it waits. */
export const stopReference = (order: Position | PendingOrder, now: Price | undefined): Price | undefined =>
  order.status === 'pending' ? order.targetPrice : now;

/** What the order would make or lose at the stop typed in `field`; undefined when that is none or can't be. */
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
 * The size to close: all of the position, or a part that leaves a rest which could be traded by itself.
 * @returns undefined for all of it, as the command wants it
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

/** The largest part that may be closed without closing all; zero when there is none. */
export const largestPart = (position: Position, terms: Pick<Instrument, 'minVolume'>): Volume =>
  volume(Math.max(0, position.volume - terms.minVolume));
