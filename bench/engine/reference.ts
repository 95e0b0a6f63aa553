import { type AccountTotals, accountTotals } from '../../shared/domain/account.ts';
import { money } from '../../shared/domain/money.ts';
import { floatingPnl, pointValue } from '../../shared/domain/pnl.ts';
import { price } from '../../shared/domain/price.ts';
import { rateOf } from '../../shared/domain/rate.ts';
import type { Account } from './account.ts';

/** The account's totals at these prices (points by instrument id) by the shared formulas, position by position. */
export function expectedTotals(
  { instruments, positions, balance }: Account,
  prices: ReadonlyMap<number, number>,
): AccountTotals {
  const byId = new Map<number, (typeof instruments)[number]>(instruments.map((one) => [one.id, one]));
  const byCode = new Map(instruments.map((one) => [one.code, one]));
  const priceOf = (id: number) => price(prices.get(id) ?? Number.NaN);
  const profits = positions.map(({ instrumentId, side, openPrice, volume }) => {
    const instrument = byId.get(instrumentId);
    if (instrument === undefined) throw new Error('a position of an instrument that is not listed');
    const { settle, contractSize, precision } = instrument;
    const settling = settle.status === 'none' ? undefined : byCode.get(settle.code);
    const rate = rateOf(settle, settling && priceOf(settling.id), settling?.precision ?? 0);
    if (rate === undefined) throw new Error(`no rate for ${instrument.code}`);
    const value = pointValue(volume, contractSize, precision);
    return floatingPnl(side, openPrice, priceOf(instrumentId), value, rate);
  });
  const sum = (amounts: readonly number[]) => money(amounts.reduce((total, one) => total + one, 0));
  return accountTotals(balance, sum(profits), sum(positions.map(({ margin }) => margin)));
}
