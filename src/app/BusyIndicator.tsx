import { useSignals } from '../components/use-signals.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { isBusy } from '../state/busy.ts';
import styles from './BusyIndicator.module.css';

/** The loading indicator for calls that request one. */
export function BusyIndicator() {
  useSignals();
  const { t } = useTranslation();
  if (!isBusy.value) return null;
  return (
    <div className={styles.veil} role="status">
      <span className={styles.ring} aria-hidden="true" />
      <span className="visually-hidden">{t('public.loading')}</span>
    </div>
  );
}
