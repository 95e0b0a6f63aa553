import type { OrderRequest } from '../../../../shared/bridge/worker-api.ts';
import type { Instrument } from '../../../../shared/domain/instrument.ts';
import { mulDiv } from '../../../../shared/domain/money.ts';
import type { Side } from '../../../../shared/domain/order.ts';
import type { Price } from '../../../../shared/domain/price.ts';
import type { Volume } from '../../../../shared/domain/volume.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import {
  type PriceProblem,
  parsePrice,
  parseVolume,
  plainLots,
  type VolumeProblem,
} from '../../../format/parse.ts';
import { parseStops, type StopProblem } from '../../../format/stops.ts';
import type { TicketMemory } from '../../../state/preferences.ts';

/** The form as typed; texts are parsed when Buy or Sell is tapped. */
export interface TicketDraft {
  readonly kind: { readonly type: 'market' } | { readonly type: 'pending'; readonly target: string };
  /** Undefined if the instrument has no multiples. */
  readonly multiple: number | undefined;
  readonly lots: string;
  readonly stopLoss: string;
  readonly takeProfit: string;
}

/** The terms of an order, without its cid and the quote that was seen. */
export interface TicketTerms {
  readonly side: Side;
  readonly volume: Volume;
  readonly multiple: number;
  readonly stopLoss?: Price;
  readonly takeProfit?: Price;
  readonly kind: { readonly type: 'market' } | { readonly type: 'pending'; readonly targetPrice: Price };
}

export type FieldProblem =
  | { readonly field: 'multiple'; readonly reason: 'none-configured' }
  | { readonly field: 'lots'; readonly reason: VolumeProblem }
  | { readonly field: 'target'; readonly reason: PriceProblem | 'required' }
  | (StopProblem & { readonly side: Side });

export type TicketField = FieldProblem['field'];

/** The smallest deviation that is sent, in points: prices with few digits move by whole points. */
const MIN_DEVIATION_POINTS = 10;

/** The initial draft for `instrument`: a market order with the last used multiple and size, if still offered. */
export function openDraft(instrument: Instrument, memory: TicketMemory | undefined): TicketDraft {
  const { multiples, minVolume, lotStep } = instrument;
  const known = memory && multiples.includes(memory.multiple) ? memory.multiple : middle(multiples);
  const size = memory && memory.volume >= minVolume ? memory.volume : minVolume;
  return {
    kind: { type: 'market' },
    multiple: known,
    lots: plainLots(size, lotStep),
    stopLoss: '',
    takeProfit: '',
  };
}

/** The middle one: neither the most expensive nor the riskiest. */
const middle = (multiples: readonly number[]): number | undefined =>
  multiples[Math.floor((multiples.length - 1) / 2)];

/**
 * Parses the form to the terms of an order, or to all its problems.
 * @param now the reference price of a market order's stops; if unknown, the exchange checks them
 */
export function readTicket(
  draft: TicketDraft,
  instrument: Instrument,
  side: Side,
  now: Price | undefined,
): Result<TicketTerms, readonly FieldProblem[]> {
  const problems: FieldProblem[] = [];
  const size = parseVolume(draft.lots, instrument);
  const kind = readKind(draft, instrument.precision);
  const stops = parseStops(draft, instrument.precision, side, referenceOf(draft, instrument, now));
  const multiple = draft.multiple;
  if (multiple === undefined) problems.push({ field: 'multiple', reason: 'none-configured' });
  if (!kind.ok) problems.push(kind.error);
  if (!size.ok) problems.push({ field: 'lots', reason: size.error });
  if (!stops.ok) problems.push(...stops.error.map((problem) => ({ ...problem, side })));
  if (multiple === undefined || !kind.ok || !size.ok || !stops.ok) return err(problems);
  return ok({ side, volume: size.value, multiple, ...stops.value, kind: kind.value });
}

/** The price at which the order would open: the target of a pending order, else the current price. */
export function referenceOf(
  draft: TicketDraft,
  instrument: Instrument,
  now: Price | undefined,
): Price | undefined {
  if (draft.kind.type === 'market') return now;
  const target = parsePrice(draft.kind.target, instrument.precision);
  return target.ok ? target.value : undefined;
}

/**
 * @param seenPrice the price that was on the screen, needed for market orders only; without it the result is undefined
 * @param tolerance largest deviation from the seen price, in hundredths of a percent
 */
export function requestOf(
  instrument: Instrument,
  terms: TicketTerms,
  cid: string,
  seenPrice: Price | undefined,
  tolerance: number,
): OrderRequest | undefined {
  const order = { ...terms, cid, instrumentId: instrument.id };
  if (terms.kind.type === 'pending') return { ...order, kind: terms.kind };
  if (seenPrice === undefined) return undefined;
  const deviation = deviationPoints(seenPrice, tolerance);
  return { ...order, kind: { type: 'market', seenPrice, deviationPoints: deviation } };
}

export const deviationPoints = (price: Price, tolerance: number): number =>
  Math.max(MIN_DEVIATION_POINTS, mulDiv(price, tolerance, 10_000));

function readKind(draft: TicketDraft, precision: number): Result<TicketTerms['kind'], FieldProblem> {
  if (draft.kind.type === 'market') return ok({ type: 'market' });
  const target = parsePrice(draft.kind.target, precision);
  if (!target.ok) return err({ field: 'target', reason: target.error });
  return target.value === undefined
    ? err({ field: 'target', reason: 'required' })
    : ok({ type: 'pending', targetPrice: target.value });
}
