import { Button } from '../../components/Button.tsx';
import { PriceStepper } from '../../components/PriceStepper.tsx';
import { SigText } from '../../components/SigText.tsx';
import { useSignals } from '../../components/useSignals.ts';
import { formatSigned, toneOf } from '../../format/money.ts';
import { formatPrice } from '../../format/number.ts';
import type { StopProblem } from '../../format/stops.ts';
import { stopProblemText } from '../../i18n/problem-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ActButton } from './ActButton.tsx';
import styles from './StopsForm.module.css';
import type { StopsFormState } from './use-stops-form.ts';

/** Stop loss and take profit of an order, with the price they are judged by and the money they stand for. */
export function StopsForm({ form }: { readonly form: StopsFormState }) {
  const { t } = useTranslation();
  const { order } = form;
  return (
    <div className={styles.form}>
      <p className={styles.reference}>
        {order.status === 'pending' ? t('order.target_price') : t('order.market_price')}
        <SigText className={styles.price} text={() => formatPrice(form.reference(), order.precision)} />
      </p>
      <StopInput form={form} field="stopLoss" />
      <StopInput form={form} field="takeProfit" />
      <p className={styles.hint}>{t('order.stops_hint')}</p>
    </div>
  );
}

interface StopInputProps {
  readonly form: StopsFormState;
  readonly field: StopProblem['field'];
}

function StopInput({ form, field }: StopInputProps) {
  const { t } = useTranslation();
  const { order, problems } = form;
  const problem = problems.find((one) => one.field === field);
  return (
    <div className={styles.input}>
      <PriceStepper
        label={field === 'stopLoss' ? t('order.stop_loss') : t('order.stop_profit')}
        placeholder={t('order.none')}
        value={form.texts[field]}
        onChange={(text) => form.edit(field, text)}
        precision={order.precision}
        from={form.reference}
        error={problem && stopProblemText(t, problem, order.side, order.precision)}
      />
      <SigText
        className={styles.stake}
        tone={() => toneOf(form.stake(field))}
        text={() => {
          const stake = form.stake(field);
          return stake === undefined ? '' : formatSigned(stake, 6);
        }}
      />
    </div>
  );
}

interface StopsFooterProps {
  readonly form: StopsFormState;
  readonly onBack: () => void;
}

export function StopsFooter({ form, onBack }: StopsFooterProps) {
  useSignals();
  const { t } = useTranslation();
  return (
    <div className={styles.actions}>
      <Button variant="quiet" onClick={onBack}>
        {t('public.back')}
      </Button>
      <ActButton variant="primary" wide busy={form.busy.value} onClick={form.save}>
        {t('order.save_stops')}
      </ActButton>
    </div>
  );
}
