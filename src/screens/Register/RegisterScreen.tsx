import { useContext, useMemo } from 'react';
import { Link, Redirect, useSearch } from 'wouter';
import { Button } from '../../components/Button.tsx';
import { AreaButton } from '../../components/form/AreaButton.tsx';
import { CaptchaField } from '../../components/form/CaptchaField.tsx';
import { CodeField } from '../../components/form/CodeField.tsx';
import { ContactFields } from '../../components/form/ContactFields.tsx';
import { FormField, PasswordField } from '../../components/form/FormField.tsx';
import { Page } from '../../components/Page.tsx';
import { PageShellContext } from '../../components/page-context.ts';
import { useSignals } from '../../components/useSignals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { codeWait } from '../../state/code-wait.ts';
import { isSignedIn } from '../../state/session.ts';
import { areas, asksCaptcha } from '../../state/sign-in.ts';
import styles from './RegisterScreen.module.css';
import { useRegister } from './use-register.ts';

/** `/register?invite_code=&from=`: an account of one's own. */
export function RegisterScreen() {
  useSignals();
  const { t } = useTranslation();
  const query = new URLSearchParams(useSearch());
  const from = query.get('from');
  const { returnPath } = useContext(PageShellContext);
  const register = useRegister(query.get('invite_code') ?? '');
  const wait = useMemo(() => codeWait('register'), []);
  const { form, contact, captcha, phonePart } = register;
  if (isSignedIn.value) return <Redirect to={returnPath(from)} replace />;
  const login = from === null ? '/login' : `/login?from=${encodeURIComponent(from)}`;
  const field = (name: keyof typeof form.values & string) => ({
    name,
    value: form.values[name] ?? '',
    onChange: (text: string) => form.set(name, text),
    error: form.errors[name],
  });
  const showsPhone = contact.kind === 'email' && phonePart !== 'none';
  return (
    <Page title={t('account.register_title')} back>
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
        {showsPhone && (
          <FormField
            {...field('mobile')}
            label={t(phonePart === 'needed' ? 'account.mobile' : 'account.mobile_optional')}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            enterKeyHint="next"
            start={<AreaButton areas={areas.value} value={contact.areaId} onChange={contact.setAreaId} />}
          />
        )}
        {asksCaptcha.value ? (
          <CaptchaField {...field('code')} picture={captcha.captcha?.b64s} onRenew={captcha.renew} />
        ) : (
          <CodeField {...field('code')} wait={wait} onSend={register.sendCode} />
        )}
        <PasswordField
          {...field('password')}
          label={t('account.password')}
          hint={t('account.password_rule')}
          autoComplete="new-password"
          enterKeyHint="next"
        />
        <PasswordField
          {...field('repeated')}
          label={t('account.repeat_password')}
          autoComplete="new-password"
          enterKeyHint="next"
        />
        <FormField {...field('inviteCode')} label={t('account.invite_code')} enterKeyHint="done" />
        <Button variant="primary" type="submit" wide busy={form.busy}>
          {t('account.register')}
        </Button>
      </form>
      <p className={styles.other}>
        <Link href={login}>{t('account.have_account')}</Link>
      </p>
    </Page>
  );
}
