import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styles from './Modal.module.css';
import { useBackCloses } from './useBackCloses.ts';

interface ModalProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly labelledBy: string;
  readonly shape: 'center' | 'bottom' | 'start';
  /** `alertdialog` for what must be answered: a tap beside it does nothing then. */
  readonly role?: 'dialog' | 'alertdialog' | undefined;
  readonly children: ReactNode;
}

/**
 * The one modal surface under Sheet and Dialog: a native dialog, so that the focus trap, Esc, the inert page and the
 * top layer are the browser's. Its children live while it is open or on its way out.
 */
export function Modal({ open, onClose, labelledBy, shape, role = 'dialog', children }: ModalProps) {
  const [phase, setPhase] = useState<'closed' | 'open' | 'closing'>(open ? 'open' : 'closed');
  if (open && phase !== 'open') setPhase('open');
  if (!open && phase === 'open') setPhase('closing');
  const dialog = useRef<HTMLDialogElement>(null);
  const present = phase !== 'closed';
  useLayoutEffect(() => {
    const node = dialog.current;
    if (node === null || !present) return;
    if (!node.open) node.showModal();
    holdPage();
    if (node.querySelector('[data-autofocus]') === null) node.focus();
    return () => {
      node.close();
      holdPage();
    };
  }, [present]);
  useBackCloses(open, onClose);
  if (!present) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it by the cancel event
    <dialog
      ref={dialog}
      className={styles.modal}
      data-shape={shape}
      data-phase={phase}
      role={role}
      tabIndex={-1}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (open) onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && role === 'dialog') onClose();
      }}
      onAnimationEnd={(event) => {
        if (event.target !== event.currentTarget || phase !== 'closing') return;
        // Gives the focus back to where it came from; once the node is out of the document it no longer can.
        event.currentTarget.close();
        setPhase('closed');
      }}
    >
      <div className={styles.panel}>{children}</div>
    </dialog>
  );
}

/** Keeps the page from scrolling behind what is open. An attribute, since `:has(dialog)` costs every row that comes. */
function holdPage(): void {
  const isOpen = document.querySelector('dialog[open]') !== null;
  document.documentElement.toggleAttribute('data-modal', isOpen);
}
