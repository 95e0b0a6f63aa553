import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from './Button.tsx';
import styles from './InfiniteList.module.css';
import { Skeleton } from './Skeleton.tsx';

interface InfiniteListProps<T> {
  readonly items: readonly T[];
  /** Must give its element a key. */
  readonly renderItem: (item: T) => ReactNode;
  /** The end comes into view and there is more: load the next page. */
  readonly onEnd: () => void;
  readonly loading: boolean;
  /** Everything is loaded. */
  readonly done: boolean;
  /** Shown when there is nothing at all. */
  readonly empty: ReactNode;
  /** Why the next page could not be loaded, and how to ask for it again. */
  readonly failure?: { readonly text: string; readonly onRetry: () => void } | undefined;
}

/** A list that asks for more shortly before its end is reached. */
export function InfiniteList<T>(props: InfiniteListProps<T>) {
  const { items, renderItem, onEnd, loading, done, empty, failure } = props;
  const { t } = useTranslation();
  const sentinel = useRef<HTMLDivElement>(null);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  // A new observer reports at once, so a page too short to fill the screen asks for the next one by itself.
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
      <div ref={sentinel} className={styles.foot} aria-live="polite">
        {loading && <Skeleton height={40} />}
        {done && !loading && failure === undefined && t('public.no_more')}
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
