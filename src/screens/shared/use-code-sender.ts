import { useMemo, useState } from 'react';
import { CODE } from '../../../shared/contract/codes.ts';
import type { CaptchaFieldProps } from '../../components/account/CodeFields.tsx';
import { showRefusal } from '../../components/show-refusal.ts';
import { showToast } from '../../components/toast-store.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { codeWait } from '../../state/code-wait.ts';
import { asksCaptcha, contactKey, sendCode, useCaptcha } from '../../state/sign-in.ts';

type CodeRequest = Parameters<typeof sendCode>[0];

/** The parameters that name the contact, and those of the captcha. */
const CONTACT: readonly unknown[] = ['to', 'areaId'];
const CAPTCHA: readonly unknown[] = ['captchaId', 'captcha'];

/** The captcha's field: its error, and how often it was refused, which gives it the focus. */
interface Demand {
  readonly error: string;
  readonly times: number;
}

/**
 * Sends codes to `contact` and shows the outcome as a toast. `wait`: seconds until another code may be sent to it. `captcha`: props of the
 * captcha's field while the exchange asks for one; the field goes above the code's.
 * @param refuseContact shows at its field that the contact is missing or wrong
 */
export function useCodeSender(
  purpose: CodeRequest['purpose'],
  contact: Omit<CodeRequest, 'purpose' | 'captcha'>,
  refuseContact: (error: string) => void = (error) => showToast(error, 'error'),
) {
  const { t } = useTranslation();
  const key = contactKey(contact);
  const wait = useMemo(() => codeWait(purpose, key), [purpose, key]);
  const [demand, setDemand] = useState<Demand>();
  const [typed, setTyped] = useState('');
  // Where a captcha is always asked for, registering has one in place of the code.
  const isAsked = demand !== undefined || (asksCaptcha.value && purpose !== 'register');
  const { captcha, renew } = useCaptcha(isAsked);
  const refuseCaptcha = (error: string): void =>
    setDemand((before) => ({ error, times: (before?.times ?? 0) + 1 }));

  const send = async (): Promise<void> => {
    if (contact.to === '') return refuseContact(t(`account.input_${contact.kind}`));
    const answer = typed.trim();
    if (isAsked && (answer === '' || captcha === undefined)) return refuseCaptcha(t('form.captcha_needed'));
    const solution = isAsked && captcha !== undefined ? { captcha: { id: captcha.id, answer } } : {};
    const sent = await sendCode({ ...contact, ...solution, purpose });
    const field = sent.ok ? undefined : sent.error.facts?.['field'];
    if (!sent.ok && CONTACT.includes(field)) return refuseContact(t(`account.bad_${contact.kind}`));
    // A captcha can be answered only once.
    setTyped('');
    if (isAsked) renew();
    if (sent.ok) {
      setDemand(undefined);
      showToast(t('form.code_sent'), 'ok');
    } else if (CAPTCHA.includes(field)) refuseCaptcha(t('form.captcha_needed'));
    else if (isAsked && sent.error.code === CODE.wrongCredentials) refuseCaptcha(t('form.captcha_wrong'));
    else showRefusal(t, sent.error);
  };
  const field: CaptchaFieldProps | undefined = isAsked
    ? {
        name: 'captcha',
        value: typed,
        onChange: (text) => {
          setTyped(text);
          setDemand((before) => before && { ...before, error: '' });
        },
        error: demand?.error || undefined,
        image: captcha?.image,
        onRenew: renew,
        refusals: demand?.times ?? 0,
      }
    : undefined;
  return { wait, send, captcha: field };
}
