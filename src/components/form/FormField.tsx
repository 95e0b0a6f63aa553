import { type ComponentProps, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Field } from '../Field.tsx';
import { IconButton } from '../IconButton.tsx';
import { TextInput } from '../TextInput.tsx';

type InputProps = Omit<ComponentProps<typeof TextInput>, 'id' | 'describedBy' | 'invalid' | 'label' | 'name'>;

interface FormFieldProps extends InputProps {
  /** Names the field in its form; the first that is wrong is found by it. */
  readonly name: string;
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

/** A text of a form under its label, with its error below. */
export function FormField({ label, error, hint, ...input }: FormFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(id, describedBy) => (
        <TextInput {...input} id={id} describedBy={describedBy} invalid={error !== undefined} />
      )}
    </Field>
  );
}

type PasswordFieldProps = Omit<FormFieldProps, 'type' | 'inputMode' | 'end' | 'start'>;

/** A password, which can be looked at. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <FormField
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          label={t(shown ? 'account.hide_password' : 'account.show_password')}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}

interface NewPasswordFieldsProps {
  readonly label: string;
  readonly password: Pick<FormFieldProps, 'name' | 'value' | 'onChange' | 'error'>;
  readonly repeated: Pick<FormFieldProps, 'name' | 'value' | 'onChange' | 'error'>;
  /** Of the second field. */
  readonly enterKeyHint?: 'done' | 'next';
}

/** A new password and its repetition. */
export function NewPasswordFields({
  label,
  password,
  repeated,
  enterKeyHint = 'done',
}: NewPasswordFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField
        {...password}
        label={label}
        hint={t('account.password_rule')}
        autoComplete="new-password"
        enterKeyHint="next"
      />
      <PasswordField
        {...repeated}
        label={t('account.repeat_password')}
        autoComplete="new-password"
        enterKeyHint={enterKeyHint}
      />
    </>
  );
}
