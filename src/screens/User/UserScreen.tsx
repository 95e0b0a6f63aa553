import { type ComponentProps, useState } from 'react';
import type { User } from '../../../shared/contract/people.ts';
import { Button, IconButton } from '../../components/Button.tsx';
import { ConfirmDialog, Dialog } from '../../components/Modal.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { copyText, ListRow, Section } from '../../components/Section.tsx';
import { SigText } from '../../components/SigText.tsx';
import { showToast } from '../../components/toast-store.ts';
import { useSignals } from '../../components/use-signals.ts';
import { httpsUrl } from '../../format/https-url.ts';
import { formatMoney } from '../../format/money.ts';
import { LANGUAGE_NAMES } from '../../i18n/language-names.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { figures } from '../../state/account.ts';
import { unreadCount } from '../../state/chat.ts';
import { baseData } from '../../state/market.ts';
import { balanceHidden, language } from '../../state/preferences.ts';
import { isDemo, resetDemo, session, signOut } from '../../state/session.ts';
import styles from './UserScreen.module.css';

/** `/user`, `/mine`: the account and its menu. */
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

type RealRowProps = Pick<ComponentProps<typeof ListRow>, 'icon' | 'title'> & { readonly href: string };

/** A row for real accounts only; demo accounts see a message instead; specification, section 6. */
function RealRow({ icon, title, href }: RealRowProps) {
  useSignals();
  const { t } = useTranslation();
  if (!isDemo.value) return <ListRow icon={icon} title={title} href={href} />;
  return <ListRow icon={icon} title={title} onClick={() => showToast(t('user.only_true_account'))} />;
}

/** Customer service: a dialog with a link to copy (2), another site (3), or the chat; specification, section 3. */
function ServiceRow() {
  useSignals();
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { service_link: link = '', service_link_type: type = 1 } = baseData.value ?? {};
  const title = t('account.service');
  const icon = MORE_ICONS.chat;
  if (type === 3) {
    const target = httpsUrl(link);
    return (
      <ListRow
        icon={icon}
        title={title}
        onClick={() => target !== undefined && window.open(target, '_blank', 'noopener,noreferrer')}
      />
    );
  }
  if (type !== 2) {
    const unread = unreadCount.value;
    return (
      <ListRow
        icon={icon}
        title={title}
        value={unread > 0 ? <span className={styles.badge}>{unread}</span> : undefined}
        href="/mine/chat"
      />
    );
  }
  const copy = async (): Promise<void> => {
    if (await copyText(link)) showToast(t('public.copied'), 'ok');
    else showToast(t('public.copy_failed'), 'error');
    setOpen(false);
  };
  return (
    <>
      <ListRow icon={icon} title={title} onClick={() => setOpen(true)} />
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('account.service_title')}
        actions={
          <>
            <Button variant="quiet" onClick={() => setOpen(false)}>
              {t('public.close')}
            </Button>
            <Button variant="primary" onClick={() => void copy()}>
              {t('public.copy')}
            </Button>
          </>
        }
      >
        <p>{t('account.service_text')}</p>
        <p className={`strong ${styles.link}`} dir="ltr">
          {link}
        </p>
      </Dialog>
    </>
  );
}

const HIDDEN = '••••••';
const balance = (): string => (balanceHidden.value ? HIDDEN : formatMoney(figures.balance.value));
const equity = (): string => (balanceHidden.value ? HIDDEN : formatMoney(figures.equity.value));

/** The account's name and balance; the eye button hides the amounts. */
function BalanceCard({ user }: { readonly user: User }) {
  useSignals();
  const { t } = useTranslation();
  const hidden = balanceHidden.value;
  const name = user.is_demo === 1 ? t('account.demo_account') : user.email || user.phone;
  return (
    <section className={`card ${styles.card}`}>
      <div className={`ends ${styles.who}`}>
        <span className={`one-line strong ${styles.name}`} dir="auto">
          {name}
        </span>
        <span className="faint">{t('account.uid', { uid: user.uid })}</span>
      </div>
      <div className={styles.balance}>
        <span className="faint">{t('account.balance')}</span>
        <IconButton
          icon={hidden ? 'eye-off' : 'eye'}
          label={t(hidden ? 'account.show_balance' : 'account.hide_balance')}
          onClick={() => {
            balanceHidden.value = !hidden;
          }}
        />
        <span className={styles.amount}>
          <SigText text={balance} />
          <span className={`faint ${styles.currency}`}>USD</span>
        </span>
      </div>
      <dl className={`ends soft ${styles.equity}`}>
        <dt>{t('account.equity')}</dt>
        <dd>
          <SigText text={equity} />
        </dd>
      </dl>
    </section>
  );
}
