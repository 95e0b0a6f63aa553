import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './Wordmark.module.css';

export function Wordmark() {
  const { t } = useTranslation();
  return (
    <span className={styles.mark}>
      <img src="/icon.svg" alt="" width={24} height={24} />
      <span>{t('app.name')}</span>
    </span>
  );
}
