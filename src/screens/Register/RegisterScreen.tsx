import { Link, useSearch } from 'wouter';
import { CaptchaField, CodeField } from '../../components/account/CodeFields.tsx';
import { AreaButton, ContactFields } from '../../components/account/ContactFields.tsx';
import { Form } from '../../components/form/Form.tsx';
import { FormField, NewPasswordFields } from '../../components/form/FormField.tsx';
import { Leave } from '../../components/Leave.tsx';
import { Page } from '../../components/Page.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isSignedIn } from '../../state/session.ts';
import { areas, asksCaptcha } from '../../state/sign-in.ts';
import { NotServed } from '../shared/NotServed.tsx';
import { useReturnPath } from '../shared/safe-return.ts';
import styles from './RegisterScreen.module.css';
import { useRegister } from './use-register.ts';

/** `/register?invite_code=&from=`: registers an account. */
export function RegisterScreen() {
  useSignals();
  const { t } = useTranslation();
  const query = new URLSearchParams(useSearch());
  const from = query.get('from');
  const target = useReturnPath(from);
  const register = useRegister(query.get('invite_code') ?? '');
  const { form, contact, captcha, phonePart, code } = register;
  if (isSignedIn.value) return <Leave to={target} />;
  const login = from === null ? '/login' : `/login?from=${encodeURIComponent(from)}`;
  const showsPhone = contact.kind === 'email' && phonePart !== 'none';
  return (
    <Page title={t('account.register_title')} back>
      <NotServed />
      <Form form={form} action={t('account.register')} className={`fields column ${styles.form}`}>
        <ContactFields {...form.field('account')} contact={contact} areas={areas.value} />
        {showsPhone && (
          <FormField
            {...form.field('mobile')}
            label={t(phonePart === 'needed' ? 'account.mobile' : 'account.mobile_optional')}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            enterKeyHint="next"
            start={<AreaButton areas={areas.value} value={contact.areaId} onChange={contact.setAreaId} />}
          />
        )}
        {asksCaptcha.value ? (
          <CaptchaField {...form.field('code')} image={captcha.captcha?.image} onRenew={captcha.renew} />
        ) : (
          <CodeField
            {...form.field('code')}
            wait={code.wait}
            captcha={code.captcha}
            onSend={register.code.send}
          />
        )}
        <NewPasswordFields
          label={t('account.password')}
          password={form.field('password')}
          repeated={form.field('repeated')}
          enterKeyHint="next"
        />
        <FormField {...form.field('inviteCode')} label={t('account.invite_code')} enterKeyHint="done" />
      </Form>
      <p className={styles.other}>
        <Link href={login}>{t('account.have_account')}</Link>
      </p>
    </Page>
  );
}
