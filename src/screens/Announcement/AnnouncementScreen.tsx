import { Page } from '../../components/Page.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatCountries } from '../../format/list.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { baseData } from '../../state/market.ts';
import { NewsList } from '../shared/NewsList.tsx';
import styles from './AnnouncementScreen.module.css';

/** `/mine/announcement`: announcements, and the countries that are not served. */
export function AnnouncementScreen() {
  useSignals();
  const { t } = useTranslation();
  const blocked = baseData.value?.blockedCountries ?? [];
  return (
    <Page title={t('announcement.title')} back>
      {blocked.length > 0 && (
        <p className={`soft ${styles.notice}`}>
          {t('announcement.not_served', { countries: formatCountries(blocked) })}
        </p>
      )}
      <NewsList category={2} />
    </Page>
  );
}
