import { ledgerRepository } from '../../../server/ledger/ledger-repository.ts';
import { houseAccount } from '../../../server/ledger/posting.ts';
import type { ForeignAmount } from '../../../shared/domain/foreign-amount.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import type { DealingOptions } from '../../helpers/dealing.ts';
import { startPayments } from './payments-scene.ts';

/** The initial currencies: USDT on TRC20 with a fee of 2, and euros at 0.9 minus one percent. */
export const USDT = 1;
export const EUR = 4;

/** A customer with money and a saved method. */
export async function startWithdrawals({
  owns = 1_000,
  ...options
}: DealingOptions & { owns?: number } = {}) {
  const scene = await startPayments(options);
  const account = await scene.openReal(owns);
  const { id: methodId } = await scene.coinMethod(account);
  const figures = () => scene.exchange.figures(account);
  const ask = (
    amount: number,
    more: { readonly cid?: string; readonly memo?: string; readonly confirmedNet?: ForeignAmount } = {},
  ) =>
    scene.payments.withdrawals.request(account, {
      currencyId: USDT,
      methodId,
      amount: moneyFromWire(amount),
      memo: '',
      ...more,
    });
  const house = async (purpose: 'payouts' | 'fees') =>
    (await ledgerRepository(scene.store.read).balances()).get(houseAccount('real', purpose));
  return { ...scene, account, methodId, figures, ask, house };
}

/** Figures of an account, in decimals. */
export const owned = (balance: number, lockBalance: number) => ({
  balance: moneyFromWire(balance),
  lockBalance: moneyFromWire(lockBalance),
});
