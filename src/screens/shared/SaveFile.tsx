import { useState } from 'react';
import type { Result } from '../../../shared/result.ts';
import { Button } from '../../components/Button.tsx';
import { saveFile } from '../../components/save-file.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './Recorder.module.css';

type Saving =
  | { readonly status: 'idle' | 'saving' }
  | { readonly status: 'saved'; readonly file: File }
  | { readonly status: 'failed'; readonly reason: string };

interface SaveFileProps {
  readonly label: string;
  readonly make: () => Promise<Result<File>>;
}

/** Makes a file and downloads it; then offers to share it, if the system can. */
export function SaveFile({ label, make }: SaveFileProps) {
  const { t } = useTranslation();
  const [saving, setSaving] = useState<Saving>({ status: 'idle' });
  const save = async (): Promise<void> => {
    setSaving({ status: 'saving' });
    const answer = await make();
    if (!answer.ok) return setSaving({ status: 'failed', reason: refusalText(t, answer.error) });
    saveFile(answer.value);
    setSaving({ status: 'saved', file: answer.value });
  };
  return (
    <>
      <Button variant="quiet" wide busy={saving.status === 'saving'} onClick={() => void save()}>
        {saving.status === 'saving' ? t('diagnostics.saving') : label}
      </Button>
      {saving.status === 'failed' && (
        <p className="warning" role="alert">
          {saving.reason}
        </p>
      )}
      {saving.status === 'saved' && (
        <p className={`faint ${styles.hint}`} role="status">
          {t('diagnostics.saved', { name: saving.file.name })}
        </p>
      )}
      {saving.status === 'saved' && canShare(saving.file) && (
        <Button variant="quiet" wide onClick={() => void shareFile(saving.file)}>
          {t('public.share')}
        </Button>
      )}
    </>
  );
}

/** Whether the system can share such a file. */
const canShare = (file: File): boolean => navigator.canShare?.({ files: [file] }) === true;

/** Rejects when the user closes the share sheet: no error. */
const shareFile = (file: File): Promise<void> => navigator.share({ files: [file] }).catch(() => {});
