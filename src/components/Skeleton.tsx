import { useTranslation } from '../i18n/use-translation.ts';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths, or pixels. */
  readonly width?: number | string | undefined;
  readonly height?: number | string | undefined;
}

/** Stands where content will come, on a first load only. */
export function Skeleton({ width = '100%', height = 14 }: SkeletonProps) {
  return (
    <span className={styles.skeleton} style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
  );
}

interface OutlineProps {
  /** Of each placeholder, in pixels. */
  readonly heights: readonly number[];
  readonly className?: string | undefined;
}

/** Placeholders one below the other, announced as loading. */
export function Outline({ heights, className }: OutlineProps) {
  const { t } = useTranslation();
  return (
    <div className={className} role="status" aria-label={t('public.loading')}>
      {heights.map((height, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
        <Skeleton key={row} height={height} />
      ))}
    </div>
  );
}
