import type { OrderRequest } from '../../../../shared/bridge/worker-api.ts';
import { CODE } from '../../../../shared/contract/codes.ts';
import type { Instrument } from '../../../../shared/domain/instrument.ts';
import type { Side } from '../../../../shared/domain/order.ts';
import type { Price } from '../../../../shared/domain/price.ts';
import { closingPrice, openingPrice } from '../../../../shared/domain/quote.ts';
import { deviationPoints } from '../../../../shared/domain/tolerance.ts';
import type { Volume } from '../../../../shared/domain/volume.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { type PriceProblem, parsePrice, parseVolume, type VolumeProblem } from '../../../format/parse.ts';
import { type StopFacts, type StopName, stopsOf, type TypedStopProblem } from '../../shared/stop-units.ts';
import { referenceOf, type StopUnit, type TicketDraft } from '../../shared/ticket-draft.ts';

/** The terms of an order, without its cid and the quote that was seen. */
export interface TicketTerms {
  readonly side: Side;
  readonly volume: Volume;
  readonly multiple: number;
  readonly stopLoss?: Price;
  readonly takeProfit?: Price;
  /** In place of a stop loss: the distance at which it follows the price. */
  readonly trailPoints?: number;
  readonly kind: { readonly type: 'market' } | { readonly type: 'pending'; readonly targetPrice: Price };
}

export type FieldProblem =
  | { readonly field: 'multiple'; readonly reason: 'none-configured' }
  | { readonly field: 'lots'; readonly reason: VolumeProblem }
  | { readonly field: 'target'; readonly reason: PriceProblem | 'required' | 'at-market' }
  | (TypedStopProblem & { readonly side: Side; readonly unit: StopUnit })
  /** By the exchange, in its words. */
  | { readonly field: TicketField; readonly reason: 'refused'; readonly message: string };

export type TicketField = 'multiple' | 'lots' | 'target' | StopName;

/** The fields that a refusal of the exchange is about; none for one that is about no field. */
export function refusedFields(
  code: number,
  { kind, stopLoss, takeProfit }: TicketTerms,
): readonly TicketField[] {
  switch (code) {
    case CODE.noMultiple:
      return ['multiple'];
    case CODE.notEnoughMargin:
    case CODE.badVolume:
      return ['lots'];
    case CODE.wrongSidePrice: {
      const stops = [
        ...(stopLoss === undefined ? [] : (['stopLoss'] as const)),
        ...(takeProfit === undefined ? [] : (['takeProfit'] as const)),
      ];
      // The exchange does not say which. The stops of a pending order depend on its target alone and were checked here.
      return kind.type === 'pending' ? ['target'] : stops;
    }
    default:
      return [];
  }
}

/**
 * Parses the form to the terms of an order, or to all its problems.
 * While the price is unknown, the exchange checks stops that are typed as prices.
 */
export function readTicket(
  draft: TicketDraft,
  instrument: Instrument,
  side: Side,
  facts: StopFacts,
): Result<TicketTerms, readonly FieldProblem[]> {
  const problems: FieldProblem[] = [];
  const size = parseVolume(draft.lots, instrument);
  const kind = readKind(draft, instrument.precision, openingPrice(side, facts.quote));
  const stops = stopsOf(draft, instrument, facts).pricesFor(side);
  const multiple = draft.multiple;
  if (multiple === undefined) problems.push({ field: 'multiple', reason: 'none-configured' });
  if (!kind.ok) problems.push(kind.error);
  if (!size.ok) problems.push({ field: 'lots', reason: size.error });
  if (!stops.ok) problems.push(...stops.error.map((problem) => ({ ...problem, side, unit: draft.stopUnit })));
  if (multiple === undefined || !kind.ok || !size.ok || !stops.ok) return err(problems);
  const { stopLoss, ...rest } = stops.value;
  const from = referenceOf(draft, instrument, closingPrice(side, facts.quote));
  const isTrailing = draft.trails === true && stopLoss !== undefined && from !== undefined;
  const loss = isTrailing
    ? { trailPoints: Math.abs(from - stopLoss) }
    : stopLoss === undefined
      ? {}
      : { stopLoss };
  return ok({ side, volume: size.value, multiple, ...loss, ...rest, kind: kind.value });
}

/**
 * @param seenPrice the opening price of its side that was on the screen, needed for market orders only; without it the result is undefined
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

function readKind(
  draft: TicketDraft,
  precision: number,
  now: Price | undefined,
): Result<TicketTerms['kind'], FieldProblem> {
  if (draft.kind.type === 'market') return ok({ type: 'market' });
  const target = parsePrice(draft.kind.target, precision);
  if (!target.ok) return err({ field: 'target', reason: target.error });
  if (target.value === undefined) return err({ field: 'target', reason: 'required' });
  if (target.value === now) return err({ field: 'target', reason: 'at-market' });
  return ok({ type: 'pending', targetPrice: target.value });
}
