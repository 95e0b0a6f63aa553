import { LoadedView, Outline } from '../../components/LoadedView.tsx';
import { Page } from '../../components/Page.tsx';
import { CopyRow, ListRow, Section } from '../../components/Section.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLoaded } from '../../state/ask.ts';
import { loadContactEmails } from '../../state/contact-emails.ts';
import { session } from '../../state/session.ts';

/** `/mine/email`: the account's own address and the operator's addresses. */
export function EmailScreen() {
  useSignals();
  const { t } = useTranslation();
  const emails = useLoaded(loadContactEmails);
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
      <LoadedView {...emails} outline={<Outline rows={[56, 56]} />}>
        {({ contact, complaint }) => (
          <Section title={t('email.house')}>
            <CopyRow label={t('email.contact')} text={contact} />
            <CopyRow label={t('email.complaint')} text={complaint} />
          </Section>
        )}
      </LoadedView>
    </Page>
  );
}
