import { useState } from 'react';
import { useLocation } from 'wouter';
import { CODE } from '../../../shared/contract/codes.ts';
import { type Draft, useForm } from '../../components/form/useForm.ts';
import { showToast } from '../../components/toast-store.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { draftOf } from '../../state/draft.ts';
import { asksCaptcha, sendCode, useCaptcha } from '../../state/sign-in.ts';
import { useContact } from '../../state/use-contact.ts';

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

export function useForgot() {
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
      const field = FIELD_OF[String(answer.error.facts?.field ?? '')];
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
    // One answer a picture.
    if (captcha.captcha !== undefined) captcha.renew();
    if (answer.ok) showToast(t('form.code_sent'), 'ok');
    else showToast(refusalText(t, answer.error), 'error');
  };
  return { form, contact, captcha, sendCode: send };
}
