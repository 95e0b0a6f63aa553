import { Page } from '../../components/Page.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { NewsList } from '../shared/NewsList.tsx';
import { NotServed } from '../shared/NotServed.tsx';

/** `/mine/announcement`: announcements, and the countries that are not served. */
export function AnnouncementScreen() {
  const { t } = useTranslation();
  return (
    <Page title={t('announcement.title')} back>
      <NotServed />
      <NewsList category={2} />
    </Page>
  );
}
