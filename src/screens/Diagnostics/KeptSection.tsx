import { useEffect } from 'react';
import { Button } from '../../components/Button.tsx';
import { Section } from '../../components/Section.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatSince } from '../../format/day.ts';
import { isolated } from '../../format/isolated.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { dropKept, kept, lookForKept, noteTold, saveKept } from '../../state/kept-recordings.ts';
import { deviceNow } from '../../state/now.ts';
import styles from '../shared/Recorder.module.css';
import { SaveFile } from '../shared/SaveFile.tsx';

/** What was recorded until a page ended, by a reload or otherwise. */
export function KeptSection() {
  useSignals();
  const { t } = useTranslation();
  useEffect(() => {
    void lookForKept();
    return kept.subscribe((all) => {
      for (const { kind, startedAt } of all) if (kind === 'long') noteTold(startedAt);
    });
  }, []);
  const all = kept.value;
  if (all.length === 0) return null;
  return (
    <Section title={t('diagnostics.kept_title')}>
      {all.map((one) => {
        const time = (ms: number) => isolated(formatSince(ms, deviceNow()));
        return (
          <div key={one.names[0]} className={styles.block}>
            <p className={styles.hint}>
              {one.kind === 'long'
                ? t('diagnostics.kept', { time: time(one.startedAt) })
                : t('diagnostics.kept_ring', { time: time(one.endedAt) })}
            </p>
            <SaveFile label={t('public.save')} make={() => saveKept(one)} />
            <Button variant="quiet" wide onClick={() => void dropKept(one)}>
              {t('public.delete')}
            </Button>
          </div>
        );
      })}
    </Section>
  );
}
