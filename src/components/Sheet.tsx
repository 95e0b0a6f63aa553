import { type ReactNode, useId } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { IconButton } from './IconButton.tsx';
import { Modal } from './Modal.tsx';
import styles from './Sheet.module.css';

interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title?: string | undefined;
  readonly side?: 'bottom' | 'start' | undefined;
  readonly children: ReactNode;
  /** Stays in reach below the scrolling content. */
  readonly footer?: ReactNode;
}

/** A drawer from the bottom or from the start side. */
export function Sheet({ open, onClose, title, side = 'bottom', children, footer }: SheetProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Modal open={open} onClose={onClose} labelledBy={id} shape={side}>
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <IconButton icon="close" label={t('public.close')} onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
      {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
    </Modal>
  );
}
