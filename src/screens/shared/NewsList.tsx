import { useCallback } from 'react';
import { Link } from 'wouter';
import type { News } from '../../../shared/contract/content.ts';
import { PagedList } from '../../components/InfiniteList.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { formatMoment } from '../../format/date.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { usePages } from '../../state/use-pages.ts';
import styles from './NewsList.module.css';
import { TradeLink } from './TradeLink.tsx';

const idOf = ({ id }: News): number => id;

/** The news (category 1) or announcements (2), the latest first; a tap opens the text. */
export function NewsList({ category }: { readonly category: 1 | 2 }) {
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
