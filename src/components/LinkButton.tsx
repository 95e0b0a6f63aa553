import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './Button.module.css';

interface LinkButtonProps {
  readonly href: string;
  readonly variant: 'primary' | 'outline';
  readonly children: ReactNode;
}

/** A link that looks like a button. */
export function LinkButton({ href, variant, children }: LinkButtonProps) {
  return (
    <Link href={href} className={styles.button ?? ''} data-variant={variant}>
      <span className={styles.content}>{children}</span>
    </Link>
  );
}
