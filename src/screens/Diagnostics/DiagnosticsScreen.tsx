import { useEffect, useRef } from 'react';
import { Button } from '../../components/Button.tsx';
import { Page } from '../../components/Page.tsx';
import { ListRow, Section } from '../../components/Section.tsx';
import { Switch } from '../../components/Switch.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatSince } from '../../format/day.ts';
import { isolated } from '../../format/isolated.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { hudShown, showHud } from '../../state/diagnostics-flags.ts';
import { dropKept, kept, lookForKept, noteOffered, saveKept } from '../../state/kept-recordings.ts';
import { deviceNow } from '../../state/now.ts';
import { errorCounts } from '../../state/page-errors.ts';
import { replaySource } from '../../state/replay-source.ts';
import { openFile } from '../shared/open-file.ts';
import styles from '../shared/Recorder.module.css';
import { ReportProblem } from '../shared/ReportProblem.tsx';
import { SaveFile } from '../shared/SaveFile.tsx';
import { DataSection } from './DataSection.tsx';
import { RecorderSection, RingSection } from './RecorderSection.tsx';

/** `/mine/diagnostics`: record the app's input, replay a recording, and watch the app's performance. */
export function DiagnosticsScreen() {
  useSignals();
  const { t } = useTranslation();
  // A replay has no live input to record.
  const isLive = replaySource.value === undefined;
  return (
    <Page title={t('diagnostics.title')} back>
      {isLive && <RecorderSection />}
      {isLive && <KeptSection />}
      {isLive && <RingSection />}
      {isLive && (
        <Section title={t('diagnostics.report')}>
          <div className={styles.block}>
            <ReportProblem />
          </div>
        </Section>
      )}
      <DataSection />
      <ErrorSection />
      <OpenSection />
      <Section title={t('diagnostics.display')}>
        <Switch
          checked={hudShown.value}
          onChange={showHud}
          label={t('diagnostics.hud')}
          hint={t('diagnostics.hud_hint')}
        />
      </Section>
    </Page>
  );
}

/** Errors since the page was opened. */
function ErrorSection() {
  useSignals();
  const { t } = useTranslation();
  const { page, screen, crash, hang } = errorCounts.value;
  return (
    <Section title={t('diagnostics.errors')}>
      <ListRow title={t('diagnostics.errors_page')} value={page + screen} />
      <ListRow title={t('diagnostics.errors_crash')} value={crash} />
      <ListRow title={t('diagnostics.errors_hang')} value={hang} />
    </Section>
  );
}

/** Opens a recording as a replay. */
function OpenSection() {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Section title={t('diagnostics.open')}>
      <p className={styles.block}>
        <span className={`faint ${styles.hint}`}>{t('diagnostics.open_hint')}</span>
      </p>
      <div className={styles.block}>
        <input
          ref={input}
          type="file"
          hidden
          // File dialogs compare only the last extension.
          accept=".jsonl,.har,.gz,.zip"
          aria-label={t('diagnostics.open')}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file !== undefined) void openFile(t, file);
            // Choosing the same file again must fire a change event.
            event.target.value = '';
          }}
        />
        <Button variant="quiet" wide onClick={() => input.current?.click()}>
          {t('diagnostics.choose_file')}
        </Button>
      </div>
    </Section>
  );
}

/** What was recorded until a page ended, by a reload or otherwise. */
function KeptSection() {
  useSignals();
  const { t } = useTranslation();
  useEffect(() => {
    void lookForKept();
    return kept.subscribe((all) => {
      for (const { kind, startedAt } of all) if (kind === 'long') noteOffered(startedAt);
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
