import { useSignals } from '@preact/signals-react/runtime';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { ListRow } from '../../components/ListRow.tsx';
import { Page } from '../../components/Page.tsx';
import { Section } from '../../components/Section.tsx';
import { showToast } from '../../components/toast-store.ts';
import { LANGUAGE_NAMES } from '../../i18n/language.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { language } from '../../state/preferences.ts';
import { isDemo, resetDemo, session, signOut } from '../../state/session.ts';
import { BalanceCard } from './BalanceCard.tsx';

/** `/user`, `/mine`: the account and what can be done with it. */
export function UserScreen() {
  useSignals();
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'nothing' | 'reset' | 'sign-out'>('nothing');
  const close = (): void => setAsking('nothing');
  const demo = isDemo.value;
  const reset = async (): Promise<void> => {
    const answer = await resetDemo();
    if (answer.ok) showToast(t('account.reset_done'), 'ok');
    else showToast(refusalText(t, answer.error), 'error');
  };
  const leave = async (): Promise<void> => {
    const answer = await signOut();
    if (!answer.ok) showToast(refusalText(t, answer.error), 'error');
  };
  if (session.value.status !== 'signed-in') return null;
  return (
    <Page title={t('account.title')} back>
      <BalanceCard user={session.value.user} />
      <Section>
        <ListRow icon="settings" title={t('account.settings')} href="/mine/system" />
        <ListRow
          icon="globe"
          title={t('account.language')}
          value={LANGUAGE_NAMES[language.value]}
          href="/language"
        />
      </Section>
      <Section>
        {demo && <ListRow icon="reset" title={t('account.reset_demo')} onClick={() => setAsking('reset')} />}
        <ListRow icon="logout" title={t('account.sign_out')} onClick={() => setAsking('sign-out')} />
      </Section>
      <ConfirmDialog
        open={asking === 'reset'}
        title={t('account.reset_title')}
        text={t('account.reset_text')}
        action={t('account.reset')}
        danger
        onClose={close}
        onConfirm={reset}
      />
      <ConfirmDialog
        open={asking === 'sign-out'}
        title={t('account.sign_out_title')}
        text={t(demo ? 'account.sign_out_demo_text' : 'account.sign_out_text')}
        action={t('account.sign_out')}
        danger={demo}
        onClose={close}
        onConfirm={leave}
      />
    </Page>
  );
}
