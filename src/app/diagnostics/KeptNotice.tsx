import { IconButton } from '../../components/Button.tsx';
import { saveFile } from '../../components/save-file.ts';
import { showRefusal } from '../../components/show-refusal.ts';
import { showToast } from '../../components/toast-store.ts';
import { useSignals } from '../../components/use-signals.ts';
import { formatSince } from '../../format/day.ts';
import { isolated } from '../../format/isolated.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { KeptRecording } from '../../link/kept-recordings.ts';
import { dropKept, noteOffered, saveKept, unofferedKept } from '../../state/kept-recordings.ts';
import { deviceNow } from '../../state/now.ts';
import styles from '../InstallationNotice.module.css';

/** Offers, one time, the recording of an earlier page or worker that ended too early; Diagnostics keeps listing it. */
export function KeptNotice() {
  useSignals();
  const { t } = useTranslation();
  const one = unofferedKept.value;
  if (one === undefined) return null;
  const save = async (file: KeptRecording): Promise<void> => {
    const saved = await saveKept(file);
    if (!saved.ok) return showRefusal(t, saved.error);
    saveFile(saved.value);
    showToast(t('diagnostics.saved', { name: saved.value.name }), 'ok');
    noteOffered(file.startedAt);
  };
  return (
    <aside className={styles.notice} role="status">
      <p className="grow">
        {t('diagnostics.kept', { time: isolated(formatSince(one.startedAt, deviceNow())) })}
      </p>
      <button type="button" className={styles.action} onClick={() => void save(one)}>
        {t('public.save')}
      </button>
      <button type="button" className={styles.action} onClick={() => void dropKept(one)}>
        {t('public.delete')}
      </button>
      <IconButton icon="close" label={t('public.close')} onClick={() => noteOffered(one.startedAt)} />
    </aside>
  );
}
