import { useState } from 'react';
import type { RecordingState } from '../../../shared/bridge/recording.ts';
import type { Result } from '../../../shared/result.ts';
import { Button } from '../../components/Button.tsx';
import { ListRow } from '../../components/ListRow.tsx';
import { Section } from '../../components/Section.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { showToast } from '../../components/toast-store.ts';
import { useSignals } from '../../components/useSignals.ts';
import { formatDuration, formatSize } from '../../format/measure.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { startRecording } from '../../state/diagnostics-flags.ts';
import { recorderNow, recording, stopRecording } from '../../state/recording.ts';
import styles from './Diagnostics.module.css';
import { MarkForm } from './MarkForm.tsx';
import { SaveRecording } from './SaveRecording.tsx';

type Long = RecordingState['long'];

/** The long recording: started and stopped by hand. */
export function RecorderSection() {
  useSignals();
  const { t } = useTranslation();
  const long = recording.value?.long;
  return (
    <Section title={t('diagnostics.recorder')}>
      {long === undefined ? <Skeleton height={112} /> : <Recorder long={long} />}
    </Section>
  );
}

function Recorder({ long }: { readonly long: Long }) {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.block}>
        <p className={styles.status} data-on={long.status === 'on' || undefined} role="status">
          {t(STATUS[long.status])}
        </p>
        <p className={styles.hint}>{t('diagnostics.recorder_hint')}</p>
        {long.status !== 'off' && <Ending long={long} />}
      </div>
      {long.status !== 'off' && <Facts long={long} />}
      {long.status === 'on' && <MarkForm />}
      <div className={styles.actions}>
        {long.status === 'on' ? (
          <Act variant="primary" label={t('diagnostics.stop')} act={stopRecording} />
        ) : (
          <Act
            variant={long.status === 'off' ? 'primary' : 'quiet'}
            label={t('diagnostics.start')}
            act={startRecording}
          />
        )}
        {long.status !== 'off' && <SaveRecording which="long" label={t('diagnostics.save_long')} />}
      </div>
    </>
  );
}

const STATUS = {
  off: 'diagnostics.status_off',
  on: 'diagnostics.status_on',
  stopped: 'diagnostics.status_stopped',
} as const;

type Begun = Exclude<Long, { readonly status: 'off' }>;

/** Why it holds less than was asked for. */
function Ending({ long }: { readonly long: Begun }) {
  const { t } = useTranslation();
  if (long.ended !== undefined) {
    return (
      <p className={styles.problem} role="alert">
        {t(long.ended === 'full' ? 'diagnostics.ended_full' : 'diagnostics.ended_failed')}
      </p>
    );
  }
  return long.place === 'memory' ? <p className={styles.problem}>{t('diagnostics.in_memory')}</p> : null;
}

function Facts({ long }: { readonly long: Begun }) {
  const { t } = useTranslation();
  return (
    <>
      {long.status === 'on' && (
        <ListRow
          title={t('diagnostics.length')}
          value={<span dir="ltr">{formatDuration(Math.max(0, recorderNow() - long.startedAt))}</span>}
        />
      )}
      <ListRow title={t('diagnostics.size')} value={<span dir="ltr">{formatSize(long.bytes)}</span>} />
      <ListRow title={t('diagnostics.marks')} value={long.marks} />
    </>
  );
}

interface ActProps {
  readonly variant: 'primary' | 'quiet';
  readonly label: string;
  readonly act: () => Promise<Result<void>>;
}

function Act({ variant, label, act }: ActProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    const answer = await act();
    setBusy(false);
    if (!answer.ok) showToast(refusalText(t, answer.error), 'error');
  };
  return (
    <Button variant={variant} wide busy={busy} onClick={() => void run()}>
      {label}
    </Button>
  );
}
