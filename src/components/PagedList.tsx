import type { ReactNode } from 'react';
import type { Refusal } from '../../shared/result.ts';
import { refusalText } from '../i18n/refusal.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { InfiniteList } from './InfiniteList.tsx';
import type { IconSource } from './icons.ts';
import { PullToRefresh } from './PullToRefresh.tsx';

interface PagedListProps<T> {
  /** As `usePages` returns them. */
  readonly pages: {
    readonly items: readonly T[];
    readonly loading: boolean;
    readonly done: boolean;
    readonly error: Refusal | undefined;
    readonly refresh: () => Promise<void>;
    readonly more: () => void;
  };
  /** The items to show, where that is not all of them. */
  readonly shown?: readonly T[];
  /** Must give its element a key. */
  readonly renderItem: (item: T) => ReactNode;
  /** The icon of the empty list. */
  readonly icon: IconSource;
  /** Of an element around the items. */
  readonly className?: string | undefined;
}

/** A list that is loaded page by page, refreshed by pulling it down, with its empty and its failed state. */
export function PagedList<T>({ pages, shown, renderItem, icon, className }: PagedListProps<T>) {
  const { t } = useTranslation();
  const { items, loading, done, error, refresh, more } = pages;
  if (error !== undefined && items.length === 0) {
    return <ErrorState text={refusalText(t, error)} onRetry={() => void refresh()} />;
  }
  const list = (
    <InfiniteList
      items={shown ?? items}
      renderItem={renderItem}
      onEnd={more}
      loading={loading}
      done={done}
      failure={error && { text: refusalText(t, error), onRetry: more }}
      empty={<EmptyState icon={icon} title={t('public.no_data')} />}
    />
  );
  return (
    <PullToRefresh onRefresh={refresh}>
      {className === undefined ? list : <div className={className}>{list}</div>}
    </PullToRefresh>
  );
}
