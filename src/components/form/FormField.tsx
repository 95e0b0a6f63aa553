import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../Button.tsx';
import { MORE_ICONS } from '../more-icons.ts';
import { TextInput } from '../TextInput.tsx';
import styles from './FormField.module.css';

type InputProps = Omit<ComponentProps<typeof TextInput>, 'id' | 'describedBy' | 'invalid' | 'label' | 'name'>;

interface FormFieldProps extends InputProps {
  /** Name of the field in its form; used to focus the first invalid field. */
  readonly name: string;
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** The hint is too long for the label's line: it goes below the field. */
  readonly hintBelow?: boolean | undefined;
  /** Buttons that answer the question that `error` asks. */
  readonly answers?: ReactNode;
}

/** A text field with its label above and its error below. */
export function FormField({ label, error, hint, hintBelow, answers, ...input }: FormFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} hintBelow={hintBelow} answers={answers}>
      {(id, describedBy) => (
        <TextInput {...input} id={id} describedBy={describedBy} invalid={error !== undefined} />
      )}
    </Field>
  );
}

type PasswordFieldProps = Omit<FormFieldProps, 'type' | 'inputMode' | 'end' | 'start'>;

/** A password field with a button that shows the password. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <FormField
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          icon={shown ? MORE_ICONS.eyeOff : MORE_ICONS.eye}
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
  /** Enter key of the second field. */
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
        hintBelow
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

interface FieldProps extends Pick<FormFieldProps, 'label' | 'error' | 'hint' | 'hintBelow' | 'answers'> {
  /** Gets the id that the label points to, and the id of the hint or error, if there is one. */
  readonly children: (id: string, describedBy: string | undefined) => ReactNode;
}

/** A control with its label above, the hint at the end of the label's line, and the error below. */
export function Field({ label, error, hint, hintBelow = false, answers, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  const hintClass = hintBelow ? 'faint' : `faint ${styles.hint}`;
  return (
    <div className={styles.field}>
      <label className={`soft ${styles.label}`} htmlFor={id}>
        {label}
      </label>
      {children(id, note === undefined ? undefined : `${id}-note`)}
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={error === undefined ? hintClass : 'warning'}
          role={error === undefined ? undefined : 'alert'}
        >
          {note}
        </p>
      )}
      {answers}
    </div>
  );
}
