import { useSignals } from '../components/use-signals.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { isDemo } from '../state/session.ts';
import styles from './DemoBadge.module.css';

/** Marks every header of a demo account, so that nobody mistakes demo money for real money. */
export function DemoBadge() {
  useSignals();
  const { t } = useTranslation();
  return isDemo.value ? <span className={styles.badge}>{t('user.demo')}</span> : null;
}
