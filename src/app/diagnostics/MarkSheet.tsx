import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { Sheet } from '../../components/Modal.tsx';
import { showToast } from '../../components/toast-store.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { NoteField } from '../../screens/shared/NoteField.tsx';
import styles from '../../screens/shared/Recorder.module.css';
import { ReportProblem } from '../../screens/shared/ReportProblem.tsx';
import { markMoment, recorderNow } from '../../state/recording.ts';

interface MarkSheetProps {
  /** The moment to mark, epoch ms: writing the note takes a while. */
  readonly atMs: number;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks for the note of a mark, or of a report. Closed without either, nothing is marked. */
export function MarkSheet({ atMs, open, onClose }: MarkSheetProps) {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  return (
    <Sheet open={open} onClose={onClose} title={t('diagnostics.mark')}>
      <form
        className={styles.block}
        onSubmit={(event) => {
          event.preventDefault();
          markMoment(note.trim(), Math.max(0, recorderNow() - atMs));
          showToast(t('diagnostics.marked'), 'ok');
          onClose();
        }}
      >
        <NoteField label={t('diagnostics.note')} value={note} onChange={setNote} />
        <Button variant="primary" type="submit" wide>
          {t('diagnostics.mark')}
        </Button>
        <ReportProblem about={{ note, atMs }} />
        <LinkButton href="/mine/diagnostics" variant="outline">
          {t('diagnostics.to_diagnostics')}
        </LinkButton>
      </form>
    </Sheet>
  );
}
