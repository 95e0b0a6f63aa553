import { ListRow } from '../../components/ListRow.tsx';
import { Section } from '../../components/Section.tsx';
import { useSignals } from '../../components/useSignals.ts';
import { formatDuration, formatSize } from '../../format/measure.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { recording } from '../../state/recording.ts';
import styles from './Diagnostics.module.css';
import { SaveRecording } from './SaveRecording.tsx';

/** What is always kept: the last minutes, for when something has gone wrong already. */
export function RingSection() {
  useSignals();
  const { t } = useTranslation();
  const ring = recording.value?.ring;
  return (
    <Section title={t('diagnostics.ring')}>
      <p className={styles.block}>
        <span className={styles.hint}>{t('diagnostics.ring_hint')}</span>
      </p>
      <ListRow
        title={t('diagnostics.length')}
        value={<span dir="ltr">{ring === undefined ? '--' : formatDuration(ring.seconds * 1_000)}</span>}
      />
      <ListRow title={t('diagnostics.size')} value={<span dir="ltr">{formatSize(ring?.bytes)}</span>} />
      <div className={styles.actions}>
        <SaveRecording which="ring" label={t('diagnostics.save_ring')} />
      </div>
    </Section>
  );
}
