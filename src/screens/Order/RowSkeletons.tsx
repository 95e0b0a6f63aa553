import { EmptyState } from '../../components/EmptyState.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useSignals } from '../../components/useSignals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { connection } from '../../state/connection.ts';
import styles from './OrderScreen.module.css';

const ROWS = ['a', 'b', 'c', 'd'] as const;

/** Stands for rows that have not been loaded yet; offline it says so, since they won't come soon. */
export function RowSkeletons() {
  useSignals();
  const { t } = useTranslation();
  if (connection.value.status === 'offline') return <EmptyState icon="offline" title={t('error.offline')} />;
  return (
    <div aria-busy="true">
      {ROWS.map((row) => (
        <div key={row} className={styles.skeleton}>
          <Skeleton width="55%" height={16} />
          <Skeleton width="35%" height={12} />
          <Skeleton width="80%" height={12} />
        </div>
      ))}
    </div>
  );
}
