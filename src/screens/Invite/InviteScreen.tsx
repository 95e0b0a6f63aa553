import { Button } from '../../components/Button.tsx';
import { Page } from '../../components/Page.tsx';
import { QrCode } from '../../components/QrCode.tsx';
import { CopyRow, Section } from '../../components/Section.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { session } from '../../state/session.ts';
import styles from './InviteScreen.module.css';

/** `/mine/invite`: the invite code, its link, and the link as a QR code. */
export function InviteScreen() {
  useSignals();
  const { t } = useTranslation();
  if (session.value.status !== 'signed-in') return null;
  const { inviteCode: code } = session.value.user;
  const link = inviteLink(code, location.origin);
  const share = async (): Promise<void> => {
    // Rejects when the user cancels.
    await navigator.share({ title: t('app.name'), url: link }).catch(() => undefined);
  };
  return (
    <Page title={t('invite.title')} back>
      <div className={styles.head}>
        <QrCode text={link} label={t('invite.qr')} />
        <p className="soft">{t('invite.text')}</p>
      </div>
      <Section>
        <CopyRow label={t('invite.code')} text={code} />
        <CopyRow label={t('invite.link')} text={link} />
      </Section>
      {'share' in navigator && (
        <div className={styles.action}>
          <Button variant="primary" wide onClick={() => void share()}>
            {t('public.share')}
          </Button>
        </div>
      )}
    </Page>
  );
}

/** Specification, section 9. */
const inviteLink = (code: string, origin: string): string =>
  `${origin}/register?invite_code=${encodeURIComponent(code)}`;
