import { type ReactNode, useId } from 'react';
import styles from './Section.module.css';

/** A card of rows with hairlines between them, under a small heading. */
export function Section({
  title,
  children,
}: {
  readonly title?: string | undefined;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
      )}
      <div className={styles.card}>{children}</div>
    </section>
  );
}
