import { useMemo } from 'react';
import { Button } from '../../components/Button.tsx';
import { CaptchaField } from '../../components/form/CaptchaField.tsx';
import { CodeField } from '../../components/form/CodeField.tsx';
import { ContactFields } from '../../components/form/ContactFields.tsx';
import { PasswordField } from '../../components/form/FormField.tsx';
import { Page } from '../../components/Page.tsx';
import { useSignals } from '../../components/useSignals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { codeWait } from '../../state/code-wait.ts';
import { areas, asksCaptcha } from '../../state/sign-in.ts';
import styles from './ForgotScreen.module.css';
import { useForgot } from './use-forgot.ts';

/** `/forgot`: a new password by a code that is sent to the account. */
export function ForgotScreen() {
  useSignals();
  const { t } = useTranslation();
  const { form, contact, captcha, sendCode } = useForgot();
  const wait = useMemo(() => codeWait('forgot'), []);
  const field = (name: keyof typeof form.values & string) => ({
    name,
    value: form.values[name] ?? '',
    onChange: (text: string) => form.set(name, text),
    error: form.errors[name],
  });
  return (
    <Page title={t('account.forgot_title')} back>
      <form className={styles.form} noValidate onSubmit={form.onSubmit}>
        <ContactFields
          kind={contact.kind}
          onKind={(kind) => {
            contact.setKind(kind);
            form.set('account', '');
          }}
          account={form.values.account}
          onAccount={(text) => form.set('account', text)}
          error={form.errors.account}
          areas={areas.value}
          areaId={contact.areaId}
          onArea={contact.setAreaId}
        />
        {asksCaptcha.value && (
          <CaptchaField {...field('captcha')} picture={captcha.captcha?.b64s} onRenew={captcha.renew} />
        )}
        <CodeField {...field('code')} wait={wait} onSend={sendCode} />
        <PasswordField
          {...field('password')}
          label={t('account.new_password')}
          hint={t('account.password_rule')}
          autoComplete="new-password"
          enterKeyHint="next"
        />
        <PasswordField
          {...field('repeated')}
          label={t('account.repeat_password')}
          autoComplete="new-password"
          enterKeyHint="done"
        />
        <Button variant="primary" type="submit" wide busy={form.busy}>
          {t('account.set_password')}
        </Button>
      </form>
    </Page>
  );
}
