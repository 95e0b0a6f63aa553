import { useState } from 'react';
import { useLocation } from 'wouter';
import { CodeField } from '../../components/account/CodeFields.tsx';
import { ContactFields } from '../../components/account/ContactFields.tsx';
import { Form } from '../../components/form/Form.tsx';
import { NewPasswordFields } from '../../components/form/FormField.tsx';
import { type Draft, useForm } from '../../components/form/use-form.ts';
import { Page } from '../../components/Page.tsx';
import { showToast } from '../../components/toast-store.ts';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { draftOf } from '../../state/draft.ts';
import { areas } from '../../state/sign-in.ts';
import { useContact } from '../../state/use-contact.ts';
import { refusedFields } from '../shared/refused-fields.ts';
import { useCodeSender } from '../shared/use-code-sender.ts';

/** `/forgot`: sets a new password with a code that is sent to the account. */
export function ForgotScreen() {
  useSignals();
  const { t } = useTranslation();
  const { form, contact, code } = useForgot();
  return (
    <Page title={t('account.forgot_title')} back>
      <Form form={form} action={t('account.set_password')}>
        <ContactFields {...form.field('account')} contact={contact} areas={areas.value} />
        <CodeField {...form.field('code')} wait={code.wait} captcha={code.captcha} onSend={code.send} />
        <NewPasswordFields
          label={t('account.new_password')}
          password={form.field('password')}
          repeated={form.field('repeated')}
        />
      </Form>
    </Page>
  );
}

interface Fields {
  readonly account: string;
  readonly code: string;
  readonly password: string;
  readonly repeated: string;
}

const EMPTY: Fields = { account: '', code: '', password: '', repeated: '' };

function useForgot() {
  const { t } = useTranslation();
  const [path, navigate] = useLocation();
  const contact = useContact('forgot');
  const [draft] = useState<Draft<Fields>>(() => draftOf('forgot', ['password', 'repeated', 'code']));
  const form = useForm<Fields>({
    initial: EMPTY,
    draft,
    check: ({ account, code, password, repeated }) => ({
      account: account.trim() === '' ? t(`account.input_${contact.kind}`) : undefined,
      code: code === '' ? t('form.code_hint') : undefined,
      password: password === '' ? t('public.input_full') : undefined,
      repeated: repeated === password ? undefined : t('public.password_not_equal'),
    }),
    async send({ account, code, password, repeated }) {
      const answer = await ask('forgetPassword', {
        channel: contact.kind === 'email' ? 1 : 2,
        account: account.trim(),
        ...(contact.kind === 'mobile' ? contact.area : {}),
        password,
        repeated,
        code,
      });
      if (answer.ok) {
        draft.clear();
        showToast(t('account.password_set'), 'ok');
        if (location.pathname === path) navigate('/login', { replace: true });
        return undefined;
      }
      return refusedFields(t, answer.error, EMPTY, 'code', { account: t(`account.bad_${contact.kind}`) });
    },
  });
  const to = { kind: contact.kind, to: form.values.account.trim(), areaId: contact.areaId };
  const code = useCodeSender('forgot', to, (error) => form.refuse('account', error));
  return { form, contact, code };
}
