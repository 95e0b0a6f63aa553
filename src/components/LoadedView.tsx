import type { ComponentProps, ReactNode } from 'react';
import type { Refusal } from '../../shared/result.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { RefusalState } from './RefusalState.tsx';
import { Skeleton } from './Skeleton.tsx';

interface LoadedViewProps<T> {
  /** As `useLoaded` returns it. */
  readonly loaded:
    | { readonly status: 'loading' }
    | { readonly status: 'failed'; readonly error: Refusal }
    | { readonly status: 'ready'; readonly value: T };
  readonly reload: () => Promise<void>;
  /** Shown during the first load. */
  readonly outline: ReactNode;
  readonly children: (value: T) => ReactNode;
}

/** Shows the outline of a value while it loads, its error with a retry button, or its content. */
export function LoadedView<T>({ loaded, reload, outline, children }: LoadedViewProps<T>) {
  if (loaded.status === 'loading') return outline;
  if (loaded.status === 'ready') return children(loaded.value);
  return <RefusalState error={loaded.error} onRetry={reload} />;
}

interface OutlineProps {
  /** Height of each placeholder in pixels, or its size. */
  readonly rows: readonly (number | ComponentProps<typeof Skeleton>)[];
  readonly className?: string;
}

/** Placeholders one below the other, announced as loading. */
export function Outline({ rows, className = 'fields' }: OutlineProps) {
  const { t } = useTranslation();
  return (
    <div className={className} role="status" aria-label={t('public.loading')}>
      {[...rows.entries()].map(([at, row]) => (
        <Skeleton key={at} {...(typeof row === 'number' ? { height: row } : row)} />
      ))}
    </div>
  );
}
