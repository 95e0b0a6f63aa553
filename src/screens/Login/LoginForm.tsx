import { type FormEvent, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { TextInput } from '../../components/TextInput.tsx';
import { showToast } from '../../components/toast-store.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { signIn } from '../../state/session.ts';
import styles from './LoginScreen.module.css';

type Kind = 'email' | 'mobile';

/** How each kind of account is typed, filled in and asked for. */
const KINDS = {
  email: {
    label: 'account.email',
    hint: 'account.email_hint',
    prompt: 'account.input_email',
    type: 'email',
  },
  mobile: {
    label: 'account.mobile',
    hint: 'account.mobile_hint',
    prompt: 'account.input_mobile',
    type: 'tel',
  },
} as const;

/** E-mail or mobile number, and password; specification, section 5. A success is seen by the screen around it. */
export function LoginForm() {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>('email');
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const look = KINDS[kind];
  const accountError = asked && account.trim() === '' ? t(look.prompt) : undefined;
  const passwordError = asked && password === '' ? t('account.input_password') : undefined;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setAsked(true);
    if (busy || account.trim() === '' || password === '') return;
    setBusy(true);
    const answer = await signIn({ account: account.trim(), password, kind });
    setBusy(false);
    if (!answer.ok) showToast(refusalText(t, answer.error), 'error');
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <Segmented
        options={[
          { value: 'email', label: t('account.email') },
          { value: 'mobile', label: t('account.mobile') },
        ]}
        value={kind}
        onChange={setKind}
        label={t('account.kind')}
      />
      <Field label={t(look.label)} error={accountError}>
        {(id, describedBy) => (
          <TextInput
            id={id}
            key={kind}
            type={look.type}
            inputMode={look.type}
            name="username"
            autoComplete="username"
            placeholder={t(look.hint)}
            enterKeyHint="next"
            value={account}
            onChange={setAccount}
            describedBy={describedBy}
            invalid={accountError !== undefined}
          />
        )}
      </Field>
      <Field label={t('account.password')} error={passwordError}>
        {(id, describedBy) => (
          <TextInput
            id={id}
            type={shown ? 'text' : 'password'}
            name="password"
            autoComplete="current-password"
            enterKeyHint="go"
            value={password}
            onChange={setPassword}
            describedBy={describedBy}
            invalid={passwordError !== undefined}
            end={
              <IconButton
                icon={shown ? 'eye-off' : 'eye'}
                label={t(shown ? 'account.hide_password' : 'account.show_password')}
                onClick={() => setShown(!shown)}
              />
            }
          />
        )}
      </Field>
      <Button variant="quiet" type="submit" wide busy={busy}>
        {t('account.login')}
      </Button>
    </form>
  );
}
