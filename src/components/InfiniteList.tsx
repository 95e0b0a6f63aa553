import { type ReactNode, useEffect, useRef } from 'react';
import type { Refusal } from '../../shared/result.ts';
import { notLoadedText } from '../i18n/refusal.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import styles from './InfiniteList.module.css';
import type { IconSource } from './icons.ts';
import { PullToRefresh } from './PullToRefresh.tsx';
import { RefusalState } from './RefusalState.tsx';
import { Skeleton } from './Skeleton.tsx';

interface InfiniteListProps<T> {
  readonly items: readonly T[];
  /** Must give its element a key. */
  readonly renderItem: (item: T) => ReactNode;
  /** Loads the next page; called when the end of the list comes into view. */
  readonly onEnd: () => void;
  readonly loading: boolean;
  /** Everything is loaded. */
  readonly done: boolean;
  /** Shown when the list is empty. */
  readonly empty: ReactNode;
  /** Shows no text at its end; for a list that is complete from the start. */
  readonly quiet?: boolean | undefined;
  /** Why the next page could not be loaded, and how to retry. */
  readonly failure?: { readonly text: string; readonly onRetry: () => void } | undefined;
}

/** A list that asks for its next page shortly before its end comes into view. */
export function InfiniteList<T>(props: InfiniteListProps<T>) {
  const { items, renderItem, onEnd, loading, done, empty, quiet, failure } = props;
  const { t } = useTranslation();
  const sentinel = useRef<HTMLDivElement>(null);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  // A new observer reports at once, so that a page too short to fill the screen loads the next one.
  useEffect(() => {
    const node = sentinel.current;
    if (node === null || loading || done) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) end.current();
      },
      { rootMargin: '300px' },
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, [loading, done]);
  if (items.length === 0 && done && !loading) return empty;
  return (
    <>
      {items.map(renderItem)}
      <div ref={sentinel} className={`faint ${styles.foot}`} aria-live="polite">
        {loading && <Skeleton height={40} />}
        {done && !loading && quiet !== true && failure === undefined && t('public.no_more')}
        {failure !== undefined && !loading && (
          <>
            <p role="alert">{failure.text}</p>
            <Button variant="quiet" size="s" onClick={failure.onRetry}>
              {t('public.retry')}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

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
  /** The items to show, if a filter hides some. */
  readonly shown?: readonly T[];
  /** Must give its element a key. */
  readonly renderItem: (item: T) => ReactNode;
  /** The empty list: its picture, what it will contain, and the way to its first item. */
  readonly icon: IconSource;
  readonly emptyText: string;
  readonly emptyAction: ReactNode;
  /** Class of an element around the items. */
  readonly className?: string | undefined;
}

/** A list loaded page by page, with pull-to-refresh, an empty state and an error state. */
export function PagedList<T>(props: PagedListProps<T>) {
  const { pages, shown, renderItem, icon, emptyText, emptyAction, className } = props;
  const { t } = useTranslation();
  const { items, loading, done, error, refresh, more } = pages;
  if (error !== undefined && items.length === 0) {
    return <RefusalState error={error} onRetry={refresh} />;
  }
  const list = (
    <InfiniteList
      items={shown ?? items}
      renderItem={renderItem}
      onEnd={more}
      loading={loading}
      done={done}
      failure={error && { text: notLoadedText(t, error), onRetry: more }}
      empty={<EmptyState icon={icon} title={t('public.no_data')} text={emptyText} action={emptyAction} />}
    />
  );
  return (
    <PullToRefresh onRefresh={refresh}>
      {className === undefined ? list : <div className={className}>{list}</div>}
    </PullToRefresh>
  );
}
