import { useTranslation } from 'react-i18next';
import styles from './Wordmark.module.css';

export function Wordmark() {
  const { t } = useTranslation();
  return (
    <span className={styles.mark}>
      <img src="/icon.svg" alt="" width={24} height={24} />
      {t('app.name')}
    </span>
  );
}
