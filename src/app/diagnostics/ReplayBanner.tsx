import { useEffect, useLayoutEffect, useState } from 'react';
import { IconButton } from '../../components/Button.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatDateTime } from '../../format/date.ts';
import { isolated } from '../../format/isolated.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { keepReplay } from '../../state/kept-replay.ts';
import { endReplay, followStandstill, replay, replayAtMs, survey } from '../../state/replay.ts';
import { isPictured, PICTURE_EVENT, replaySource } from '../../state/replay-source.ts';
import styles from './ReplayBanner.module.css';
import { ReplayBar } from './ReplayBar.tsx';
import { Provenance, ReplayFacts } from './ReplayFacts.tsx';
import { ReplayFollower } from './ReplayFollower.tsx';

/** @returns stops that */
function followPictures(): () => void {
  const note = (event: Event): void => {
    isPictured.value = event instanceof CustomEvent && event.detail === true;
  };
  addEventListener(PICTURE_EVENT, note);
  return () => {
    removeEventListener(PICTURE_EVENT, note);
    isPictured.value = false;
  };
}

/** Shows on every screen that this is a recording and not the market; its controls are at the bottom. */
export function ReplayBanner() {
  useSignals();
  const { t } = useTranslation();
  const [isFolded, setIsFolded] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const look = isPictured.value ? 'hidden' : isFolded ? 'folded' : 'open';
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.dataset['replay'] = look;
    return () => {
      delete root.dataset['replay'];
    };
  }, [look]);
  useEffect(followPictures, []);
  useEffect(keepReplay, []);
  useEffect(followStandstill, []);
  const known = survey.value;
  const startedAt = known.status === 'ready' ? known.value.startedAt : undefined;
  const at =
    replay.value.status === 'failed' || startedAt === undefined ? undefined : startedAt + replayAtMs.value;
  return (
    <>
      <aside className={styles.banner} aria-label={t('diagnostics.replay')}>
        <button
          type="button"
          className={styles.facts}
          aria-haspopup="dialog"
          disabled={known.status !== 'ready'}
          onClick={() => setIsOpen(true)}
        >
          <span className={styles.text}>
            {t('diagnostics.replay_of', {
              name: isolated(replaySource.value?.name ?? ''),
              time: isolated(formatDateTime(at)),
            })}
          </span>
          {known.status === 'ready' && <Provenance survey={known.value} />}
        </button>
        <IconButton icon="close" label={t('diagnostics.end_replay')} onClick={endReplay} />
      </aside>
      {known.status === 'ready' && (
        <ReplayFacts survey={known.value} open={isOpen} onClose={() => setIsOpen(false)} />
      )}
      <ReplayFollower />
      <ReplayBar isFolded={isFolded} onFold={setIsFolded} />
    </>
  );
}
