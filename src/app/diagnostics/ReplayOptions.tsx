import type { ReplayMoment } from '../../../shared/bridge/recording.ts';
import { Sheet } from '../../components/Modal.tsx';
import { ListRow, Section } from '../../components/Section.tsx';
import { Switch } from '../../components/Switch.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatDuration } from '../../format/measure.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { marks, seekReplay, stopAtMarks, stopsAtMarks, survey } from '../../state/replay.ts';
import { followsUser, followUser } from '../../state/replay-follow.ts';
import { goToMark } from '../../state/replay-marks.ts';

interface ReplayOptionsProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** How the replay goes on, and where to jump: marks and errors. */
export function ReplayOptions({ open, onClose }: ReplayOptionsProps) {
  useSignals();
  const { t } = useTranslation();
  const errors =
    survey.value.status === 'ready'
      ? survey.value.value.moments.filter(({ kind }) => kind === 'error').slice(0, MAX_ERRORS)
      : [];
  const jump = (go: () => void) => () => {
    go();
    onClose();
  };
  return (
    <Sheet open={open} onClose={onClose} title={t('diagnostics.options')}>
      <Section>
        <Switch
          checked={stopsAtMarks.value}
          onChange={stopAtMarks}
          label={t('diagnostics.stop_at_marks')}
          hint={t('diagnostics.stop_at_marks_hint')}
        />
        <Switch
          checked={followsUser.value}
          onChange={followUser}
          label={t('diagnostics.follow')}
          hint={t('diagnostics.follow_hint')}
        />
      </Section>
      <Section title={t('diagnostics.marks')}>
        {marks.value.length === 0 && <ListRow title={t('diagnostics.no_marks')} />}
        {distinct(marks.value).map(([key, mark]) => (
          <MomentRow
            key={key}
            moment={mark}
            title={mark.label || t('diagnostics.mark_made')}
            onJump={jump(() => goToMark(mark))}
          />
        ))}
      </Section>
      {errors.length > 0 && (
        <Section title={t('diagnostics.errors')}>
          {distinct(errors).map(([key, error]) => (
            <MomentRow
              key={key}
              moment={error}
              title={error.label ?? ''}
              onJump={jump(() => seekReplay(error.atMs))}
            />
          ))}
        </Section>
      )}
    </Sheet>
  );
}

/** A loop of errors must not make the sheet slow. */
const MAX_ERRORS = 100;

/** With a key each; of equal ones at the same time one is enough. */
const distinct = (moments: readonly ReplayMoment[]) => [
  ...new Map(moments.map((one) => [`${one.atMs} ${one.label}`, one])),
];

interface MomentRowProps {
  readonly moment: ReplayMoment;
  readonly title: string;
  readonly onJump: () => void;
}

function MomentRow({ moment, title, onJump }: MomentRowProps) {
  return (
    <ListRow title={title} value={<span dir="ltr">{formatDuration(moment.atMs)}</span>} onClick={onJump} />
  );
}
