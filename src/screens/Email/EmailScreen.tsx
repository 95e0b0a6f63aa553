import { CopyRow } from '../../components/CopyRow.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { ListRow } from '../../components/ListRow.tsx';
import { Page } from '../../components/Page.tsx';
import { Section } from '../../components/Section.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useSignals } from '../../components/useSignals.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLoaded } from '../../state/ask.ts';
import { loadHouseEmails } from '../../state/house-emails.ts';
import { session } from '../../state/session.ts';
import styles from './EmailScreen.module.css';

/** `/mine/email`: the account's own address, and those under which the house is reached. */
export function EmailScreen() {
  useSignals();
  const { t } = useTranslation();
  const { loaded, reload } = useLoaded(loadHouseEmails);
  if (session.value.status !== 'signed-in') return null;
  const { email } = session.value.user;
  return (
    <Page title={t('email.title')} back>
      <Section title={t('email.own')}>
        {email === '' ? (
          <ListRow title={t('email.none')} />
        ) : (
          <CopyRow label={t('account.email')} text={email} />
        )}
      </Section>
      {loaded.status === 'loading' && (
        <div className={styles.outline} role="status" aria-label={t('public.loading')}>
          <Skeleton height={56} />
          <Skeleton height={56} />
        </div>
      )}
      {loaded.status === 'failed' && (
        <ErrorState text={refusalText(t, loaded.error)} onRetry={() => void reload()} />
      )}
      {loaded.status === 'ready' && (
        <Section title={t('email.house')}>
          <CopyRow label={t('email.contact')} text={loaded.value.contact} />
          <CopyRow label={t('email.complaint')} text={loaded.value.complaint} />
        </Section>
      )}
    </Page>
  );
}
