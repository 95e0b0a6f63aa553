import type { Mark } from '../../shared/contract/order-row.ts';
import { type AccountTotals, accountTotals } from '../../shared/domain/account.ts';
import { customerBar, marketBar } from '../../shared/domain/allowed.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { addMoney, type Money, withinMoney, ZERO_MONEY } from '../../shared/domain/money.ts';
import type { Order, Position } from '../../shared/domain/order.ts';
import { floatingPnl, type PointValue, pointValue } from '../../shared/domain/pnl.ts';
import type { Price } from '../../shared/domain/price.ts';
import { decidingPrice } from '../../shared/domain/quote.ts';
import { type Rate, rateOf } from '../../shared/domain/rate.ts';
import type { Market } from '../feed/market.ts';
import { conversionOf } from '../feed/past-close.ts';
import { shownBalance } from '../ledger/settle.ts';
import { type AccountState, marginOfAll, positionsOf } from './state.ts';

/** The market facts that dealing needs. */
export type Prices = Pick<Market, 'instrument' | 'instrumentByCode' | 'quote' | 'sourceOf'>;

/** The instrument of a stored order; undefined if it is no longer listed on the same terms. */
export function instrumentOf(order: Order, prices: Prices): Instrument | undefined {
  const instrument = prices.instrument(order.instrumentId);
  return instrument?.code === order.code && instrument.precision === order.precision ? instrument : undefined;
}

/** Whether orders may be judged by its current price, which is not one of a halt or of closed hours. */
export const isJudged = (instrument: Instrument | undefined, prices: Prices): boolean =>
  instrument?.market.status === 'open' && prices.quote(instrument.id)?.marketOpen === true;

/**
 * Whether a pending order may be filled now: it waits while the operator lets nothing be opened in its instrument, or by its
 * owner. A market that has closed since the tick does not matter.
 */
export const mayFill = (
  state: Pick<AccountState, 'restriction' | 'book'>,
  { mode }: Instrument,
  settings: RealMoney,
): boolean =>
  marketBar('open', { mode, isMarketOpen: undefined }) === undefined &&
  customerBar('open', state.restriction) === undefined &&
  !isSimulatedTo(state, settings);

interface RealMoney {
  /** See `DealingSettings`. */
  readonly refusesReal?: boolean;
}

/** Whether the account is for real money, and may open nothing at simulated prices. */
export const isSimulatedTo = (
  { book }: Pick<AccountState, 'book'>,
  { refusesReal = false }: RealMoney,
): boolean => refusesReal && book !== 'demo';

/** The current value of the quote currency; undefined while the conversion instrument has no price. */
export function rateNow(instrument: Instrument, prices: Prices): Rate | undefined {
  const { settle } = instrument;
  const conversion = conversionOf(settle, prices);
  return rateOf(settle, conversion && prices.quote(conversion.id)?.close, conversion?.precision ?? 0);
}

const pointValues = new WeakMap<Position, PointValue>();

/** Floating profit of a position at a price; undefined while its conversion rate is unknown, and beyond the range of money. */
export function pnlAt(
  position: Position,
  at: Price,
  instrument: Instrument,
  prices: Prices,
): Money | undefined {
  const rate = rateNow(instrument, prices);
  if (rate === undefined) return undefined;
  return withinMoney(() => {
    let value = pointValues.get(position);
    if (value === undefined) {
      value = pointValue(position.volume, instrument.contractSize, position.precision);
      pointValues.set(position, value);
    }
    return floatingPnl(position.side, position.openPrice, at, value, rate);
  });
}

/** What an order would close at now, a pending one open at, and, for a position, the profit at it. */
export function markOf(order: Order, prices: Prices): Mark | undefined {
  const instrument = instrumentOf(order, prices);
  const quote = instrument && prices.quote(instrument.id);
  if (instrument === undefined || quote === undefined) return undefined;
  const price = decidingPrice(order, quote);
  if (order.status !== 'open') return { price, pnl: ZERO_MONEY };
  const pnl = pnlAt(order, price, instrument, prices);
  return pnl === undefined ? undefined : { price, pnl };
}

/**
 * The account's totals at the current quotes. Undefined while the value of a position is unknown, or a total
 * exceeds the range of money: decisions never use estimates.
 */
export function totalsOf(state: AccountState, prices: Prices): AccountTotals | undefined {
  const positions = positionsOf(state);
  const profits: Money[] = [];
  for (const position of positions) {
    const mark = markOf(position, prices);
    if (mark === undefined) return undefined;
    profits.push(mark.pnl);
  }
  return withinMoney(() => {
    const floating = profits.reduce((sum, pnl) => addMoney(sum, pnl), ZERO_MONEY);
    return accountTotals(shownBalance(state.standing), floating, marginOfAll(positions));
  });
}
