import { Skeleton } from '../../components/Skeleton.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './TradeSkeleton.module.css';

/** What stands while the list of instruments is on its way: the same places as later. */
export function TradeSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('public.loading')}>
      <div className={styles.price}>
        <Skeleton width={140} height={30} />
        <Skeleton width={96} height={16} />
      </div>
      <div className={styles.periods}>
        <Skeleton height={46} />
      </div>
      <div className={styles.chart} />
      <div className={styles.form}>
        <Skeleton height={46} />
        <Skeleton height={48} />
        <Skeleton height={48} />
      </div>
    </div>
  );
}
