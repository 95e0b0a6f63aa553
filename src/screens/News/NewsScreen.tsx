import { Page } from '../../components/Page.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { NewsList } from '../shared/NewsList.tsx';

/** `/news`: the operator's news, the latest first. */
export function NewsScreen() {
  const { t } = useTranslation();
  return (
    <Page title={t('news.title')} back>
      <NewsList category={1} />
    </Page>
  );
}
