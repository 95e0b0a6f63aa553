import { Chips } from '../../../components/Chips.tsx';
import { useSignals } from '../../../components/useSignals.ts';
import { formatRatio } from '../../../format/number.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { priceTolerance, TOLERANCES } from '../../../state/preferences.ts';
import styles from './Ticket.module.css';

/** How far from the price that was seen a market order may be filled: a setting for all instruments. */
export function ToleranceField() {
  useSignals();
  const { t } = useTranslation();
  return (
    <div className={styles.choice}>
      <span className={styles.label}>{t('ticket.tolerance')}</span>
      <Chips
        label={t('ticket.tolerance')}
        value={priceTolerance.value}
        options={TOLERANCES.map((value) => ({ value, label: formatRatio(value) }))}
        onChange={(value) => {
          priceTolerance.value = value;
        }}
      />
      <p className={styles.note}>{t('ticket.tolerance_hint')}</p>
    </div>
  );
}
