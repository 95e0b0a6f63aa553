import { signal } from '@preact/signals-react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { PERIODS, type Period } from '../../../shared/domain/period.ts';
import { CandleChart } from '../../chart/CandleChart.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './ChartPanel.module.css';

/** Kept until the page is reloaded, for all instruments. */
const period = signal<Period>('1min');

/** The chart and the choice of its period: a component of its own, so that a new period renders nothing else. */
export function ChartPanel({ instrument }: { readonly instrument: Instrument }) {
  useSignals();
  const { t } = useTranslation();
  const options = PERIODS.map((value) => ({ value, label: t(`trade.period_${value}`) }));
  return (
    <>
      <div className={styles.periods}>
        <Segmented
          options={options}
          value={period.value}
          onChange={(chosen) => {
            period.value = chosen;
          }}
          label={t('trade.period')}
        />
      </div>
      <CandleChart instrumentId={instrument.id} period={period.value} precision={instrument.precision} />
    </>
  );
}

/** The panel's place before there is an instrument. */
export function ChartSkeleton() {
  return (
    <>
      <div className={styles.periods}>
        <Skeleton height={46} />
      </div>
      <div className={styles.chart} />
    </>
  );
}
