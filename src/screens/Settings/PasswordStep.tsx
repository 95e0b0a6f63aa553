import type { ReactNode } from 'react';
import type { Result } from '../../../shared/result.ts';
import { Form } from '../../components/form/Form.tsx';
import { FormField, PasswordField } from '../../components/form/FormField.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isGivenUp } from '../../state/second-step.ts';
import { refusedFields } from '../shared/refused-fields.ts';
import type { useSecondStep } from '../shared/use-second-step.tsx';

export interface AddFactorProps {
  readonly run: ReturnType<typeof useSecondStep>['run'];
  readonly onClose: () => void;
  /** @param codes new recovery codes; none unless it is the account's first factor */
  readonly onDone: (codes: readonly string[]) => void;
}

interface Fields {
  readonly name: string;
  readonly password: string;
}

interface PasswordStepProps<T> {
  /** Asks for the name of what is added. */
  readonly nameLabel?: string;
  readonly begin: (fields: Fields) => Promise<Result<T>>;
  readonly onBegun: (begun: T, fields: Fields) => void;
  readonly children?: ReactNode;
}

const EMPTY: Fields = { name: '', password: '' };
const MAX_NAME = 64;

/** The account's password, before a second factor is added. */
export function PasswordStep<T>({ nameLabel, begin, onBegun, children }: PasswordStepProps<T>) {
  const { t } = useTranslation();
  const form = useForm<Fields>({
    initial: EMPTY,
    check: ({ name, password }) => ({
      name:
        nameLabel === undefined || (name.trim() !== '' && name.trim().length <= MAX_NAME)
          ? undefined
          : t('public.input_full'),
      password: password === '' ? t('account.input_password') : undefined,
    }),
    async send(fields) {
      const answer = await begin(fields);
      if (answer.ok) onBegun(answer.value, fields);
      else if (!isGivenUp(answer.error)) return refusedFields(t, answer.error, EMPTY, 'password');
      return undefined;
    },
  });
  return (
    <Form form={form} action={t('factors.next')} className="fields">
      {nameLabel !== undefined && <FormField {...form.field('name')} label={nameLabel} enterKeyHint="next" />}
      <PasswordField
        {...form.field('password')}
        label={t('account.password')}
        autoComplete="current-password"
        enterKeyHint="go"
      />
      {children}
    </Form>
  );
}
