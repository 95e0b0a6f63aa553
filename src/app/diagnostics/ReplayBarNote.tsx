import { Button, IconButton } from '../../components/Button.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { copyText } from '../../components/Section.tsx';
import { showToast } from '../../components/toast-store.ts';
import { useSignals } from '../../components/use-signals.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { readSurvey, replay, survey } from '../../state/replay.ts';
import styles from './ReplayBar.module.css';

/** A note about the file and the progress of playing it. @param mark the text of the mark that was passed */
export function ReplayBarNote({ mark }: { readonly mark: string | undefined }) {
  useSignals();
  const { t } = useTranslation();
  const now = replay.value;
  const known = survey.value;
  if (now.status === 'failed') {
    const { line, reason } = now;
    return (
      <p className={styles.problem} role="alert">
        {t('diagnostics.unreadable', { line, reason })}
      </p>
    );
  }
  if (known.status === 'failed') {
    return (
      <div className={styles.problem} role="alert">
        {refusalText(t, known.error)}
        <Button variant="quiet" size="s" onClick={() => void readSurvey()}>
          {t('public.retry')}
        </Button>
      </div>
    );
  }
  if (known.status === 'reading') {
    return (
      <p className={styles.note} role="status">
        {t('diagnostics.reading')}
      </p>
    );
  }
  const { failure, digest } = known.status === 'ready' ? known.value : {};
  return (
    <>
      {failure !== undefined && (
        <p className={styles.problem} role="status">
          {t('diagnostics.damaged', { line: failure.line, reason: failure.reason })}
        </p>
      )}
      {mark !== undefined && (
        <p className={`strong ${styles.note}`} aria-hidden="true">
          {mark}
        </p>
      )}
      {now.status === 'seeking' && (
        <p className={styles.note} role="status">
          {t('diagnostics.seeking')}
        </p>
      )}
      {now.status === 'ended' && <End digest={digest} />}
    </>
  );
}

/** The result after the whole recording was played. */
function End({ digest }: { readonly digest: string | undefined }) {
  const { t } = useTranslation();
  const copy = async (text: string): Promise<void> => {
    if (await copyText(text)) showToast(t('public.copied'), 'ok');
    else showToast(t('public.copy_failed'), 'error');
  };
  return (
    <div className={styles.end}>
      <p role="status">{t('diagnostics.ended')}</p>
      {digest !== undefined && (
        <>
          <span className={styles.digest} dir="ltr">
            {digest}
          </span>
          <IconButton
            icon={MORE_ICONS.copy}
            label={t('public.copy_of', { what: t('diagnostics.digest') })}
            onClick={() => void copy(digest)}
          />
        </>
      )}
    </div>
  );
}
