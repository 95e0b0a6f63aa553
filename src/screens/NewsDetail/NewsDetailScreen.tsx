import { useCallback } from 'react';
import { useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { CODE } from '../../../shared/contract/codes.ts';
import type { NewsItem } from '../../../shared/contract/content.ts';
import { err, refusal } from '../../../shared/result.ts';
import { DocumentTitle } from '../../components/DocumentTitle.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { Outline } from '../../components/LoadedView.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { RefusalState } from '../../components/RefusalState.tsx';
import { formatMoment } from '../../format/date.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask, useLoaded } from '../../state/ask.ts';
import { withIndicator } from '../../state/busy.ts';
import styles from './NewsDetailScreen.module.css';
import { SafeHtml } from './SafeHtml.tsx';

/** `/news/detail?id=`: one item of news or one announcement. */
export function NewsDetailScreen() {
  const { t } = useTranslation();
  const id = Number(new URLSearchParams(useSearch()).get('id'));
  const load = useCallback(
    async () =>
      Number.isSafeInteger(id) && id > 0
        ? withIndicator(ask('getNewsItem', { id }))
        : err(refusal(CODE.notFound)),
    [id],
  );
  const { loaded, reload } = useLoaded(load);
  // Until it is loaded, the list that was left says what it is.
  const left: { readonly category?: unknown } | null = useHistoryState();
  const category = (loaded.status === 'ready' ? loaded.value.category : undefined) ?? left?.category;
  const title = category === 2 ? 'announcement.title' : 'news.title';
  return (
    <Page title={t(title)} back>
      <DocumentTitle of={title} />
      {loaded.status === 'loading' && (
        <Outline className={styles.article} rows={[{ width: '70%', height: 24 }, { width: 120 }, 160]} />
      )}
      {loaded.status === 'failed' &&
        (loaded.error.code === CODE.notFound ? (
          <EmptyState
            icon={MORE_ICONS.news}
            title={t('news.gone')}
            action={
              <LinkButton href="/news" variant="primary">
                {t('news.title')}
              </LinkButton>
            }
          />
        ) : (
          <RefusalState error={loaded.error} onRetry={reload} />
        ))}
      {loaded.status === 'ready' && <Article item={loaded.value} />}
    </Page>
  );
}

function Article({ item }: { readonly item: NewsItem }) {
  return (
    <article className={styles.article}>
      <h2 className={`big ${styles.title}`} dir="auto">
        {item.title}
      </h2>
      <time className="faint" translate="no" dateTime={item.createdAt}>
        {formatMoment(Date.parse(item.createdAt))}
      </time>
      <SafeHtml className={styles.body} html={item.content} />
    </article>
  );
}
