import { Icon } from './Icon.tsx';
import styles from './IconButton.module.css';
import type { IconName } from './icons.ts';

interface IconButtonProps {
  readonly icon: IconName;
  /** Read aloud; not shown. */
  readonly label: string;
  readonly onClick: () => void;
  /** A small count at the corner. */
  readonly badge?: string | number | undefined;
}

export function IconButton({ icon, label, onClick, badge }: IconButtonProps) {
  return (
    <button type="button" className={styles.button} aria-label={label} onClick={onClick}>
      <Icon name={icon} size={22} />
      {badge !== undefined && <span className={styles.badge}>{badge}</span>}
    </button>
  );
}
