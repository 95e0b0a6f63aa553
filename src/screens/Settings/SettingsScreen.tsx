import { lazy, Suspense, useState } from 'react';
import { version } from '../../../package.json';
import { Page } from '../../components/Page.tsx';
import { ListRow, Section } from '../../components/Section.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { LANGUAGE_NAMES } from '../../i18n/language-names.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { hasShortcuts, shortcutsShown } from '../../state/keyboard.ts';
import { language } from '../../state/preferences.ts';
import { session } from '../../state/session.ts';
import { SignOutRow } from '../shared/SignOutRow.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import { ClockRows } from './ClockRows.tsx';
import { DataRows } from './DataRows.tsx';
import { DevicesSection } from './DevicesSection.tsx';
import { TradingSection } from './TradingSection.tsx';

const SecuritySection = lazy(() =>
  import('./SecuritySection.tsx').then((module) => ({ default: module.SecuritySection })),
);

/** `/mine/system`: settings of appearance and trading, second factors, sessions, and sign-out. */
export function SettingsScreen() {
  useSignals();
  const { t } = useTranslation();
  // Sessions from before the first factor never had to prove one: they may be a thief's.
  const [offers, setOffers] = useState(0);
  const now = session.value;
  const isReal = now.status === 'signed-in' && !now.user.isDemo;
  return (
    <Page title={t('settings.title')} back>
      <AppearanceSection />
      <TradingSection />
      <Section title={t('settings.general')}>
        <ListRow title={t('settings.language')} value={LANGUAGE_NAMES[language.value]} href="/language" />
        <ClockRows />
        <DataRows />
        {hasShortcuts.value && (
          <ListRow
            title={t('keys.title')}
            opens
            onClick={() => {
              shortcutsShown.value = true;
            }}
          />
        )}
        <ListRow title={t('diagnostics.title')} href="/mine/diagnostics" />
        <ListRow title={t('settings.version')} value={version} />
        <SignOutRow />
      </Section>
      {isReal && (
        <Suspense fallback={<Skeleton height={180} />}>
          <SecuritySection onFirstFactor={() => setOffers((before) => before + 1)} />
        </Suspense>
      )}
      <DevicesSection offers={offers} />
    </Page>
  );
}
