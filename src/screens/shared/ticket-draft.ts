import type { Instrument } from '../../../shared/domain/instrument.ts';
import type { Side } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { parsePrice, plainLots } from '../../format/parse.ts';
import type { TicketMemory } from '../../state/ticket-memory.ts';

export const STOP_UNITS = ['price', 'points', 'percent', 'money'] as const;
/** What the texts of both stops mean: prices, or distances from the order's price in points, percent of margin or money. */
export type StopUnit = (typeof STOP_UNITS)[number];

/** A stop in the unit in which it was typed. */
export interface TypedStop {
  readonly unit: StopUnit;
  readonly text: string;
}

/** The form as typed; texts are parsed when Buy or Sell is tapped. */
export interface TicketDraft {
  readonly kind: { readonly type: 'market' } | { readonly type: 'pending'; readonly target: string };
  /** Undefined if the instrument has no multiples. */
  readonly multiple: number | undefined;
  readonly lots: string;
  readonly stopUnit: StopUnit;
  readonly stopLoss: string;
  readonly takeProfit: string;
  /** The side for which distances become prices, when the unit changes or an empty stop is stepped. */
  readonly stopSide: Side;
  /** The stop loss follows the price at its distance. */
  readonly trails?: boolean | undefined;
  /** What is shown in another unit than it was typed in, if that rounds it. A price is a distance in points from then on. */
  readonly typedStops?: Readonly<Record<'stopLoss' | 'takeProfit', TypedStop | undefined>> | undefined;
}

/** The initial draft for `instrument`: a market order with the last used multiple and size, if still offered. */
export function openDraft(instrument: Instrument, memory: TicketMemory | undefined): TicketDraft {
  const { multiples, minVolume, lotStep } = instrument;
  const known = memory && multiples.includes(memory.multiple) ? memory.multiple : middle(multiples);
  const size = memory && memory.volume >= minVolume ? memory.volume : minVolume;
  return {
    kind: { type: 'market' },
    multiple: known,
    lots: plainLots(size, lotStep),
    stopUnit: 'points',
    stopLoss: '',
    takeProfit: '',
    stopSide: 'buy',
  };
}

/**
 * The form after its order was accepted: stops and target that were meant for that order are gone, type, size and leverage
 * stay for the next. What was typed since it was sent stays. The same form if there is nothing to empty.
 */
export function afterOrder(draft: TicketDraft, sent: TicketDraft): TicketDraft {
  const { kind } = draft;
  const isSentTarget =
    kind.type === 'pending' && sent.kind.type === 'pending' && kind.target === sent.kind.target;
  const areSentStops = (['stopUnit', 'stopLoss', 'takeProfit', 'trails'] as const).every(
    (part) => (draft[part] || undefined) === (sent[part] || undefined),
  );
  const isTargetKept = !isSentTarget || kind.target === '';
  const areStopsKept = !areSentStops || (draft.stopLoss === '' && draft.takeProfit === '');
  if (isTargetKept && areStopsKept) return draft;
  return {
    ...draft,
    ...(isSentTarget && { kind: { type: 'pending', target: '' } }),
    ...(areSentStops && { stopLoss: '', takeProfit: '', typedStops: undefined, trails: undefined }),
  };
}

/** The middle one: neither the most expensive nor the riskiest. */
const middle = (multiples: readonly number[]): number | undefined =>
  multiples[Math.floor((multiples.length - 1) / 2)];

/** The price at which the order would open: the target of a pending order, else the current price. */
export function referenceOf(
  draft: TicketDraft,
  instrument: Pick<Instrument, 'precision'>,
  now: Price | undefined,
): Price | undefined {
  if (draft.kind.type === 'market') return now;
  const target = parsePrice(draft.kind.target, instrument.precision);
  return target.ok ? target.value : undefined;
}
