import type { Instrument } from '../../../shared/domain/instrument.ts';
import { type OpeningFacts, type WaitProblem, waitProblem } from '../../../shared/domain/opening.ts';
import {
  type OrderId,
  type PendingOrder,
  type Position,
  stopsAreValid,
} from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { type Volume, volume } from '../../../shared/domain/volume.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { type PriceProblem, parsePrice, parseVolume, type VolumeProblem } from '../../format/parse.ts';
import type { Stops } from '../../format/stops.ts';

/** The newest first: a new row moves the rows below by its own height only. */
export const newestFirst = <T extends { readonly id: OrderId }>(orders: readonly T[]): readonly T[] =>
  orders.toSorted((a, b) => b.id - a.id);

/** The reference price of an order's stops: the current price, or the target of a pending order. */
export const stopReference = (order: Position | PendingOrder, now: Price | undefined): Price | undefined =>
  order.status === 'pending' ? order.targetPrice : now;

/**
 * Parses the size to close: all of the position, or a part that leaves at least the smallest tradable size.
 * @returns undefined for all of it, as the command expects
 */
export function readCloseSize(
  text: string,
  position: Position,
  terms: Pick<Instrument, 'lotStep' | 'minVolume'>,
): Result<Volume | undefined, VolumeProblem> {
  // All of it can be closed, also where the smallest size or the step was raised since it was opened.
  const exact = parseVolume(text, { lotStep: volume(1), minVolume: volume(1) });
  if (exact.ok && exact.value === position.volume) return ok(undefined);
  const size = parseVolume(text, terms);
  if (!size.ok) return size;
  const most = position.volume - terms.minVolume;
  return size.value > most ? err('above-max') : ok(size.value);
}

/** The largest partial size that can be closed; zero if only all of it can be closed. */
export const largestPart = (position: Position, terms: Pick<Instrument, 'minVolume'>): Volume =>
  volume(Math.max(0, position.volume - terms.minVolume));

/** The shares of a position that the chips offer, in percent. */
const SHARES = [25, 50, 75, 100] as const;

/**
 * The sizes of a quarter, a half, three quarters and all of a position, rounded to the lot step; those that can be closed. A
 * size that several shares round to has the nearest of them.
 */
export function closeShares(
  position: Position,
  terms: Pick<Instrument, 'lotStep' | 'minVolume'>,
): readonly { readonly percent: number; readonly size: Volume }[] {
  const most = Math.floor(largestPart(position, terms) / terms.lotStep) * terms.lotStep;
  const bySize = new Map<number, { readonly percent: number; readonly size: Volume; readonly off: number }>();
  for (const percent of SHARES) {
    const exact = (position.volume * percent) / 100;
    const part = Math.min(Math.round(exact / terms.lotStep) * terms.lotStep, most);
    const size = volume(percent === 100 ? position.volume : part);
    const off = Math.abs(size - exact);
    if (size >= terms.minVolume && off < (bySize.get(size)?.off ?? Number.POSITIVE_INFINITY))
      bySize.set(size, { percent, size, off });
  }
  return [...bySize.values()];
}

export type AmendProblem = PriceProblem | 'required' | Exclude<WaitProblem, 'unknown'>;

/** Parses the new price of a pending order. The exchange checks what depends on facts that are unknown. */
export function readAmend(
  text: string,
  order: PendingOrder,
  facts: OpeningFacts,
): Result<Price, AmendProblem> {
  const parsed = parsePrice(text, order.precision);
  if (!parsed.ok) return parsed;
  if (parsed.value === undefined) return err('required');
  const problem = waitProblem(order, parsed.value, facts);
  return problem === undefined || problem === 'unknown' ? ok(parsed.value) : err(problem);
}

/** Stops as they are sent; `trailPoints` in place of a stop loss. */
export type OrderStops = Stops & { readonly trailPoints?: number };

/** Whether the price allows a stop at the opening price, so that the position can no longer lose by it. */
export const canBreakEven = (order: Position | PendingOrder, now: Price | undefined): order is Position =>
  order.status === 'open' && now !== undefined && stopsAreValid(order.side, now, order.openPrice, undefined);
