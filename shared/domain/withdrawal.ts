import { type ForeignAmount, foreignAmount, type Ratio, timesRatio } from './foreign-amount.ts';
import { type Money, money, subMoney } from './money.ts';

/** The fee and the rate of a withdrawal. */
export interface DrawTerms {
  /** `fee_type` 1: money as it is; else: a share of the amount. */
  readonly fee:
    | { readonly type: 'fixed'; readonly amount: Money }
    | { readonly type: 'share'; readonly of: Ratio };
  /** The payout for one unit of the account's currency. */
  readonly drawRate: Ratio;
}

/** The fee in the account's currency; it may exceed the amount. */
export const drawFee = (amount: Money, { fee }: DrawTerms): Money =>
  fee.type === 'fixed' ? fee.amount : money(timesRatio(amount, fee.of));

/** The payout: max(0, (amount - fee) x draw_rate); specification, section 9. */
export function drawNet(amount: Money, terms: DrawTerms): ForeignAmount {
  const rest = subMoney(amount, drawFee(amount, terms));
  return foreignAmount(rest > 0 ? timesRatio(rest, terms.drawRate) : 0);
}
