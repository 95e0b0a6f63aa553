import { type ComponentProps, useState } from 'react';
import type { User } from '../../../shared/contract/session.ts';
import { Button } from '../../components/Button.tsx';
import { Fact } from '../../components/Fact.tsx';
import { Icon } from '../../components/Icon.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { ConfirmDialog, Dialog } from '../../components/Modal.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { copyText, ListRow, Section } from '../../components/Section.tsx';
import { showRefusal } from '../../components/show-refusal.ts';
import { showToast } from '../../components/toast-store.ts';
import { useSignals } from '../../components/use-signals.ts';
import { httpsUrl } from '../../format/https-url.ts';
import { LANGUAGE_NAMES } from '../../i18n/language-names.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { available, figures, resetDemo } from '../../state/account.ts';
import { showAlerts } from '../../state/alerts.ts';
import { ask, useLoaded } from '../../state/ask.ts';
import { unreadCount } from '../../state/chat.ts';
import { baseData } from '../../state/market.ts';
import { language } from '../../state/preferences.ts';
import { isDemo, session } from '../../state/session.ts';
import { Balance, hideable } from '../shared/Balance.tsx';
import { SignOutRow } from '../shared/SignOutRow.tsx';
import styles from './UserScreen.module.css';

/** `/user`, `/mine`: the account and its menu. */
export function UserScreen() {
  useSignals();
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const reset = async (): Promise<void> => {
    const answer = await resetDemo();
    if (answer.ok) showToast(t('account.reset_done'), 'ok');
    else showRefusal(t, answer.error);
  };
  if (session.value.status !== 'signed-in') return null;
  return (
    <Page title={t('account.title')} back>
      <Account user={session.value.user} onReset={() => setAsking(true)} />
      <Section title={t('account.money')} plain>
        {isDemo.value && (
          <>
            <RealRow icon={MORE_ICONS.deposit} title={t('account.deposit')} href="/mine/charge" />
            <RealRow icon={MORE_ICONS.withdraw} title={t('account.withdraw')} href="/mine/withdraw" />
          </>
        )}
        <ListRow icon={MORE_ICONS.ledger} title={t('account.ledger')} href="/mine/history" />
        <ListRow icon={MORE_ICONS.chart} title={t('portfolio.title')} href="/portfolio" />
        <RealRow icon={MORE_ICONS.wallet} title={t('account.wallet')} href="/mine/wallet" />
      </Section>
      <Section title={t('account.account_section')} plain>
        <RealRow icon={MORE_ICONS.shield} title={t('account.verification')} href="/mine/auth" />
        <RealRow icon={MORE_ICONS.key} title={t('account.change_password')} href="/mine/password" />
        <RealRow icon={MORE_ICONS.gift} title={t('account.invite')} href="/mine/invite" />
        <ListRow icon={MORE_ICONS.alarm} title={t('alerts.title')} opens onClick={() => showAlerts()} />
        <ListRow icon={MORE_ICONS.settings} title={t('account.settings')} href="/mine/system" />
        <ListRow
          icon="globe"
          title={t('account.language')}
          value={LANGUAGE_NAMES[language.value]}
          href="/language"
        />
      </Section>
      <Section title={t('account.service_section')} plain>
        <ServiceRow />
        <ListRow icon={MORE_ICONS.bell} title={t('account.announcements')} href="/mine/announcement" />
        <ListRow icon={MORE_ICONS.news} title={t('account.news')} href="/news" />
        <ListRow icon={MORE_ICONS.mail} title={t('account.email_page')} href="/mine/email" />
        <SignOutRow />
      </Section>
      <ConfirmDialog
        open={asking}
        title={t('account.reset_title')}
        text={t('account.reset_text')}
        action={t('account.reset')}
        danger
        onClose={() => setAsking(false)}
        onConfirm={reset}
      />
    </Page>
  );
}

type RealRowProps = Pick<ComponentProps<typeof ListRow>, 'icon' | 'title'> & { readonly href: string };

/** A row for real accounts only; demo accounts see a lock, and a message instead; specification, section 6. */
function RealRow({ icon, title, href }: RealRowProps) {
  useSignals();
  const { t } = useTranslation();
  if (!isDemo.value) return <ListRow icon={icon} title={title} href={href} />;
  return (
    <ListRow
      icon={icon}
      title={title}
      value={<Icon name={MORE_ICONS.lock} size={16} />}
      onClick={() => showToast(t('user.only_true_account'))}
    />
  );
}

/**
 * Customer service: a dialog with a link to copy (2), another site (3), or the chat; specification, section 3. A link that
 * cannot be opened is copied; without one there is the chat.
 */
function ServiceRow() {
  useSignals();
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { serviceLink: link = '', serviceLinkType: type = 1 } = baseData.value ?? {};
  const title = t('account.service');
  const icon = MORE_ICONS.chat;
  const target = type === 3 ? httpsUrl(link) : undefined;
  if (target !== undefined) {
    return (
      <ListRow
        icon={icon}
        title={title}
        opens
        onClick={() => window.open(target, '_blank', 'noopener,noreferrer')}
      />
    );
  }
  if ((type !== 2 && type !== 3) || link === '') {
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
      <ListRow icon={icon} title={title} opens onClick={() => setOpen(true)} />
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

const equity = (): string => hideable(figures.equity.value);
const withdrawable = (): string => hideable(available.value);

interface AccountProps {
  readonly user: User;
  readonly onReset: () => void;
}

/** The account's name, its balance, and what moves it: money in and out, or a demo account's reset. */
function Account({ user, onReset }: AccountProps) {
  const { t } = useTranslation();
  const name = user.isDemo ? t('account.demo_account') : user.email || user.phone;
  return (
    <section className={styles.account}>
      <div className={`ends ${styles.who}`}>
        <p className={styles.name}>
          <span className="one-line strong" dir="auto">
            {name}
          </span>
          <span className="faint">{t('account.uid', { uid: user.uid })}</span>
        </p>
        {!user.isDemo && <ReviewState />}
      </div>
      <Balance label={t('account.balance')}>
        <Fact label={t('account.equity')} value={equity} />
        {!user.isDemo && <Fact label={t('account.withdrawable')} value={withdrawable} />}
      </Balance>
      {user.isDemo ? (
        <Button variant="outline" wide onClick={onReset}>
          <Icon name={MORE_ICONS.reset} size={20} />
          {t('account.reset_demo')}
        </Button>
      ) : (
        <p className={styles.actions}>
          <LinkButton href="/mine/charge" variant="primary">
            <Icon name={MORE_ICONS.deposit} size={20} />
            {t('account.deposit')}
          </LinkButton>
          <LinkButton href="/mine/withdraw" variant="outline">
            <Icon name={MORE_ICONS.withdraw} size={20} />
            {t('account.withdraw')}
          </LinkButton>
        </p>
      )}
    </section>
  );
}

const loadReview = () => ask('getReview', {});

/** Whether the identity is verified; its place is there before it is known. */
function ReviewState() {
  const { t } = useTranslation();
  const { loaded } = useLoaded(loadReview);
  if (loaded.status !== 'ready') return null;
  const { status } = loaded.value;
  const isDone = status > 1;
  return (
    <span className={styles.state} data-done={isDone || undefined}>
      <Icon name={isDone ? MORE_ICONS.shield : status === 1 ? 'clock' : 'info'} size={16} />
      {t(isDone ? 'auth.finished' : status === 1 ? 'auth.waiting' : 'account.not_verified')}
    </span>
  );
}
