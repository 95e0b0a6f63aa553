import type { Instrument } from '../../shared/domain/instrument.ts';
import { stopReached } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import { closingPrice, type TwoPrices } from '../../shared/domain/quote.ts';
import { readAtOnce } from '../store/read-at-once.ts';
import type { Store } from '../store/store.ts';
import { mustClose } from './decide-stop-out.ts';
import { loadAccounts } from './load.ts';
import type { AccountState, WorkingOrder } from './state.ts';
import { isReached } from './triggers.ts';
import type { Prices } from './valuation.ts';

/** What another ask would trigger at once, beyond what the present one does. */
export interface SpreadPreview {
  /** Positions with a stop loss or a take profit at it. */
  readonly stops: number;
  readonly pending: number;
  /** Accounts whose margin would be too small. */
  readonly stopOuts: number;
}

/** Of all accounts with orders that work in the instrument, as they are stored. */
export async function previewSpread(
  { read }: Pick<Store, 'read'>,
  prices: Prices,
  { id, code }: Instrument,
  ask: Price,
  stopOutPercent: number,
): Promise<SpreadPreview> {
  const states = await readAtOnce(read, async (all) => {
    const rows = await all
      .selectFrom('orders')
      .select('account_id')
      .distinct()
      .where('status', 'in', ['pending', 'open'])
      .where('code', '=', code)
      .execute();
    const accounts = new Set(rows.map((row) => row.account_id));
    return loadAccounts(all, (account) => accounts.has(account));
  });
  const then: Prices = {
    ...prices,
    quote(one) {
      const quote = prices.quote(one);
      return quote && one === id ? { ...quote, ask } : quote;
    },
  };
  const [before, after] = [prices.quote(id), then.quote(id)];
  const isTriggered = (one: WorkingOrder) =>
    before !== undefined && after !== undefined && isDue(one, after) && !isDue(one, before);
  const isStoppedOut = (state: AccountState) =>
    mustClose(state, then, stopOutPercent) && !mustClose(state, prices, stopOutPercent);
  const triggered = states
    .flatMap(({ orders }) => [...orders.values()])
    .filter((one) => one.order.code === code && isTriggered(one));
  return {
    stops: triggered.filter(({ order }) => order.status === 'open').length,
    pending: triggered.filter(({ order }) => order.status === 'pending').length,
    stopOuts: states.filter(isStoppedOut).length,
  };
}

/** A stop that trails as well. */
function isDue(one: WorkingOrder, prices: TwoPrices): boolean {
  const { order } = one;
  return (
    isReached(one, prices) ||
    (order.status === 'open' &&
      stopReached(order.side, closingPrice(order.side, prices), order.stopLoss, undefined) !== undefined)
  );
}
