import { useState } from 'react';
import { ConfirmDialog } from '../../components/Modal.tsx';
import { ListRow } from '../../components/Section.tsx';
import { showRefusal } from '../../components/show-refusal.ts';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isDemo } from '../../state/session.ts';
import { signOut } from '../../state/sign-out.ts';

/** The row of a section that signs out after a question. */
export function SignOutRow() {
  useSignals();
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const demo = isDemo.value;
  const leave = async (): Promise<void> => {
    const answer = await signOut();
    if (!answer.ok) showRefusal(t, answer.error);
  };
  return (
    <>
      <ListRow icon="logout" title={t('account.sign_out')} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        title={t('account.sign_out_title')}
        text={t(demo ? 'account.sign_out_demo_text' : 'account.sign_out_text')}
        action={t('account.sign_out')}
        danger={demo}
        onClose={() => setAsking(false)}
        onConfirm={leave}
      />
    </>
  );
}
