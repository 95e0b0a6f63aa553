import { PERIODS, type Period } from '../../../shared/domain/period.ts';
import { Segmented } from '../../components/Segmented.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './TradeScreen.module.css';

interface PeriodBarProps {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
}

/** How long one candle is. */
export function PeriodBar({ period, onChange }: PeriodBarProps) {
  const { t } = useTranslation();
  const options = PERIODS.map((value) => ({ value, label: t(`trade.period_${value}`) }));
  return (
    <div className={styles.periods}>
      <Segmented options={options} value={period} onChange={onChange} label={t('trade.period')} />
    </div>
  );
}
