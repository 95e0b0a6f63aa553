import { useCallback } from 'react';
import { Link } from 'wouter';
import type { News } from '../../../shared/contract/content.ts';
import { PagedList } from '../../components/InfiniteList.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { formatMoment } from '../../format/date.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { usePages } from '../../state/use-pages.ts';
import { NotServed } from '../shared/NotServed.tsx';
import { TradeLink } from '../shared/TradeLink.tsx';
import styles from './NewsScreen.module.css';

/** `/news`: the operator's news, the latest first. */
export function NewsScreen() {
  const { t } = useTranslation();
  return (
    <Page title={t('news.title')} back>
      <NewsList category={1} />
    </Page>
  );
}

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

const idOf = ({ id }: News): number => id;

/** News (category 1) or announcements (2), the latest first; a tap opens the text. */
function NewsList({ category }: { readonly category: 1 | 2 }) {
  const { t } = useTranslation();
  const load = useCallback((page: number) => ask('getNews', { category, page }), [category]);
  const pages = usePages(load, idOf);
  return (
    <PagedList
      pages={pages}
      renderItem={(item) => <NewsRow key={item.id} item={item} category={category} />}
      icon={MORE_ICONS.news}
      emptyText={t('news.empty_text')}
      emptyAction={<TradeLink />}
      className={styles.list}
    />
  );
}

interface NewsRowProps {
  readonly item: News;
  readonly category: 1 | 2;
}

function NewsRow({ item, category }: NewsRowProps) {
  return (
    <Link href={`/news/detail?id=${item.id}`} state={{ category }} className={`card ${styles.item}`}>
      <span className={`grow ${styles.text}`}>
        <span className={`strong ${styles.title}`} dir="auto">
          {item.title}
        </span>
        <span className={`soft ${styles.desc}`} dir="auto">
          {item.summary}
        </span>
        <time className="tiny" translate="no" dateTime={item.createdAt}>
          {formatMoment(Date.parse(item.createdAt))}
        </time>
      </span>
      {item.logo !== '' && <img className={styles.logo} src={item.logo} alt="" width={72} height={72} />}
    </Link>
  );
}
