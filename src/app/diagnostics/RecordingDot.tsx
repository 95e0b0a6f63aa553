import { Link } from 'wouter';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { recording } from '../../state/recording.ts';
import styles from './RecordingDot.module.css';

/** Shown on every screen while a long recording runs; links to the screen that stops it. */
export function RecordingDot() {
  useSignals();
  const { t } = useTranslation();
  if (recording.value?.long.status !== 'on') return null;
  return (
    <Link href="/mine/diagnostics" className={styles.dot ?? ''} aria-label={t('diagnostics.recording_on')} />
  );
}
