import type { DrawCurrency } from '../../../shared/contract/payments.ts';
import { type ForeignAmount, ratio } from '../../../shared/domain/foreign-amount.ts';
import { type Money, withinMoney } from '../../../shared/domain/money.ts';
import { type DrawTerms, drawFee, drawNet } from '../../../shared/domain/withdrawal.ts';
import { formatAmount } from '../../format/amount.ts';
import { withPercent } from '../../format/number.ts';

/** Specification, section 9. */
const FIXED_FEE = 1;

export const drawTerms = ({ feeType, fee, rate }: DrawCurrency): DrawTerms => ({
  fee: feeType === FIXED_FEE ? { type: 'fixed', amount: fee } : { type: 'share', of: ratio(fee) },
  drawRate: ratio(rate),
});

export interface DrawQuote {
  readonly fee: Money;
  readonly net: ForeignAmount;
}

/** Fee and received amount as the server computes them; undefined for an amount beyond the range of money. */
export const quoteDraw = (amount: Money, terms: DrawTerms): DrawQuote | undefined =>
  withinMoney(() => ({ fee: drawFee(amount, terms), net: drawNet(amount, terms) }));

const HUNDRED = 100;

/** `1.00%` for a proportional fee; undefined for a fixed one. */
export const feeShareText = ({ fee }: DrawTerms): string | undefined =>
  fee.type === 'share' ? withPercent(formatAmount(fee.of * HUNDRED)) : undefined;
