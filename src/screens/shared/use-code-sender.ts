import { useMemo } from 'react';
import { showRefusal } from '../../components/show-refusal.ts';
import { showToast } from '../../components/toast-store.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { codeWait } from '../../state/code-wait.ts';
import { sendCode } from '../../state/sign-in.ts';

type CodeRequest = Parameters<typeof sendCode>[0];

/** The parameters that name the contact. */
const CONTACT: readonly unknown[] = ['to', 'areaId'];

/**
 * Sends codes and shows the outcome as a toast. `wait`: seconds until another code may be sent.
 * @param refuseContact shows at its field that the contact is missing or wrong
 */
export function useCodeSender(
  purpose: CodeRequest['purpose'],
  refuseContact: (error: string) => void = (error) => showToast(error, 'error'),
) {
  const { t } = useTranslation();
  const wait = useMemo(() => codeWait(purpose), [purpose]);
  const send = async (request: Omit<CodeRequest, 'purpose'>): Promise<void> => {
    if (request.to === '') return refuseContact(t(`account.input_${request.kind}`));
    const answer = await sendCode({ ...request, purpose });
    if (answer.ok) showToast(t('form.code_sent'), 'ok');
    else if (CONTACT.includes(answer.error.facts?.['field'])) refuseContact(t(`account.bad_${request.kind}`));
    else showRefusal(t, answer.error);
  };
  return { wait, send };
}
