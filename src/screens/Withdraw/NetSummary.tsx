import type { WireDrawCurrency } from '../../../shared/contract/wire-payments.ts';
import { money } from '../../../shared/domain/money.ts';
import { formatAmount, parseAmount } from '../../format/amount.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { drawTerms, feeShareText, quoteDraw } from '../shared/draw-terms.ts';
import { Facts } from './Facts.tsx';

interface NetSummaryProps {
  readonly amount: string;
  readonly currency: WireDrawCurrency;
}

/** What the withdrawal costs and what arrives, as the exchange will reckon it. */
export function NetSummary({ amount, currency }: NetSummaryProps) {
  const { t } = useTranslation();
  const terms = drawTerms(currency);
  const parsed = parseAmount(amount);
  const quote = parsed.ok ? quoteDraw(money(parsed.value.millionths), terms) : undefined;
  const share = feeShareText(terms);
  // A fixed fee is known before any amount is.
  const fee = terms.fee.type === 'fixed' ? terms.fee.amount : quote?.fee;
  return (
    <Facts
      rows={[
        {
          label: share === undefined ? t('withdraw.fee') : t('withdraw.fee_share', { share }),
          value: `${formatAmount(fee)} USD`,
        },
        { label: t('withdraw.rate'), value: `1 USD = ${formatAmount(terms.drawRate)} ${currency.code}` },
        {
          label: t('withdraw.receive'),
          value: `${formatAmount(quote?.net)} ${currency.code}`,
          strong: true,
        },
      ]}
    />
  );
}
