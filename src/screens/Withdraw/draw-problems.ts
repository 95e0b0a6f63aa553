import type { WireDrawCurrency } from '../../../shared/contract/wire-payments.ts';
import { money } from '../../../shared/domain/money.ts';
import { MAX_MEMO } from '../../../shared/domain/payee.ts';
import { lineProblem } from '../../../shared/domain/plain-line.ts';
import { type AmountProblem, parseAmount } from '../../format/amount.ts';
import type { Translate } from '../../i18n/use-translation.ts';
import { available } from '../../state/account.ts';
import type { DrawIntent } from '../shared/draw-intent.ts';
import { drawTerms, quoteDraw } from '../shared/draw-terms.ts';

const PROBLEMS = {
  empty: 'withdraw.input_amount',
  zero: 'withdraw.input_amount',
  malformed: 'withdraw.bad_amount',
  'too-precise': 'withdraw.too_precise',
} as const satisfies Readonly<Record<AmountProblem, string>>;

/** What stands under the amount. */
export function amountProblem(
  t: Translate,
  amount: string,
  currency: WireDrawCurrency | undefined,
  intent: DrawIntent,
): string | undefined {
  const parsed = parseAmount(amount);
  if (!parsed.ok) return t(PROBLEMS[parsed.error]);
  const asked = money(parsed.value.millionths);
  const owned = available.peek();
  // What the exchange may hold already is asked about again, whatever is left of the balance.
  const isOpen = intent.open()?.number === parsed.value.text;
  if (owned !== undefined && asked > owned && !isOpen) return t('withdraw.not_enough');
  const quote = currency && quoteDraw(asked, drawTerms(currency));
  return quote === undefined || quote.net <= 0 ? t('withdraw.below_fee') : undefined;
}

/** What stands under the memo. */
export function memoProblem(t: Translate, memo: string): string | undefined {
  const problem = lineProblem(memo, MAX_MEMO, false);
  if (problem === 'too-long') return t('wallet.too_long', { length: MAX_MEMO });
  return problem === undefined ? undefined : t('wallet.odd_text');
}
