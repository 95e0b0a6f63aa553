import { useMemo } from 'react';
import { showRefusal } from '../../components/show-refusal.ts';
import { showToast } from '../../components/toast-store.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { codeWait } from '../../state/code-wait.ts';
import { sendCode } from '../../state/sign-in.ts';

type CodeRequest = Parameters<typeof sendCode>[0];

/** Sends codes and shows the outcome as a toast. `wait`: seconds until another code may be sent. */
export function useCodeSender(purpose: CodeRequest['purpose']) {
  const { t } = useTranslation();
  const wait = useMemo(() => codeWait(purpose), [purpose]);
  const send = async (request: Omit<CodeRequest, 'purpose'>): Promise<void> => {
    const answer = await sendCode({ ...request, purpose });
    if (answer.ok) showToast(t('form.code_sent'), 'ok');
    else showRefusal(t, answer.error);
  };
  return { wait, send };
}
