import { type ForeignAmount, foreignAmount, type Ratio, timesRatio } from './foreign-amount.ts';
import { type Money, money, subMoney } from './money.ts';

/** What a withdrawal costs, and what it is paid out at. */
export interface DrawTerms {
  /** `fee_type` 1: money as it is; else: a share of the amount. */
  readonly fee:
    | { readonly type: 'fixed'; readonly amount: Money }
    | { readonly type: 'share'; readonly of: Ratio };
  /** What one unit of the account's currency is paid out as. */
  readonly drawRate: Ratio;
}

/** In the account's currency; it may be more than the amount. */
export const drawFee = (amount: Money, { fee }: DrawTerms): Money =>
  fee.type === 'fixed' ? fee.amount : money(timesRatio(amount, fee.of));

/** What is paid out: max(0, (amount - fee) x draw_rate); specification, section 9. */
export function drawNet(amount: Money, terms: DrawTerms): ForeignAmount {
  const rest = subMoney(amount, drawFee(amount, terms));
  return foreignAmount(rest > 0 ? timesRatio(rest, terms.drawRate) : 0);
}
