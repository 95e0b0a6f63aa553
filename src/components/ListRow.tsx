import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Icon } from './Icon.tsx';
import type { IconSource } from './icons.ts';
import styles from './ListRow.module.css';

interface ListRowProps {
  readonly title: string;
  readonly value?: ReactNode;
  readonly icon?: IconSource | undefined;
  /** Leads to another screen. */
  readonly href?: string | undefined;
  /** Does something here. */
  readonly onClick?: (() => void) | undefined;
}

/** A row of a menu or of facts: a link, a button, or plain. */
export function ListRow({ title, value, icon, href, onClick }: ListRowProps) {
  const content = (
    <>
      {icon !== undefined && <Icon name={icon} size={20} />}
      <span className={styles.title}>{title}</span>
      {value !== undefined && <span className={styles.value}>{value}</span>}
      {href !== undefined && <Icon name="forward" size={16} />}
    </>
  );
  if (href !== undefined) {
    return (
      <Link href={href} className={styles.row ?? ''}>
        {content}
      </Link>
    );
  }
  if (onClick === undefined) return <div className={styles.row}>{content}</div>;
  return (
    <button type="button" className={styles.row} onClick={onClick}>
      {content}
    </button>
  );
}
