import type { DrawCurrency, DrawMethod } from '../../../shared/contract/payments.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Modal.tsx';
import { formatAmount, parseAmount } from '../../format/amount.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { currencyName, payeeOf } from '../shared/destinations.ts';
import { Facts } from './Facts.tsx';
import type { DrawFormState } from './use-draw-form.ts';

interface ConfirmDrawProps {
  readonly draw: DrawFormState;
  readonly currency: DrawCurrency;
  readonly method: DrawMethod;
}

/** All terms of the withdrawal, to be confirmed. */
export function ConfirmDraw({ draw, currency, method }: ConfirmDrawProps) {
  const { t } = useTranslation();
  const { order, quote, hasChanged } = draw.asking ?? {};
  const parsed = parseAmount(order?.amount ?? '');
  const net = `${formatAmount(quote?.net)} ${currency.code}`;
  const bank = [method.bankName, method.branchName].filter((line) => line !== '').join(' · ');
  const rows = [
    { label: t('withdraw.currency'), value: currencyName(currency) },
    { label: t('withdraw.pay_to'), value: payeeOf(method) },
    ...(bank === '' ? [] : [{ label: t('wallet.bank_name'), value: bank, words: true }]),
    ...(method.payeeName === ''
      ? []
      : [{ label: t('wallet.payee_name'), value: method.payeeName, words: true }]),
    {
      label: t('withdraw.amount'),
      value: `${formatAmount(parsed.ok ? parsed.value.millionths : undefined)} USD`,
    },
    { label: t('withdraw.fee'), value: `${formatAmount(quote?.fee)} USD` },
    ...(order?.memo === undefined ? [] : [{ label: t('withdraw.memo'), value: order.memo, words: true }]),
    { label: t('withdraw.receive'), value: net, strong: true },
  ];
  return (
    <Dialog
      open={draw.asking !== undefined}
      onClose={draw.dismiss}
      title={t('withdraw.confirm_title')}
      actions={
        <>
          <Button variant="quiet" disabled={draw.sending} onClick={draw.dismiss}>
            {t('public.cancel')}
          </Button>
          <Button variant="primary" busy={draw.sending} onClick={() => void draw.confirm()}>
            {t('withdraw.title')}
          </Button>
        </>
      }
    >
      {hasChanged && (
        <p className="warning" role="alert">
          {t('withdraw.terms_changed')}
        </p>
      )}
      <Facts rows={rows} />
    </Dialog>
  );
}
