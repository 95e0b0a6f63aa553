import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReplaySurvey } from '../../../shared/bridge/recording.ts';
import { later } from '../../clock.ts';
import { useSignals } from '../../components/use-signals.ts';
import { formatDuration } from '../../format/measure.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { theme } from '../../state/preferences.ts';
import { replayAtMs, seekReplay } from '../../state/replay.ts';
import { drawTimeline } from './draw-timeline.ts';
import styles from './ReplayBar.module.css';

/** Debounces seeks by key: keys come in bursts, and each seek starts a new engine. */
const KEY_WAIT_MS = 250;
const STEP_MS = 1_000;
const PAGE_MS = 10_000;

/** The timeline of the whole recording with the current moment; drag, tap and keys seek. */
export function ReplayBarTimeline({ survey }: { readonly survey: ReplaySurvey }) {
  useSignals();
  const { t } = useTranslation();
  // A replay stops only at whole milliseconds.
  const lengthMs = Math.ceil(survey.lengthMs);
  const canvas = useRef<HTMLCanvasElement>(null);
  /** The moment under the finger or chosen by keys, before the seek. */
  const [wanted, setWanted] = useState<number>();
  const cancel = useRef(() => {});
  useEffect(() => () => cancel.current(), []);
  const shownMs = Math.min(lengthMs, wanted ?? replayAtMs.value);
  useLayoutEffect(() => {
    const node = canvas.current;
    if (node === null) return;
    const draw = (): void => drawTimeline(node, survey, shownMs);
    const resized = new ResizeObserver(draw);
    resized.observe(node);
    // Draw now, and again when the page's colours change.
    const unfollow = theme.subscribe(draw);
    return () => {
      resized.disconnect();
      unfollow();
    };
  }, [survey, shownMs]);

  const seek = (atMs: number): void => {
    cancel.current();
    setWanted(undefined);
    seekReplay(atMs);
  };
  const seekSoon = (atMs: number): void => {
    const inside = Math.min(lengthMs, Math.max(0, atMs));
    setWanted(inside);
    cancel.current();
    cancel.current = later(KEY_WAIT_MS, () => seek(inside));
  };
  const under = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.round(Math.min(1, Math.max(0, (event.clientX - left) / width)) * lengthMs);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = afterKey(event.key, shownMs, lengthMs);
    if (next === undefined) return;
    event.preventDefault();
    seekSoon(next);
  };
  return (
    <div dir="ltr">
      <div
        className={styles.timeline}
        role="slider"
        tabIndex={0}
        aria-label={t('diagnostics.timeline')}
        aria-valuemin={0}
        aria-valuemax={lengthMs}
        aria-valuenow={Math.round(shownMs)}
        aria-valuetext={t('diagnostics.position', {
          at: formatDuration(shownMs),
          length: formatDuration(lengthMs),
        })}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          cancel.current();
          setWanted(under(event));
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) setWanted(under(event));
        }}
        onPointerUp={(event) => seek(under(event))}
        onPointerCancel={() => setWanted(undefined)}
      >
        <canvas ref={canvas} />
      </div>
      <ul className={styles.legend} dir="auto">
        <li>{t('diagnostics.traffic')}</li>
        <li data-kind="gap">{t('diagnostics.gap')}</li>
        <li data-kind="reconnect">{t('diagnostics.reconnect')}</li>
        <li data-kind="mark">{t('diagnostics.mark_made')}</li>
      </ul>
    </div>
  );
}

function afterKey(key: string, atMs: number, lengthMs: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return atMs + STEP_MS;
    case 'ArrowLeft':
    case 'ArrowDown':
      return atMs - STEP_MS;
    case 'PageUp':
      return atMs + PAGE_MS;
    case 'PageDown':
      return atMs - PAGE_MS;
    case 'Home':
      return 0;
    case 'End':
      return lengthMs;
    default:
      return undefined;
  }
}
