import { Link } from 'wouter';
import type { WireNews } from '../../../shared/contract/wire-content.ts';
import type { Result } from '../../../shared/result.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { InfiniteList } from '../../components/InfiniteList.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { PullToRefresh } from '../../components/PullToRefresh.tsx';
import { formatDateTime } from '../../format/date.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { usePages } from '../../state/use-pages.ts';
import styles from './NewsList.module.css';

interface NewsListProps {
  /** A function that stays the same. */
  readonly load: (
    page: number,
  ) => Promise<Result<{ readonly list: readonly WireNews[]; readonly total: number }>>;
}

const idOf = ({ id }: WireNews): number => id;

/** Items of news or announcements; each leads to its text. */
export function NewsList({ load }: NewsListProps) {
  const { t } = useTranslation();
  const pages = usePages(load, idOf);
  if (pages.error !== undefined && pages.items.length === 0) {
    return <ErrorState text={refusalText(t, pages.error)} onRetry={() => void pages.refresh()} />;
  }
  return (
    <PullToRefresh onRefresh={pages.refresh}>
      <div className={styles.list}>
        <InfiniteList
          items={pages.items}
          renderItem={(item) => <NewsRow key={item.id} item={item} />}
          onEnd={pages.more}
          loading={pages.loading}
          done={pages.done}
          failure={pages.error && { text: refusalText(t, pages.error), onRetry: pages.more }}
          empty={<EmptyState icon={MORE_ICONS.news} title={t('public.no_data')} />}
        />
      </div>
    </PullToRefresh>
  );
}

function NewsRow({ item }: { readonly item: WireNews }) {
  return (
    <Link href={`/news/detail?id=${item.id}`} className={styles.item ?? ''}>
      <span className={styles.text}>
        <span className={styles.title}>{item.title}</span>
        <span className={styles.desc}>{item.desc}</span>
        <time className={styles.date} dateTime={item.created_at}>
          {formatDateTime(Date.parse(item.created_at))}
        </time>
      </span>
      {item.logo !== '' && <img className={styles.logo} src={item.logo} alt="" width={72} height={72} />}
    </Link>
  );
}
