import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import { Icon } from './Icon.tsx';
import type { IconSource } from './icons.ts';

interface EmptyStateProps {
  readonly icon: IconSource;
  readonly title: string;
  readonly text?: string | undefined;
  readonly action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.picture}>
        <Icon name={icon} size={36} />
      </span>
      <p className={`strong ${styles.title}`}>{title}</p>
      {text !== undefined && <p className={`soft ${styles.text}`}>{text}</p>}
      {action}
    </div>
  );
}
