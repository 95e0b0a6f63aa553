import { Skeleton } from '../../components/Skeleton.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './Charge.module.css';

export function DepositOutline() {
  const { t } = useTranslation();
  return (
    <div className={styles.form} role="status" aria-label={t('public.loading')}>
      <Skeleton width={180} height={32} />
      <Skeleton height={160} />
      <Skeleton height={56} />
      <Skeleton height={56} />
    </div>
  );
}
