import { useState } from 'react';
import { type Draft, useForm } from '../../components/form/use-form.ts';
import { showRefusal } from '../../components/show-refusal.ts';
import { showToast } from '../../components/toast-store.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask, useLoaded } from '../../state/ask.ts';
import { draftOf } from '../../state/draft.ts';
import { asksCaptcha, loadPhonePart, signIn, useCaptcha } from '../../state/sign-in.ts';
import { useContact } from '../../state/use-contact.ts';
import { refusedFields } from '../shared/refused-fields.ts';
import { useCodeSender } from '../shared/use-code-sender.ts';

interface Fields {
  readonly account: string;
  readonly mobile: string;
  readonly code: string;
  readonly password: string;
  readonly repeated: string;
  readonly inviteCode: string;
}

const EMPTY: Fields = { account: '', mobile: '', code: '', password: '', repeated: '', inviteCode: '' };

/** State of the registration form; a registered user is signed in at once. */
export function useRegister(inviteCode: string) {
  const { t } = useTranslation();
  const contact = useContact('register');
  const captcha = useCaptcha(asksCaptcha.value);
  const { loaded } = useLoaded(loadPhonePart);
  const phonePart = loaded.status === 'ready' ? loaded.value : 'none';
  const [draft] = useState<Draft<Fields>>(() => {
    const kept = draftOf<Fields>('register', ['password', 'repeated', 'code']);
    // The invite code of the link is newer than the draft.
    const linked = inviteCode === '' ? {} : { inviteCode };
    return { ...kept, read: () => ({ ...kept.read(), ...linked }) };
  });
  const form = useForm<Fields>({
    initial: EMPTY,
    draft,
    check: (values) => ({
      account: values.account.trim() === '' ? t(`account.input_${contact.kind}`) : undefined,
      mobile:
        phonePart === 'needed' && contact.kind === 'email' && values.mobile.trim() === ''
          ? t('account.input_mobile')
          : undefined,
      code: values.code === '' ? t('form.code_hint') : undefined,
      password: values.password === '' ? t('account.input_password') : undefined,
      repeated: values.repeated === values.password ? undefined : t('public.password_not_equal'),
    }),
    async send(values) {
      const account = values.account.trim();
      const mobile = contact.kind === 'email' ? values.mobile.trim() : '';
      const area = contact.kind === 'mobile' || mobile !== '' ? contact.area : {};
      const answer = await ask('register', {
        channel: contact.kind === 'email' ? 1 : 2,
        account,
        ...area,
        password: values.password,
        repeated: values.repeated,
        code: values.code,
        ...(values.inviteCode.trim() === '' ? {} : { inviteCode: values.inviteCode.trim() }),
        ...(captcha.captcha === undefined ? {} : { captchaId: captcha.captcha.id }),
        ...(mobile === '' ? {} : { mobile }),
      });
      if (!answer.ok) {
        // A captcha can be answered only once.
        if (captcha.captcha !== undefined) captcha.renew();
        return refusedFields(t, answer.error, EMPTY, 'code', {
          account: t(`account.bad_${contact.kind}`),
          // There is no account or password yet that could be wrong.
          code: t(captcha.captcha === undefined ? 'factors.wrong' : 'form.captcha_wrong'),
        });
      }
      draft.clear();
      showToast(t('account.registered'), 'ok');
      const entered = await signIn({ account, password: values.password, ...contact.credentials });
      if (!entered.ok) showRefusal(t, entered.error);
      return undefined;
    },
  });
  const to = { kind: contact.kind, to: form.values.account.trim(), areaId: contact.areaId };
  const code = useCodeSender('register', to, (error) => form.refuse('account', error));
  return { form, contact, captcha, phonePart, code };
}
