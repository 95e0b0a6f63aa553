import { useSignals } from '../../components/use-signals.ts';
import { formatCountries } from '../../format/list.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { baseData } from '../../state/market.ts';
import styles from './NotServed.module.css';

/** Names the countries that are not served, where there are some. */
export function NotServed() {
  useSignals();
  const { t } = useTranslation();
  const blocked = baseData.value?.blockedCountries ?? [];
  return (
    blocked.length > 0 && (
      <p className={`soft ${styles.notice}`}>
        {t('announcement.not_served', { countries: formatCountries(blocked) })}
      </p>
    )
  );
}
