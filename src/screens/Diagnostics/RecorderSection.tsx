import { useState } from 'react';
import type { RecordingState } from '../../../shared/bridge/recording.ts';
import type { Result } from '../../../shared/result.ts';
import { Button } from '../../components/Button.tsx';
import { ListRow, Section } from '../../components/Section.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { showRefusal } from '../../components/show-refusal.ts';
import { showToast } from '../../components/toast-store.ts';
import { useSignals } from '../../components/use-signals.ts';
import { formatDuration, formatSize } from '../../format/measure.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import {
  markMoment,
  recorderNow,
  recording,
  saveRecording,
  startRecording,
  stopRecording,
} from '../../state/recording.ts';
import { NoteField } from '../shared/NoteField.tsx';
import styles from '../shared/Recorder.module.css';
import { SaveFile } from '../shared/SaveFile.tsx';

type Long = RecordingState['long'];

/** The long recording, started and stopped by the user. */
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
        <p className={`strong ${styles.status}`} data-on={long.status === 'on' || undefined} role="status">
          {t(STATUS[long.status])}
        </p>
        <p className={`faint ${styles.hint}`}>{t('diagnostics.recorder_hint')}</p>
        {long.status !== 'off' && <Ending long={long} />}
      </div>
      {long.status !== 'off' && <Facts long={long} />}
      {long.status === 'on' && <MarkForm />}
      <div className={styles.block}>
        {long.status === 'on' ? (
          <Act variant="primary" label={t('diagnostics.stop')} act={stopRecording} />
        ) : (
          <Act
            variant={long.status === 'off' ? 'primary' : 'quiet'}
            label={t('diagnostics.start')}
            act={startRecording}
          />
        )}
        {long.status !== 'off' && (
          <SaveFile label={t('diagnostics.save_long')} make={() => saveRecording('long')} />
        )}
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

/** Why the recording ended early or is kept in memory only. */
function Ending({ long }: { readonly long: Begun }) {
  const { t } = useTranslation();
  if (long.ended !== undefined) {
    return (
      <p className="warning" role="alert">
        {t(long.ended === 'full' ? 'diagnostics.ended_full' : 'diagnostics.ended_failed')}
      </p>
    );
  }
  return long.place === 'memory' ? <p className="warning">{t('diagnostics.in_memory')}</p> : null;
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
    if (!answer.ok) showRefusal(t, answer.error);
  };
  return (
    <Button variant={variant} wide busy={busy} onClick={() => void run()}>
      {label}
    </Button>
  );
}

/** Marks the current moment in the recording, with an optional note. */
function MarkForm() {
  const { t } = useTranslation();
  const [note, setNote] = useState('');
  return (
    <form
      className={styles.block}
      onSubmit={(event) => {
        event.preventDefault();
        markMoment(note.trim());
        setNote('');
        showToast(t('diagnostics.marked'), 'ok');
      }}
    >
      <NoteField label={t('diagnostics.note')} value={note} onChange={setNote} />
      <Button variant="quiet" type="submit">
        {t('diagnostics.mark')}
      </Button>
    </form>
  );
}

/** The ring recording: the last minutes are always kept, for errors that have already happened. */
export function RingSection() {
  useSignals();
  const { t } = useTranslation();
  const ring = recording.value?.ring;
  return (
    <Section title={t('diagnostics.ring')}>
      <p className={styles.block}>
        <span className={`faint ${styles.hint}`}>{t('diagnostics.ring_hint')}</span>
      </p>
      <ListRow
        title={t('diagnostics.length')}
        value={<span dir="ltr">{ring === undefined ? '--' : formatDuration(ring.seconds * 1_000)}</span>}
      />
      <ListRow title={t('diagnostics.size')} value={<span dir="ltr">{formatSize(ring?.bytes)}</span>} />
      <div className={styles.block}>
        <SaveFile label={t('diagnostics.save_ring')} make={() => saveRecording('ring')} />
      </div>
    </Section>
  );
}
