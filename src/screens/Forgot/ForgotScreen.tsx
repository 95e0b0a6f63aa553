import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { CODE } from '../../../shared/contract/codes.ts';
import { CaptchaField, CodeField } from '../../components/account/CodeFields.tsx';
import { ContactFields } from '../../components/account/ContactFields.tsx';
import { Form } from '../../components/form/Form.tsx';
import { NewPasswordFields } from '../../components/form/FormField.tsx';
import { type Draft, useForm } from '../../components/form/use-form.ts';
import { Page } from '../../components/Page.tsx';
import { showToast } from '../../components/toast-store.ts';
import { useSignals } from '../../components/use-signals.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { codeWait } from '../../state/code-wait.ts';
import { draftOf } from '../../state/draft.ts';
import { areas, asksCaptcha, sendCode, useCaptcha } from '../../state/sign-in.ts';
import { useContact } from '../../state/use-contact.ts';

/** `/forgot`: sets a new password with a code that is sent to the account. */
export function ForgotScreen() {
  useSignals();
  const { t } = useTranslation();
  const { form, contact, captcha, sendCode } = useForgot();
  const wait = useMemo(() => codeWait('forgot'), []);
  return (
    <Page title={t('account.forgot_title')} back>
      <Form form={form} action={t('account.set_password')}>
        <ContactFields {...form.field('account')} contact={contact} areas={areas.value} />
        {asksCaptcha.value && (
          <CaptchaField {...form.field('captcha')} image={captcha.captcha?.b64s} onRenew={captcha.renew} />
        )}
        <CodeField {...form.field('code')} wait={wait} onSend={sendCode} />
        <NewPasswordFields
          label={t('account.new_password')}
          password={form.field('password')}
          repeated={form.field('repeated')}
        />
      </Form>
    </Page>
  );
}

interface Fields extends Readonly<Record<string, string>> {
  readonly account: string;
  readonly captcha: string;
  readonly code: string;
  readonly password: string;
  readonly repeated: string;
}

const EMPTY: Fields = { account: '', captcha: '', code: '', password: '', repeated: '' };
const FIELD_OF: Readonly<Record<string, keyof Fields>> = {
  account: 'account',
  area_id: 'account',
  auth_code: 'code',
  new_password: 'password',
  secondary_password: 'repeated',
};

function useForgot() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const contact = useContact();
  const captcha = useCaptcha(asksCaptcha.value);
  const [draft] = useState<Draft<Fields>>(() =>
    draftOf('forgot', ['password', 'repeated', 'code', 'captcha']),
  );
  const form = useForm<Fields>({
    initial: EMPTY,
    draft,
    check: ({ account, code, password, repeated }) => ({
      account: account.trim() === '' ? t(`account.input_${contact.kind}`) : undefined,
      code: code.trim() === '' ? t('form.code_hint') : undefined,
      password: password === '' ? t('public.input_full') : undefined,
      repeated: repeated === password ? undefined : t('public.password_not_equal'),
    }),
    async send({ account, code, password, repeated }) {
      const answer = await ask('forgetPassword', {
        type: contact.kind === 'email' ? 1 : 2,
        account: account.trim(),
        ...(contact.kind === 'mobile' ? contact.area : {}),
        new_password: password,
        secondary_password: repeated,
        auth_code: code.trim(),
      });
      if (answer.ok) {
        draft.clear();
        showToast(t('account.password_set'), 'ok');
        navigate('/login', { replace: true });
        return undefined;
      }
      const field = FIELD_OF[String(answer.error.facts?.['field'] ?? '')];
      if (field !== undefined) return { [field]: refusalText(t, answer.error) };
      if (answer.error.code === CODE.wrongCredentials) return { code: refusalText(t, answer.error) };
      showToast(refusalText(t, answer.error), 'error');
      return undefined;
    },
  });
  const send = async (): Promise<void> => {
    const to = form.values.account.trim();
    if (to === '') return showToast(t(`account.input_${contact.kind}`));
    if (asksCaptcha.value && form.values.captcha.trim() === '') return showToast(t('form.captcha'));
    const answer = await sendCode({
      kind: contact.kind,
      to,
      areaId: contact.areaId,
      purpose: 'forgot',
      captcha: captcha.captcha && { id: captcha.captcha.id, answer: form.values.captcha.trim() },
    });
    // A captcha can be answered only once.
    if (captcha.captcha !== undefined) captcha.renew();
    if (answer.ok) showToast(t('form.code_sent'), 'ok');
    else showToast(refusalText(t, answer.error), 'error');
  };
  return { form, contact, captcha, sendCode: send };
}
