import { useCallback } from 'react';
import { Page } from '../../components/Page.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { NewsList } from '../shared/NewsList.tsx';

const NEWS = 1;

/** `/news`: the operator's news, the latest first. */
export function NewsScreen() {
  const { t } = useTranslation();
  const load = useCallback((page: number) => ask('getNews', { category_id: NEWS, page }), []);
  return (
    <Page title={t('news.title')} back>
      <NewsList load={load} />
    </Page>
  );
}
