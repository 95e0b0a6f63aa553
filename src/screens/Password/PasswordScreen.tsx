import { useState } from 'react';
import { useLocation } from 'wouter';
import { CodeField } from '../../components/account/CodeFields.tsx';
import { Form } from '../../components/form/Form.tsx';
import { NewPasswordFields, PasswordField } from '../../components/form/FormField.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { Page } from '../../components/Page.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { showToast } from '../../components/toast-store.ts';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { isGivenUp } from '../../state/second-step.ts';
import { session } from '../../state/session.ts';
import { refusedFields } from '../shared/refused-fields.ts';
import { useCodeSender } from '../shared/use-code-sender.ts';
import { useSecondStep } from '../shared/use-second-step.tsx';

interface Fields {
  readonly proof: string;
  readonly password: string;
  readonly repeated: string;
}

const EMPTY: Fields = { proof: '', password: '', repeated: '' };

/** `/mine/password`: sets a new password with the current one or with a code, and the second factor of an account that has one. */
export function PasswordScreen() {
  useSignals();
  const { t } = useTranslation();
  const [path, navigate] = useLocation();
  const [by, setBy] = useState<'old' | 'code'>('old');
  const user = session.value.status === 'signed-in' ? session.value.user : undefined;
  const kind = user?.email === '' ? 'mobile' : 'email';
  const to = (kind === 'email' ? user?.email : user?.phone) ?? '';
  const code = useCodeSender('password', { kind, to, areaId: undefined });
  const step = useSecondStep();
  const form = useForm<Fields>({
    initial: EMPTY,
    check: ({ proof, password, repeated }) => ({
      proof: proof === '' ? t(by === 'old' ? 'password.input_old' : 'form.code_hint') : undefined,
      password: password === '' ? t('public.input_full') : undefined,
      repeated:
        repeated === ''
          ? t('public.input_full')
          : repeated === password
            ? undefined
            : t('public.password_not_equal'),
    }),
    async send({ proof, password }) {
      const right =
        by === 'old'
          ? { oldPassword: proof }
          : { code: proof.trim(), channel: kind === 'email' ? (1 as const) : (2 as const) };
      const answer = await step.run((factor) => ask('amendPassword', { password, ...right, ...factor }));
      if (answer.ok) {
        showToast(t('password.done'), 'ok');
        if (location.pathname === path) navigate('/user', { replace: true });
        return undefined;
      }
      return isGivenUp(answer.error) ? undefined : refusedFields(t, answer.error, EMPTY, 'proof');
    },
  });
  if (user === undefined) return null;
  return (
    <Page title={t('password.title')} back>
      <Form form={form} action={t('account.set_password')} note={t('password.others_end')}>
        <Segmented
          options={[
            { value: 'old', label: t('password.by_old') },
            { value: 'code', label: t('password.by_code') },
          ]}
          value={by}
          onChange={(next) => {
            form.set('proof', '');
            setBy(next);
          }}
          label={t('password.by')}
        />
        {by === 'old' ? (
          <PasswordField
            {...form.field('proof')}
            label={t('password.old')}
            autoComplete="current-password"
            enterKeyHint="next"
          />
        ) : (
          <CodeField {...form.field('proof')} wait={code.wait} captcha={code.captcha} onSend={code.send} />
        )}
        <NewPasswordFields
          label={t('account.new_password')}
          password={form.field('password')}
          repeated={form.field('repeated')}
        />
      </Form>
      {step.sheet}
    </Page>
  );
}
