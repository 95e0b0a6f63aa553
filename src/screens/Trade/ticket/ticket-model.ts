import type { OrderRequest } from '../../../../shared/bridge/worker-api.ts';
import type { Instrument } from '../../../../shared/domain/instrument.ts';
import { mulDiv } from '../../../../shared/domain/money.ts';
import type { Side } from '../../../../shared/domain/order.ts';
import type { Price } from '../../../../shared/domain/price.ts';
import type { TimestampMs } from '../../../../shared/domain/time.ts';
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

/** The form as typed; texts stay texts until somebody taps. */
export interface TicketDraft {
  readonly kind: { readonly type: 'market' } | { readonly type: 'pending'; readonly target: string };
  /** Undefined when the instrument has none configured. */
  readonly multiple: number | undefined;
  readonly lots: string;
  readonly stopLoss: string;
  readonly takeProfit: string;
}

/** What an order would be, apart from its cid and the quote it is sent at. */
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

/** The price a reader saw, and when it was made. */
export interface SeenQuote {
  readonly price: Price;
  readonly at: TimestampMs;
}

/** The smallest deviation that is sent, in points: prices of few digits move by whole points. */
const MIN_DEVIATION_POINTS = 10;

/** A form for `instrument` as it opens: market, with what was used last where that is still on offer. */
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

/** Neither the dearest nor the most daring one. */
const middle = (multiples: readonly number[]): number | undefined =>
  multiples[Math.floor((multiples.length - 1) / 2)];

/**
 * The terms that the form stands for, or everything that is wrong with it.
 * @param now the price at which a market order's stops are judged; unknown, they are left to the exchange
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

/** The price an order would open at: its target when pending, else the price now. */
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
 * @param seen needed for a market order alone; without it there is none to make
 * @param tolerance how far the price may move from the seen one, in hundredths of a percent of it
 */
export function requestOf(
  instrument: Instrument,
  terms: TicketTerms,
  cid: string,
  seen: SeenQuote | undefined,
  tolerance: number,
): OrderRequest | undefined {
  const order = { ...terms, cid, instrumentId: instrument.id };
  if (terms.kind.type === 'pending') return { ...order, kind: terms.kind };
  if (seen === undefined) return undefined;
  const deviation = deviationPoints(seen.price, tolerance);
  return {
    ...order,
    kind: { type: 'market', seenPrice: seen.price, seenAt: seen.at, deviationPoints: deviation },
  };
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
