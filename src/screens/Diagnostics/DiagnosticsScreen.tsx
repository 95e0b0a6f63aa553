import { Page } from '../../components/Page.tsx';
import { Section } from '../../components/Section.tsx';
import { Switch } from '../../components/Switch.tsx';
import { useSignals } from '../../components/useSignals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { hudShown, showHud } from '../../state/diagnostics-flags.ts';
import { replaySource } from '../../state/replay-source.ts';
import { OpenSection } from './OpenSection.tsx';
import { RecorderSection } from './RecorderSection.tsx';
import { RingSection } from './RingSection.tsx';

/** `/mine/diagnostics`: record what the app takes in, replay it, and see how the app does. */
export function DiagnosticsScreen() {
  useSignals();
  const { t } = useTranslation();
  // In a replay nothing comes in that would be worth a recording.
  const isLive = replaySource.value === undefined;
  return (
    <Page title={t('diagnostics.title')} back>
      {isLive && <RecorderSection />}
      {isLive && <RingSection />}
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
