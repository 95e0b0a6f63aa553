import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** CSS length, or a number of pixels. */
  readonly width?: number | string | undefined;
  readonly height?: number | string | undefined;
}

/** A placeholder for content, on the first load only. */
export function Skeleton({ width = '100%', height = 14 }: SkeletonProps) {
  return (
    <span className={styles.skeleton} style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
  );
}
