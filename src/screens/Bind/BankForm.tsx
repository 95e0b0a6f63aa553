import { BANK_LINES, type BankLine } from '../../../shared/domain/payee.ts';
import { lineProblem } from '../../../shared/domain/plain-line.ts';
import { Button } from '../../components/Button.tsx';
import { FormField } from '../../components/form/FormField.tsx';
import { useForm } from '../../components/form/useForm.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CurrencyChoice } from '../shared/CurrencyChoice.tsx';
import { BANK } from '../shared/draw-kind.ts';
import styles from './Bind.module.css';
import { type BindFormProps, useBind } from './use-bind.ts';

type Fields = Readonly<Record<BankLine | 'currency', string>>;

const EMPTY: Fields = {
  currency: '',
  bank_name: '',
  branch_name: '',
  bank_address: '',
  bank_swift: '',
  payee_name: '',
  payee_account: '',
};

const LABELS = {
  bank_name: 'wallet.bank_name',
  branch_name: 'wallet.branch_name',
  bank_address: 'wallet.bank_address',
  bank_swift: 'wallet.bank_swift',
  payee_name: 'wallet.payee_name',
  payee_account: 'wallet.payee_account',
} as const;

const FIELDS = [
  'bank_name',
  'branch_name',
  'bank_address',
  'bank_swift',
  'payee_name',
  'payee_account',
] as const;
/** Codes and numbers run from left to right in every language. */
const LATIN: ReadonlySet<BankLine> = new Set(['bank_swift', 'payee_account']);

export function BankForm(props: BindFormProps) {
  const { t } = useTranslation();
  const { draft, bind } = useBind<Fields>(BANK, props);
  /** Only Japanese accounts are told apart by their branch. */
  const fieldsOf = (currency: string): readonly BankLine[] => {
    const isYen = props.currencies.some(({ id, code }) => String(id) === currency && code === 'JPY');
    return isYen ? FIELDS : FIELDS.filter((field) => field !== 'branch_name');
  };
  const form = useForm<Fields>({
    initial: EMPTY,
    draft,
    check(values) {
      const wrong: Partial<Record<BankLine, string>> = {};
      for (const field of fieldsOf(values.currency)) {
        const { maxLength, isRequired } = BANK_LINES[field];
        const problem = lineProblem(values[field], maxLength, isRequired);
        if (problem === 'empty') wrong[field] = t('public.input_full');
        if (problem === 'too-long') wrong[field] = t('wallet.too_long', { length: maxLength });
        if (problem === 'odd') wrong[field] = t('wallet.odd_text');
      }
      return wrong;
    },
    send: (values) =>
      bind({
        draw_id: Number(values.currency),
        ...Object.fromEntries(fieldsOf(values.currency).map((field) => [field, values[field].trim()])),
      }),
  });
  const fields = fieldsOf(form.values.currency);
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit}>
      <CurrencyChoice
        label={t('wallet.currency')}
        currencies={props.currencies}
        value={form.values.currency}
        onChange={(id) => form.set('currency', id)}
      />
      {fields.map((field, at) => (
        <div key={field} className={LATIN.has(field) ? styles.ltr : undefined}>
          <FormField
            name={field}
            label={t(LABELS[field])}
            hint={BANK_LINES[field].isRequired ? undefined : t('wallet.optional')}
            autoComplete={field === 'payee_name' ? 'name' : 'off'}
            enterKeyHint={at === fields.length - 1 ? 'done' : 'next'}
            value={form.values[field]}
            onChange={(text) => form.set(field, text)}
            error={form.errors[field]}
          />
        </div>
      ))}
      <Button variant="primary" type="submit" wide busy={form.busy}>
        {t('public.save')}
      </Button>
    </form>
  );
}
