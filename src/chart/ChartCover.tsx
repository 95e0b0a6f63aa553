import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import styles from './CandleChart.module.css';
import type { ChartStatus } from './candle-engine.ts';

/** Heights of the candles in the skeleton, in percent. */
const BARS = [22, 30, 18, 40, 52, 34, 26, 44, 60, 48, 36, 54, 28, 20, 38, 46, 24, 32] as const;

/** What lies over the chart while it has nothing to show. */
export function ChartCover({
  status,
  onRetry,
}: {
  readonly status: ChartStatus;
  readonly onRetry: () => void;
}) {
  const { t } = useTranslation();
  switch (status) {
    case 'ready':
    case 'switching':
      return null;
    case 'loading':
      return (
        <div className={styles.bars} role="status" aria-label={t('public.loading')}>
          {BARS.map((height) => (
            <Skeleton key={height} width={8} height={`${height}%`} />
          ))}
        </div>
      );
    case 'empty':
      return (
        <div className={styles.cover}>
          <EmptyState icon="trade" title={t('trade.chart_empty')} />
        </div>
      );
    case 'failed':
      return (
        <div className={styles.cover}>
          <ErrorState text={t('trade.chart_failed')} onRetry={onRetry} />
        </div>
      );
  }
}
