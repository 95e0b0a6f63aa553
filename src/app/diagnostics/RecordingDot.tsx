import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { showToast } from '../../components/toast-store.ts';
import { useHold } from '../../components/use-hold.ts';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { interrupted, markMoment, recorderNow, recording } from '../../state/recording.ts';
import styles from './RecordingDot.module.css';

const MarkSheet = lazy(() => import('./MarkSheet.tsx').then((module) => ({ default: module.MarkSheet })));

/** Shown on every screen while a long recording runs: a press marks the moment, a longer one adds a note to it. */
export function RecordingDot() {
  useSignals();
  const { t } = useTranslation();
  /** The time at which the press that asks for a note began. */
  const [heldAtMs, setHeldAtMs] = useState<number>();
  const [isOpen, setIsOpen] = useState(false);
  const pressedAtMs = useRef<number>(undefined);
  const askForNote = useCallback(() => {
    setHeldAtMs(pressedAtMs.current ?? recorderNow());
    setIsOpen(true);
  }, []);
  useHold(dotOf, askForNote);
  useEffect(() => {
    const known = interrupted.peek();
    return interrupted.subscribe((lost) => {
      if (lost !== undefined && lost !== known) showToast(t('diagnostics.interrupted'), 'error');
    });
  }, [t]);
  if (recording.value?.long.status !== 'on') return null;

  const lift = (): void => {
    pressedAtMs.current = undefined;
  };
  return (
    <>
      <button
        type="button"
        className={styles.dot}
        data-mark
        aria-label={t('diagnostics.recording_on')}
        onPointerDown={() => {
          pressedAtMs.current = recorderNow();
        }}
        onPointerUp={lift}
        onPointerCancel={lift}
        onClick={() => {
          markMoment('');
          showToast(t('diagnostics.marked'), 'ok');
        }}
      />
      {heldAtMs !== undefined && (
        <Suspense fallback={null}>
          <MarkSheet key={heldAtMs} atMs={heldAtMs} open={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const dotOf = ({ target }: Event): Element | null =>
  target instanceof Element ? target.closest('[data-mark]') : null;
