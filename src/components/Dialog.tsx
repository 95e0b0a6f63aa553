import { type ReactNode, useId } from 'react';
import styles from './Dialog.module.css';
import { Modal } from './Modal.tsx';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons, the safe one first. */
  readonly actions: ReactNode;
}

/** A question in the middle of the page; only its own buttons, Esc and back answer it. */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const id = useId();
  return (
    <Modal open={open} onClose={onClose} labelledBy={id} shape="center" role="alertdialog">
      <div className={styles.body}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {children}
      </div>
      <div className={styles.actions}>{actions}</div>
    </Modal>
  );
}
