import { type ComponentProps, useState } from 'react';
import type { User } from '../../../shared/contract/session.ts';
import { Button } from '../../components/Button.tsx';
import { Fact } from '../../components/Fact.tsx';
import { Icon } from '../../components/Icon.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { ConfirmDialog } from '../../components/Modal.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { ListRow, Section } from '../../components/Section.tsx';
import { showRefusal } from '../../components/show-refusal.ts';
import { showToast } from '../../components/toast-store.ts';
import { useSignals } from '../../components/use-signals.ts';
import { LANGUAGE_NAMES } from '../../i18n/language-names.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { available, figures, resetDemo } from '../../state/account.ts';
import { showAlerts } from '../../state/alerts.ts';
import { ask, useLoaded } from '../../state/ask.ts';
import { unreadCount } from '../../state/chat.ts';
import { isSimulated } from '../../state/market.ts';
import { language } from '../../state/preferences.ts';
import { isDemo, session } from '../../state/session.ts';
import { Balance, hideable } from '../shared/Balance.tsx';
import { SignOutRow } from '../shared/SignOutRow.tsx';
import { useService } from '../shared/use-service.tsx';
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

function ServiceRow() {
  useSignals();
  const { t } = useTranslation();
  const { href, open, dialog } = useService();
  const unread = href === undefined ? 0 : unreadCount.value;
  return (
    <>
      <ListRow
        icon={MORE_ICONS.chat}
        title={t('account.service')}
        value={unread > 0 ? <span className={styles.badge}>{unread}</span> : undefined}
        href={href}
        opens
        onClick={open}
      />
      {dialog}
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
  useSignals();
  const { t } = useTranslation();
  const name = user.isDemo ? t('account.demo_account') : user.email || user.phone;
  return (
    <section className={styles.account}>
      <div className={`ends ${styles.who}`}>
        <p className={styles.name}>
          <span className="one-line strong" dir="auto">
            {name}
          </span>
          <span className="faint" translate="no">
            {t('account.uid', { uid: user.uid })}
          </span>
        </p>
        {!user.isDemo && <ReviewState />}
      </div>
      <Balance label={t('account.balance')}>
        <Fact label={t('account.equity')} value={equity} />
        {!user.isDemo && <Fact label={t('account.withdrawable')} value={withdrawable} />}
      </Balance>
      {isSimulated.value && !user.isDemo && <p className="soft">{t('connection.simulated')}</p>}
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
