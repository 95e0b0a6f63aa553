import { useSignals } from '@preact/signals-react/runtime';
import { Button } from '../components/Button.tsx';
import { refusalText } from '../i18n/refusal.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { readSurvey, replay, survey } from '../state/replay.ts';
import styles from './ReplayBar.module.css';

/** What there is to say of the file and of the way through it. */
export function ReplayBarNote() {
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
  const failure = known.status === 'ready' ? known.value.failure : undefined;
  if (failure !== undefined) {
    return (
      <p className={styles.problem} role="status">
        {t('diagnostics.damaged', { line: failure.line, reason: failure.reason })}
      </p>
    );
  }
  if (now.status !== 'seeking' && now.status !== 'ended') return null;
  return (
    <p className={styles.note} role="status">
      {t(now.status === 'ended' ? 'diagnostics.ended' : 'diagnostics.seeking')}
    </p>
  );
}
