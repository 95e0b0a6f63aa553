import { useState } from 'react';
import { Link } from 'wouter';
import { ContactFields } from '../../components/account/ContactFields.tsx';
import { Button } from '../../components/Button.tsx';
import { PasswordField } from '../../components/form/FormField.tsx';
import { type Draft, useForm } from '../../components/form/use-form.ts';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { draftOf } from '../../state/draft.ts';
import { isGivenUp } from '../../state/second-step.ts';
import { areas, signIn } from '../../state/sign-in.ts';
import { useContact } from '../../state/use-contact.ts';
import { refusedFields } from '../shared/refused-fields.ts';
import { useSecondStep } from '../shared/use-second-step.tsx';
import styles from './LoginScreen.module.css';

interface Fields {
  readonly account: string;
  readonly password: string;
}

const EMPTY: Fields = { account: '', password: '' };

/** E-mail or mobile number, and password; specification, section 5. The screen reacts to a successful login. */
export function LoginForm({ search }: { readonly search: string }) {
  useSignals();
  const { t } = useTranslation();
  const contact = useContact('login');
  const [draft] = useState<Draft<Fields>>(() => draftOf('login', ['password']));
  const step = useSecondStep();
  const form = useForm<Fields>({
    initial: EMPTY,
    draft,
    check: ({ account, password }) => ({
      account: account.trim() === '' ? t(`account.input_${contact.kind}`) : undefined,
      password: password === '' ? t('account.input_password') : undefined,
    }),
    async send({ account, password }) {
      const answer = await step.run((proof) =>
        signIn({ account: account.trim(), password, ...contact.credentials, proof }),
      );
      if (!answer.ok)
        return isGivenUp(answer.error)
          ? undefined
          : refusedFields(t, answer.error, EMPTY, undefined, {
              account: t(`account.bad_${contact.kind}`),
            });
      draft.clear();
      return undefined;
    },
  });
  const suffix = search === '' ? '' : `?${search}`;
  return (
    <>
      <form className={styles.form} noValidate onSubmit={form.onSubmit}>
        <ContactFields {...form.field('account')} contact={contact} areas={areas.value} />
        <PasswordField
          {...form.field('password')}
          label={t('account.password')}
          autoComplete="current-password"
          enterKeyHint="go"
        />
        <Button variant="outline" type="submit" wide busy={form.busy}>
          {t('account.login')}
        </Button>
        <p className={`ends ${styles.links}`}>
          <Link href={`/register${suffix}`}>{t('account.register')}</Link>
          <Link href="/forgot">{t('account.forgot')}</Link>
        </p>
      </form>
      {step.sheet}
    </>
  );
}
