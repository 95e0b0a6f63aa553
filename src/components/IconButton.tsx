import { Icon } from './Icon.tsx';
import styles from './IconButton.module.css';
import type { IconSource } from './icons.ts';

interface IconButtonProps {
  readonly icon: IconSource;
  /** Read aloud; not shown. */
  readonly label: string;
  readonly onClick?: (() => void) | undefined;
  readonly type?: 'button' | 'submit' | undefined;
  /** A small count at the corner. */
  readonly badge?: string | number | undefined;
}

export function IconButton({ icon, label, onClick, type = 'button', badge }: IconButtonProps) {
  return (
    <button type={type} className={styles.button} aria-label={label} onClick={onClick}>
      <Icon name={icon} size={22} />
      {badge !== undefined && <span className={styles.badge}>{badge}</span>}
    </button>
  );
}
