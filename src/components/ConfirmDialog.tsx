import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly text: string;
  /** What the confirming button says. */
  readonly action: string;
  readonly danger?: boolean | undefined;
  readonly onClose: () => void;
  /** The dialog stays busy until it settles, then closes. */
  readonly onConfirm: () => Promise<void> | void;
}

/** One question with one consequence. */
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
