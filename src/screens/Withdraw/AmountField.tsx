import { Button } from '../../components/Button.tsx';
import { FormField } from '../../components/form/FormField.tsx';
import { SigText } from '../../components/SigText.tsx';
import { plainDecimal } from '../../components/step-decimal.ts';
import { plainAmount } from '../../format/amount.ts';
import { formatMoney } from '../../format/money.ts';
import { fieldText } from '../../format/parse.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { available } from '../../state/account.ts';
import styles from './Withdraw.module.css';

interface AmountFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: string | undefined;
}

const availableText = (): string => formatMoney(available.value);

/** In the account's currency, fee included; what there is stands below it. */
export function AmountField({ value, onChange, error }: AmountFieldProps) {
  const { t } = useTranslation();
  const takeAll = (): void => {
    const all = available.peek();
    if (all !== undefined) onChange(plainAmount(all));
  };
  return (
    <div className={styles.amount}>
      <FormField
        name="amount"
        label={t('withdraw.amount')}
        placeholder={fieldText('0.00')}
        inputMode="decimal"
        enterKeyHint="next"
        value={fieldText(value)}
        onChange={(text) => onChange(plainDecimal(text))}
        error={error}
        end={
          <>
            <span className={styles.unit}>USD</span>
            <Button variant="quiet" size="s" onClick={takeAll}>
              {t('withdraw.max')}
            </Button>
          </>
        }
      />
      <p className={styles.available}>
        <span>{t('wallet.available')}</span>
        <SigText text={availableText} />
      </p>
    </div>
  );
}
