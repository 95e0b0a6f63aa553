import type { Freshness } from '../../../../shared/bridge/market-frame.ts';
import type { WorkingOrders } from '../../../../shared/bridge/worker-api.ts';
import { type AccountTotals, accountTotals } from '../../../../shared/domain/account.ts';
import { type MarketBar, marketBar } from '../../../../shared/domain/allowed.ts';
import { dealFacts, type Instrument } from '../../../../shared/domain/instrument.ts';
import { exposuresOf } from '../../../../shared/domain/instrument-stop-out.ts';
import { type FeeType, feeOf, marginOf, maxVolume } from '../../../../shared/domain/margin.ts';
import { addMoney, type Money, money, subMoney, withinMoney } from '../../../../shared/domain/money.ts';
import type { Side } from '../../../../shared/domain/order.ts';
import { pnlOfPoints, pointValue } from '../../../../shared/domain/pnl.ts';
import type { Price } from '../../../../shared/domain/price.ts';
import { openingPrice, spreadOf } from '../../../../shared/domain/quote.ts';
import type { Exposure } from '../../../../shared/domain/stop-out.ts';
import { type Volume, volume } from '../../../../shared/domain/volume.ts';
import { MAX_VOLUME, parseVolume } from '../../../format/parse.ts';
import type { StopFacts } from '../../shared/stop-units.ts';
import { referenceOf, type TicketDraft } from '../../shared/ticket-draft.ts';

/** The live inputs of a preview; undefined while unknown. */
export interface LiveFacts extends StopFacts {
  readonly feeType: FeeType | undefined;
  readonly freeMargin: Money | undefined;
  readonly equity: Money | undefined;
  /** Margin level at which positions are closed, whole percent. */
  readonly stopOutPercent: number | undefined;
  /** The open positions in this instrument. */
  readonly exposures: readonly Exposure[] | undefined;
}

export interface TicketPreview {
  /** What the order is about, at its price. */
  readonly value: Money;
  /** Profit or loss of one point. */
  readonly point: Money;
  readonly margin: Money;
  readonly fee: Money | undefined;
  /** What the position has lost when it opens, below zero: the spread. */
  readonly spread: Money;
  /** The account after the order is open; below zero of free margin the order would be refused. */
  readonly after: Pick<AccountTotals, 'margin' | 'freeMargin' | 'marginLevel'> | undefined;
}

/** The cost of an order of `side`; undefined while size, multiple, price or rate is missing, and beyond the range of money. */
export function previewOf(
  side: Side,
  draft: TicketDraft,
  instrument: Instrument,
  facts: LiveFacts,
): TicketPreview | undefined {
  const size = parseVolume(draft.lots, instrument);
  const price = referenceOf(draft, instrument, openingPrice(side, facts.quote));
  const { multiple } = draft;
  const { rate, feeType } = facts;
  if (!size.ok || price === undefined || multiple === undefined || !rate) return undefined;
  return withinMoney(() => {
    const margin = marginOf(instrument, size.value, price, multiple, rate);
    const fee = feeType && feeOf(feeType, instrument.feeRateMillionths, size.value, margin);
    const points = pointValue(size.value, instrument.contractSize, instrument.precision);
    const spread = pnlOfPoints(-spreadOf(facts.quote), points, rate);
    const value = marginOf({ ...instrument, marginMode: 'by-price' }, size.value, price, 1, rate);
    const point = pnlOfPoints(1, points, rate);
    return { value, point, margin, fee, spread, after: accountAfter(margin, fee, spread, facts) };
  });
}

function accountAfter(
  margin: Money,
  fee: Money | undefined,
  spread: Money,
  { equity, freeMargin }: LiveFacts,
): TicketPreview['after'] {
  if (fee === undefined || equity === undefined || freeMargin === undefined) return undefined;
  const used = addMoney(subMoney(equity, freeMargin), margin);
  return accountTotals(subMoney(equity, fee), spread, used);
}

/** The size that uses `percent` of the free margin on both sides, in whole steps; undefined while that is unknown. */
export function shareOfMax(
  percent: number,
  draft: TicketDraft,
  instrument: Instrument,
  facts: LiveFacts,
): Volume | undefined {
  const { rate, feeType, freeMargin } = facts;
  const price = referenceOf(draft, instrument, openingPrice('buy', facts.quote));
  if (price === undefined || !rate || !feeType || freeMargin === undefined || draft.multiple === undefined)
    return undefined;
  const most = maxVolume(instrument, price, draft.multiple, rate, feeType, freeMargin, MAX_VOLUME);
  const share = Math.floor((most * percent) / 100 / instrument.lotStep) * instrument.lotStep;
  return volume(most === 0 ? 0 : Math.max(share, instrument.minVolume));
}

/** Of the equity, in percent: the margin of an order that is felt and risks little. */
export const FELT_PERCENT = 1;

/**
 * The size of a first order that is felt: in whole steps, with a margin of at most `FELT_PERCENT` of the equity, but no less
 * than the smallest size. Undefined while that is unknown.
 */
export function feltSize(
  { multiple }: Pick<TicketDraft, 'multiple'>,
  instrument: Instrument,
  { quote, rate, equity }: Pick<LiveFacts, 'quote' | 'rate' | 'equity'>,
): Volume | undefined {
  const price = openingPrice('buy', quote);
  if (price === undefined || !rate || equity === undefined || multiple === undefined) return undefined;
  const share = money(Math.floor((Math.max(equity, 0) * FELT_PERCENT) / 100));
  // The fee is no part of the margin.
  const free = { ...instrument, feeRateMillionths: 0 };
  const size = maxVolume(free, price, multiple, rate, 'of-margin', share, MAX_VOLUME);
  return volume(Math.max(size, instrument.minVolume));
}

/** Why no order can be opened now. A pending order does not need a fresh price: it opens at its target. */
export type Block = MarketBar | 'replay' | 'too-many' | 'no-multiples' | 'no-price' | 'old-price';

export function blockOf(
  kind: TicketDraft['kind']['type'],
  instrument: Instrument,
  marketOpen: boolean | undefined,
  now: Price | undefined,
  freshness: Freshness | undefined,
): Block | undefined {
  if (instrument.multiples.length === 0) return 'no-multiples';
  const bar = marketBar('open', dealFacts(instrument, marketOpen));
  if (bar) return bar;
  if (kind === 'pending') return undefined;
  if (now === undefined) return 'no-price';
  return freshness === 'old' ? 'old-price' : undefined;
}

/** The open positions in an instrument; undefined while they are unknown, and beyond the range of money. */
export function exposuresIn(instrument: Instrument, orders: WorkingOrders): readonly Exposure[] | undefined {
  if (orders.status !== 'ready') return undefined;
  const own = orders.positions.filter((one) => one.instrumentId === instrument.id);
  return withinMoney(() => exposuresOf(instrument, own));
}
