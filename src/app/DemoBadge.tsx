import { useSignals } from '../components/use-signals.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { isDemo } from '../state/session.ts';
import styles from './DemoBadge.module.css';

/** In every header of a demo account: nobody should take play money for real money. */
export function DemoBadge() {
  useSignals();
  const { t } = useTranslation();
  return isDemo.value ? <span className={styles.badge}>{t('user.demo')}</span> : null;
}
