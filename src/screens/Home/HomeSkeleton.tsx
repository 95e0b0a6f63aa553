import { Skeleton } from '../../components/Skeleton.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './HomeSkeleton.module.css';

const ROWS = Array.from({ length: 10 }, (_, row) => row);

/** The ten rows of the first load, where the real ones will be. */
export function HomeSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.list} role="status" aria-label={t('public.loading')}>
      {ROWS.map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton width={32} height={32} />
          <Skeleton width={84} />
          <Skeleton width={68} />
        </div>
      ))}
    </div>
  );
}
