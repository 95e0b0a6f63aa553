import { version } from '../../../package.json';
import { Page } from '../../components/Page.tsx';
import { ListRow, Section } from '../../components/Section.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { LANGUAGE_NAMES } from '../../i18n/language-names.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { language } from '../../state/preferences.ts';
import { SignOutRow } from '../shared/SignOutRow.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import { DevicesSection } from './DevicesSection.tsx';
import { TradingSection } from './TradingSection.tsx';

/** `/mine/system`: settings of appearance and trading, sessions, and sign-out. */
export function SettingsScreen() {
  useSignals();
  const { t } = useTranslation();
  return (
    <Page title={t('settings.title')} back>
      <AppearanceSection />
      <TradingSection />
      <Section title={t('settings.general')}>
        <ListRow title={t('settings.language')} value={LANGUAGE_NAMES[language.value]} href="/language" />
        <ListRow title={t('diagnostics.title')} href="/mine/diagnostics" />
        <ListRow title={t('settings.version')} value={version} />
        <SignOutRow />
      </Section>
      <DevicesSection />
    </Page>
  );
}
