import { useState } from 'react';
import { version } from '../../../package.json';
import { ConfirmDialog } from '../../components/Modal.tsx';
import { Page } from '../../components/Page.tsx';
import { ListRow, Section } from '../../components/Section.tsx';
import { showToast } from '../../components/toast-store.ts';
import { useSignals } from '../../components/use-signals.ts';
import { LANGUAGE_NAMES } from '../../i18n/language-names.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { language } from '../../state/preferences.ts';
import { isDemo, signOut } from '../../state/session.ts';
import { AppearanceSection } from './AppearanceSection.tsx';
import { DevicesSection } from './DevicesSection.tsx';
import { TradingSection } from './TradingSection.tsx';

/** `/mine/system`: settings of appearance and trading, sessions, and sign-out. */
export function SettingsScreen() {
  useSignals();
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    const answer = await signOut();
    if (!answer.ok) showToast(refusalText(t, answer.error), 'error');
  };
  return (
    <Page title={t('settings.title')} back>
      <AppearanceSection />
      <TradingSection />
      <Section title={t('settings.general')}>
        <ListRow title={t('settings.language')} value={LANGUAGE_NAMES[language.value]} href="/language" />
        <ListRow title={t('diagnostics.title')} href="/mine/diagnostics" />
        <ListRow title={t('settings.version')} value={version} />
        <ListRow icon="logout" title={t('account.sign_out')} onClick={() => setLeaving(true)} />
      </Section>
      <DevicesSection />
      <ConfirmDialog
        open={leaving}
        title={t('account.sign_out_title')}
        text={t(isDemo.value ? 'account.sign_out_demo_text' : 'account.sign_out_text')}
        action={t('account.sign_out')}
        danger={isDemo.value}
        onClose={() => setLeaving(false)}
        onConfirm={leave}
      />
    </Page>
  );
}
