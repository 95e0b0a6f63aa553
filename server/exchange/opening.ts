import { CODE } from '../../shared/contract/codes.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { negMoney } from '../../shared/domain/money.ts';
import { type OpeningCost, type OpeningFacts, openingCost } from '../../shared/domain/opening.ts';
import type { OrderId, OrderTerms, PendingOrder, Position } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import { houseAccount } from '../ledger/posting.ts';
import { settle } from '../ledger/settle.ts';
import { marketRefusal } from '../refusals.ts';
import type { Context } from './command.ts';
import type { AccountState, DealEvent } from './state.ts';
import { rateNow, totalsOf } from './valuation.ts';

interface Terms {
  readonly instrument: Instrument;
  readonly volume: Volume;
  readonly price: Price;
  readonly multiple: number;
}

/**
 * Margin and fee of an opening; the account's free margin must cover both.
 * Refuses with 4102, and with 4101 while a conversion rate or the value of an open position is unknown.
 */
export function affordable(state: AccountState, terms: Terms, context: Context): Result<OpeningCost> {
  const cost = openingCost(terms, terms.price, openingFacts(state, terms.instrument, terms.price, context));
  if (typeof cost !== 'string') return ok(cost);
  return err(cost === 'unknown' ? marketRefusal() : refusal(CODE.notEnoughMargin));
}

export const openingFacts = (
  state: AccountState,
  instrument: Instrument,
  now: Price,
  { prices, settings }: Context,
): OpeningFacts => ({
  instrument,
  isMarketOpen: instrument.market.status === 'open',
  now,
  rate: rateNow(instrument, prices),
  feeType: settings.feeType,
  freeMargin: totalsOf(state, prices)?.freeMargin,
});

/** The event of a fill, with its fee charged. */
export function opened(
  state: AccountState,
  position: Position,
  context: Context,
  waitsBelow?: boolean,
): DealEvent {
  const posting = settle(state.standing, negMoney(position.fee), houseAccount(state.book, 'fees'), {
    book: state.book,
    kind: 'fee',
    accountId: state.id,
    orderId: position.id,
    at: context.now,
  });
  const record = {
    accountId: state.id,
    order: position,
    ...(waitsBelow === undefined ? {} : { waitsBelow, filledAt: context.now }),
  };
  return { type: 'opened', record, ...(posting === undefined ? {} : { posting }) };
}

/** The fields of an order that do not depend on its status. */
export function orderFacts(
  order: OrderTerms,
  instrument: Instrument,
  id: OrderId,
  context: Context,
): Omit<PendingOrder, 'status' | 'targetPrice'> {
  return {
    id,
    instrumentId: instrument.id,
    code: instrument.code,
    showCode: instrument.showCode,
    precision: instrument.precision,
    side: order.side,
    volume: order.volume,
    multiple: order.multiple,
    ...(order.stopLoss === undefined ? {} : { stopLoss: order.stopLoss }),
    ...(order.takeProfit === undefined ? {} : { takeProfit: order.takeProfit }),
    ...(order.trailPoints === undefined ? {} : { trailPoints: order.trailPoints }),
    createdAt: context.now,
  };
}
