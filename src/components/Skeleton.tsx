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
