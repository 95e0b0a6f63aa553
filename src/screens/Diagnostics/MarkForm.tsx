import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { TextInput } from '../../components/TextInput.tsx';
import { showToast } from '../../components/toast-store.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { markMoment } from '../../state/recording.ts';
import styles from './Diagnostics.module.css';

/** Notes that something is worth looking at now, with a word about it if there is time for one. */
export function MarkForm() {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  return (
    <form
      className={styles.mark}
      onSubmit={(event) => {
        event.preventDefault();
        markMoment(note.trim());
        setNote('');
        showToast(t('diagnostics.marked'), 'ok');
      }}
    >
      <TextInput
        value={note}
        onChange={setNote}
        label={t('diagnostics.note')}
        placeholder={t('diagnostics.note')}
        enterKeyHint="done"
      />
      <Button variant="quiet" type="submit">
        {t('diagnostics.mark')}
      </Button>
    </form>
  );
}
