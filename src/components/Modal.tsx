import { type ReactNode, useEffect, useId, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { later } from '../clock.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { AfterFrames } from './AfterFrames.tsx';
import { Button, IconButton } from './Button.tsx';
import styles from './Modal.module.css';
import { translateMark } from './Value.tsx';

interface ModalProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly labelledBy: string;
  readonly shape: 'center' | 'bottom' | 'start';
  /** `alertdialog` for a question that must be answered: a tap beside it does nothing. */
  readonly role?: 'dialog' | 'alertdialog' | undefined;
  readonly children: ReactNode;
}

/**
 * The modal surface of Sheet and Dialog. Its children are mounted while it is open or closing.
 *
 * The tap that opens it is answered by the shade alone, an empty popover. The dialog follows after that frame: a modal makes
 * the page inert, for which the browser styles each of its elements again before it goes on.
 */
function Modal({ open, onClose, labelledBy, shape, role = 'dialog', children }: ModalProps) {
  const [phase, setPhase] = useState<'closed' | Phase>(open ? 'open' : 'closed');
  if (open && phase !== 'open') setPhase('open');
  if (!open && phase === 'open') setPhase('closing');
  // Stays as it was while it closes: the tap that closes it renders none of it.
  const content = useRef(children);
  if (open) content.current = children;
  useBackCloses(open, onClose);
  if (phase === 'closed') return null;
  return (
    <>
      <div ref={showShade} popover="manual" className={styles.shade} data-phase={phase} />
      <AfterFrames count={1}>
        <Surface
          phase={phase}
          onClose={onClose}
          onClosed={() => setPhase('closed')}
          labelledBy={labelledBy}
          shape={shape}
          role={role}
        >
          {content.current}
        </Surface>
      </AfterFrames>
    </>
  );
}

const showShade = (node: HTMLElement | null): void => node?.showPopover();

type Phase = 'open' | 'closing';

interface SurfaceProps extends Omit<ModalProps, 'open'> {
  readonly phase: Phase;
  readonly onClosed: () => void;
}

/** A native dialog, so that the browser provides the focus trap, Esc, the inert page and the top layer. */
function Surface({ phase, onClose, onClosed, labelledBy, shape, role, children }: SurfaceProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const node = dialog.current;
    if (node === null) return;
    node.showModal();
    holdPage();
    node.focus();
    return () => {
      node.close();
      holdPage();
    };
  }, []);
  // A second Esc closes it at once, which cannot be prevented: then there is no animation to wait for, and what must be
  // answered is shown again.
  const [, lookAgain] = useReducer((looks: number) => looks + 1, 0);
  useLayoutEffect(() => {
    const node = dialog.current;
    if (node === null || node.open) return;
    if (phase === 'closing') onClosed();
    else node.showModal();
    holdPage();
  });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it by the cancel event
    <dialog
      ref={dialog}
      className={styles.modal}
      data-shape={shape}
      data-phase={phase}
      role={role}
      tabIndex={-1}
      // That of the page, also when it is opened from a chart, which is always left to right.
      dir={document.documentElement.dir}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // It arrives a while after; meanwhile it may have been opened again.
        if (phase === 'open' && !event.currentTarget.open) onClose();
        lookAgain();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && role === 'dialog') onClose();
      }}
      onAnimationEnd={(event) => {
        if (event.target !== event.currentTarget || phase !== 'closing') return;
        // Returns the focus to where it was. This fails after the node has left the document.
        event.currentTarget.close();
        // Before the next tap, which would find a closed dialog to open in its own frame.
        flushSync(onClosed);
      }}
    >
      <div className={styles.panel}>{children}</div>
    </dialog>
  );
}

/** Keeps the page from scrolling behind a modal. An attribute, since `:has(dialog)` slows down every new list row. */
function holdPage(): void {
  const isOpen = document.querySelector('dialog[open]') !== null;
  document.documentElement.toggleAttribute('data-modal', isOpen);
}

/** The entry of a dialog that has just closed: one that opens in its place takes the entry over. */
let spare: string | undefined;

/**
 * Lets the back gesture close the dialog. Browsers with close watchers do this by themselves; for the others the open
 * dialog has a history entry of its own.
 */
function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!open || 'CloseWatcher' in window) return;
    const mark = { modal: crypto.randomUUID() };
    const isTopEntry = (id: string | undefined) => id !== undefined && history.state?.modal === id;
    if (isTopEntry(spare)) history.replaceState(mark, '');
    else history.pushState(mark, '');
    spare = undefined;
    // The end of a question over it comes back to its own entry.
    const onBack = (): void => {
      if (!isTopEntry(mark.modal)) close.current();
    };
    window.addEventListener('popstate', onBack);
    return () => {
      window.removeEventListener('popstate', onBack);
      // Already gone after a back gesture, or covered by a page opened from the dialog.
      if (!isTopEntry(mark.modal)) return;
      spare = mark.modal;
      // Going back takes a while, and would close what opens in the same moment.
      later(0, () => {
        if (spare !== mark.modal) return;
        spare = undefined;
        if (isTopEntry(mark.modal)) history.back();
      });
    };
  }, [open]);
}

interface SheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title?: string | undefined;
  readonly side?: 'bottom' | 'start' | undefined;
  readonly children: ReactNode;
  /** Stays visible below the scrolling content. */
  readonly footer?: ReactNode;
}

/** A drawer from the bottom or from the start side. */
export function Sheet({ open, onClose, title, side = 'bottom', children, footer }: SheetProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Modal open={open} onClose={onClose} labelledBy={id} shape={side}>
      <header className={styles.header}>
        <h2 id={id} className={`grow strong ${styles.sheetTitle}`} translate={translateMark(title)}>
          {title}
        </h2>
        <IconButton icon="close" label={t('public.close')} onClick={onClose} />
      </header>
      <div className={styles.sheetBody}>{children}</div>
      {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
    </Modal>
  );
}

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons; the safe one comes first. */
  readonly actions: ReactNode;
}

/** A question in the middle of the page. Only its buttons, Esc and the back gesture close it. */
export function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  const id = useId();
  return (
    <Modal open={open} onClose={onClose} labelledBy={id} shape="center" role="alertdialog">
      <div className={styles.body}>
        <h2 id={id} className={`strong ${styles.title}`}>
          {title}
        </h2>
        {children}
      </div>
      <div className={styles.actions}>{actions}</div>
    </Modal>
  );
}

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  /** Label of the confirming button. */
  readonly action: string;
  readonly danger?: boolean | undefined;
  readonly onClose: () => void;
  /** The dialog is busy until the promise settles, then it closes. */
  readonly onConfirm: () => Promise<void> | void;
}

/** A question with a cancel and a confirm button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    await props.onConfirm();
    setBusy(false);
    props.onClose();
  };
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={props.title}
      actions={
        <>
          <Button variant="quiet" onClick={props.onClose}>
            {t('public.cancel')}
          </Button>
          <Button
            variant={props.danger === true ? 'danger' : 'primary'}
            busy={busy}
            onClick={() => void confirm()}
          >
            {props.action}
          </Button>
        </>
      }
    >
      <p>{props.text}</p>
    </Dialog>
  );
}
