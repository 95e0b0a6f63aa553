import { useState } from 'react';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { ListRow } from '../../components/ListRow.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { Section } from '../../components/Section.tsx';
import { showToast } from '../../components/toast-store.ts';
import { useSignals } from '../../components/useSignals.ts';
import { LANGUAGE_NAMES } from '../../i18n/language-names.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { language } from '../../state/preferences.ts';
import { isDemo, resetDemo, session, signOut } from '../../state/session.ts';
import { BalanceCard } from './BalanceCard.tsx';
import { RealRow } from './RealRow.tsx';
import { ServiceRow } from './ServiceRow.tsx';

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
      <Section title={t('account.money')}>
        <RealRow icon={MORE_ICONS.deposit} title={t('account.deposit')} href="/mine/charge" />
        <RealRow icon={MORE_ICONS.withdraw} title={t('account.withdraw')} href="/mine/withdraw" />
        <ListRow icon={MORE_ICONS.ledger} title={t('account.ledger')} href="/mine/history" />
        <RealRow icon="wallet" title={t('account.wallet')} href="/mine/wallet" />
      </Section>
      <Section title={t('account.account_section')}>
        <RealRow icon={MORE_ICONS.shield} title={t('account.verification')} href="/mine/auth" />
        <RealRow icon={MORE_ICONS.gift} title={t('account.invite')} href="/mine/invite" />
        <RealRow icon={MORE_ICONS.key} title={t('account.change_password')} href="/mine/password" />
        <ListRow icon="settings" title={t('account.settings')} href="/mine/system" />
        <ListRow
          icon="globe"
          title={t('account.language')}
          value={LANGUAGE_NAMES[language.value]}
          href="/language"
        />
      </Section>
      <Section title={t('account.service_section')}>
        <ServiceRow />
        <ListRow icon={MORE_ICONS.bell} title={t('account.announcements')} href="/mine/announcement" />
        <ListRow icon={MORE_ICONS.news} title={t('account.news')} href="/news" />
        <ListRow icon={MORE_ICONS.mail} title={t('account.email_page')} href="/mine/email" />
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
