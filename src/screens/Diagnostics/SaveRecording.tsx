import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { saveRecording } from '../../state/recording.ts';
import styles from './Diagnostics.module.css';
import { canShare, saveFile, shareFile } from './files.ts';

type Saving =
  | { readonly status: 'idle' | 'saving' }
  | { readonly status: 'saved'; readonly file: File }
  | { readonly status: 'failed'; readonly reason: string };

/** Puts a recording among the downloads; the system's share sheet takes it from there where there is one. */
export function SaveRecording({ which, label }: { readonly which: 'ring' | 'long'; readonly label: string }) {
  const { t } = useTranslation();
  const [saving, setSaving] = useState<Saving>({ status: 'idle' });
  const save = async (): Promise<void> => {
    setSaving({ status: 'saving' });
    const answer = await saveRecording(which);
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
        <p className={styles.problem} role="alert">
          {saving.reason}
        </p>
      )}
      {saving.status === 'saved' && (
        <p className={styles.hint} role="status">
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
