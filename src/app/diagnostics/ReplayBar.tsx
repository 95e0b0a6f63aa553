import { useEffect, useState } from 'react';
import type { ReplayMoment, ReplaySpeed } from '../../../shared/bridge/recording.ts';
import { IconButton } from '../../components/Button.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { useSignals } from '../../components/use-signals.ts';
import { formatDuration, formatFactor } from '../../format/measure.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import {
  pauseReplay,
  playReplay,
  replay,
  replayAtMs,
  setReplaySpeed,
  stepReplay,
  survey,
} from '../../state/replay.ts';
import { listenToMarkKeys, passedMark } from '../../state/replay-marks.ts';
import { replaySource } from '../../state/replay-source.ts';
import styles from './ReplayBar.module.css';
import { ReplayBarNote } from './ReplayBarNote.tsx';
import { ReplayBarTimeline } from './ReplayBarTimeline.tsx';
import { ReplayOptions } from './ReplayOptions.tsx';

interface ReplayBarProps {
  readonly isFolded: boolean;
  readonly onFold: (folded: boolean) => void;
}

/** The player's controls, in reach of the thumb; when folded, only the time and one button stay. */
export function ReplayBar({ isFolded, onFold }: ReplayBarProps) {
  useSignals();
  const { t } = useTranslation();
  const { status } = replay.value;
  const known = survey.value;
  const lengthMs = known.status === 'ready' ? known.value.lengthMs : undefined;
  const isPlaying = status === 'playing' || (status === 'seeking' && replaySource.value?.isPaused === false);
  const hasFailed = status === 'failed';
  const [isOpen, setIsOpen] = useState(false);
  const note = useMarkText(passedMark.value);
  useEffect(listenToMarkKeys, []);
  return (
    <section className={styles.bar} aria-label={t('diagnostics.player')} data-status={status}>
      <div className={styles.row}>
        {!hasFailed && (
          <IconButton
            icon={isPlaying ? MORE_ICONS.pause : MORE_ICONS.play}
            label={t(isPlaying ? 'diagnostics.pause' : 'diagnostics.play')}
            onClick={isPlaying ? pauseReplay : playReplay}
          />
        )}
        {!hasFailed && !isFolded && (
          <>
            <IconButton icon={MORE_ICONS.step} label={t('diagnostics.step')} onClick={stepReplay} />
            <SpeedChoice />
          </>
        )}
        {isFolded && note !== undefined ? (
          <span className={styles.time}>{note}</span>
        ) : (
          <span className={styles.time} dir="ltr">
            {formatDuration(replayAtMs.value)} / {lengthMs === undefined ? '--' : formatDuration(lengthMs)}
          </span>
        )}
        {!hasFailed && !isFolded && (
          <IconButton icon="menu" label={t('diagnostics.options')} onClick={() => setIsOpen(true)} />
        )}
        <IconButton
          icon={isFolded ? 'up' : 'down'}
          label={t(isFolded ? 'diagnostics.unfold' : 'diagnostics.fold')}
          onClick={() => onFold(!isFolded)}
        />
      </div>
      {/* For screen readers; it stays mounted, so that each new text is read out. */}
      <p className="visually-hidden" role="status" aria-label={t('diagnostics.mark_made')}>
        {note}
      </p>
      <ReplayOptions open={isOpen} onClose={() => setIsOpen(false)} />
      {!isFolded && (
        <>
          <ReplayBarNote mark={note} />
          {known.status === 'ready' && !hasFailed && <ReplayBarTimeline survey={known.value} />}
        </>
      )}
    </section>
  );
}

const SPEEDS: readonly ReplaySpeed[] = [0.25, 0.5, 1, 2, 5, 10, 25, 100, 'max'];

function SpeedChoice() {
  useSignals();
  const { t } = useTranslation();
  const speed = replaySource.value?.speed ?? 1;
  return (
    <select
      className={styles.speed}
      aria-label={t('diagnostics.speed')}
      value={String(speed)}
      onChange={({ target }) => {
        const chosen = SPEEDS.find((one) => String(one) === target.value);
        if (chosen !== undefined) setReplaySpeed(chosen);
      }}
    >
      {SPEEDS.map((one) => (
        <option key={one} value={String(one)}>
          {one === 'max' ? t('diagnostics.speed_max') : formatFactor(one)}
        </option>
      ))}
    </select>
  );
}

/** A mark in words, with its note if it has one; undefined without a mark. */
function useMarkText(mark: ReplayMoment | undefined): string | undefined {
  const { t } = useTranslation();
  if (mark === undefined) return undefined;
  const at = formatDuration(mark.atMs);
  return mark.label ? t('diagnostics.mark_note', { at, note: mark.label }) : t('diagnostics.mark_at', { at });
}
