import { useCallback } from 'react';
import { Page } from '../../components/Page.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatCountries } from '../../format/list.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { baseData } from '../../state/market.ts';
import { NewsList } from '../shared/NewsList.tsx';
import styles from './AnnouncementScreen.module.css';

const ANNOUNCEMENTS = 2;

/** `/mine/announcement`: announcements, and the countries that are not served. */
export function AnnouncementScreen() {
  useSignals();
  const { t } = useTranslation();
  const load = useCallback((page: number) => ask('getNews', { category_id: ANNOUNCEMENTS, page }), []);
  const blocked = baseData.value?.blocked_countries ?? [];
  return (
    <Page title={t('announcement.title')} back>
      {blocked.length > 0 && (
        <p className={`soft ${styles.notice}`}>
          {t('announcement.not_served', { countries: formatCountries(blocked) })}
        </p>
      )}
      <NewsList load={load} />
    </Page>
  );
}
