import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { DrawCurrency } from '../../../shared/contract/payments.ts';
import type { RequestOf } from '../../../shared/contract/routes.ts';
import { BANK_LINES, type BankLine, isCoinAddress } from '../../../shared/domain/payee.ts';
import { lineProblem } from '../../../shared/domain/plain-line.ts';
import { Button } from '../../components/Button.tsx';
import { Form } from '../../components/form/Form.tsx';
import { FormField } from '../../components/form/FormField.tsx';
import { useForm } from '../../components/form/use-form.ts';
import { showToast } from '../../components/toast-store.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask } from '../../state/ask.ts';
import { startCodeWait } from '../../state/code-wait.ts';
import { draftOf } from '../../state/draft.ts';
import { isGivenUp } from '../../state/second-step.ts';
import { ConfirmMethod } from '../shared/ConfirmMethod.tsx';
import { CurrencyChoice } from '../shared/CurrencyChoice.tsx';
import { BANK, COIN, type DrawKind, FROM_HERE, methodsPath } from '../shared/destinations.ts';
import { refusedFields } from '../shared/refused-fields.ts';
import { useSecondStep } from '../shared/use-second-step.tsx';
import { useUid } from '../shared/use-uid.ts';
import styles from './BindScreen.module.css';

type Fields = Readonly<Record<BankLine | 'currency', string>>;

const EMPTY: Fields = {
  currency: '',
  bankName: '',
  branchName: '',
  bankAddress: '',
  bankSwift: '',
  payeeName: '',
  payeeAccount: '',
};

const LABELS = {
  bankName: 'wallet.bank_name',
  branchName: 'wallet.branch_name',
  bankAddress: 'wallet.bank_address',
  bankSwift: 'wallet.bank_swift',
  payeeName: 'wallet.payee_name',
  payeeAccount: 'wallet.payee_account',
} as const;
const FIELDS = Object.keys(BANK_LINES) as readonly BankLine[];

/** Codes and account numbers are left-to-right in every language. */
const LATIN: ReadonlySet<BankLine> = new Set(['bankSwift', 'payeeAccount']);

export function BankForm(props: BindFormProps) {
  const { t } = useTranslation();
  const { draft, bind, sheet } = useBind<Fields>(BANK, props);
  /** Only Japanese accounts need a branch. */
  const fieldsOf = (currency: string): readonly BankLine[] => {
    const isYen = props.currencies.some(({ id, code }) => String(id) === currency && code === 'JPY');
    return isYen ? FIELDS : FIELDS.filter((field) => field !== 'branchName');
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
        currencyId: Number(values.currency),
        ...Object.fromEntries(fieldsOf(values.currency).map((field) => [field, values[field].trim()])),
      }),
  });
  const fields = fieldsOf(form.values.currency);
  return (
    <>
      <Form form={form} action={t('public.save')}>
        <CurrencyChoice
          label={t('wallet.currency')}
          currencies={props.currencies}
          value={form.values.currency}
          onChange={(id) => form.set('currency', id)}
        />
        {fields.map((field, at) => (
          <div key={field} className={LATIN.has(field) ? styles.ltr : undefined}>
            <FormField
              {...form.field(field)}
              label={t(LABELS[field])}
              hint={BANK_LINES[field].isRequired ? undefined : t('wallet.optional')}
              autoComplete={field === 'payeeName' ? 'name' : 'off'}
              enterKeyHint={at === fields.length - 1 ? 'done' : 'next'}
            />
          </div>
        ))}
      </Form>
      {sheet}
    </>
  );
}

interface CoinFields {
  readonly currency: string;
  readonly address: string;
}

export function CoinForm(props: BindFormProps) {
  const { t } = useTranslation();
  const { draft, bind, sheet } = useBind<CoinFields>(COIN, props);
  const form = useForm<CoinFields>({
    initial: { currency: '', address: '' },
    draft,
    check({ currency, address }) {
      const trimmed = address.trim();
      if (trimmed === '') return { address: t('wallet.input_address') };
      const network = props.currencies.find(({ id }) => String(id) === currency)?.network ?? '';
      return { address: isCoinAddress(trimmed, network) ? undefined : t('wallet.bad_address') };
    },
    send: ({ currency, address }) => bind({ currencyId: Number(currency), address: address.trim() }),
  });
  const paste = async (): Promise<void> => {
    const text = await clipboardText();
    if (text === undefined || text.trim() === '') showToast(t('wallet.paste_failed'));
    else form.set('address', text.trim());
  };
  return (
    <>
      <Form form={form} action={t('public.save')}>
        <CurrencyChoice
          label={t('wallet.network')}
          currencies={props.currencies}
          value={form.values.currency}
          onChange={(id) => form.set('currency', id)}
        />
        <div className={styles.ltr}>
          <FormField
            {...form.field('address')}
            label={t('wallet.address')}
            enterKeyHint="done"
            end={
              <Button variant="quiet" size="s" onClick={() => void paste()}>
                {t('wallet.paste')}
              </Button>
            }
          />
        </div>
        <p className="faint">{t('wallet.address_note')}</p>
      </Form>
      {sheet}
    </>
  );
}

/** @returns undefined if the browser or the user denies access to the clipboard */
const clipboardText = (): Promise<string | undefined> =>
  // `clipboard` is undefined on pages without HTTPS.
  (navigator.clipboard?.readText?.() ?? Promise.reject(new Error('no clipboard'))).catch(() => undefined);

interface BindFormProps {
  readonly currencies: readonly DrawCurrency[];
  /** Id of the currency chosen on the screen before; may not be one of them. */
  readonly wanted: number;
}

type Request = Omit<RequestOf<'bindDrawMethod'>, 'kind'>;

/** The shared part of both forms: the draft, the first currency, sending, and the way back. */
function useBind<T extends Readonly<Record<keyof T | 'currency', string>>>(
  kind: DrawKind,
  { currencies, wanted }: BindFormProps,
) {
  const { t } = useTranslation();
  const [path, navigate] = useLocation();
  const step = useSecondStep();
  const [unconfirmed, setUnconfirmed] = useState<{ readonly id: number; readonly isSent: boolean }>();
  const uid = useUid();
  const kept = useMemo(() => draftOf<T>(`bind.${kind}.${uid}`, []), [kind, uid]);
  // The currency chosen on the screen before is newer than the draft, whose currency may no longer be offered.
  const draft = {
    ...kept,
    read(): Partial<T> | undefined {
      const before = kept.read();
      const offered = [wanted, Number(before?.currency)].find((id) =>
        currencies.some((one) => one.id === id),
      );
      return { ...before, currency: String(offered ?? currencies[0]?.id ?? '') } as Partial<T>;
    },
  };
  const leave = (): void => {
    // Who has gone elsewhere meanwhile stays there.
    if (location.pathname !== path) return;
    if (isInner(history.state)) history.back();
    else navigate(methodsPath(kind), { replace: true });
  };
  /** @returns the server's error text by field */
  async function bind(
    request: Request,
  ): Promise<{ readonly [field: string]: string | undefined } | undefined> {
    const answer = await step.run((proof) => ask('bindDrawMethod', { kind, ...request, ...proof }));
    if (!answer.ok) {
      if (isGivenUp(answer.error)) return undefined;
      return refusedFields(t, answer.error, request);
    }
    kept.clear();
    showToast(t('wallet.bound'), 'ok');
    if (answer.value.isConfirmed) leave();
    else {
      const { id, codeWaitS } = answer.value;
      startCodeWait('payout', codeWaitS);
      setUnconfirmed({ id, isSent: codeWaitS === undefined });
    }
    return undefined;
  }
  const confirming = unconfirmed !== undefined && (
    <ConfirmMethod {...unconfirmed} onClose={leave} onConfirmed={leave} />
  );
  return { draft, bind, sheet: confirming || step.sheet };
}

/** Whether another screen of the app opened this one, so that going back leads to it. */
const isInner = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && Object.keys(FROM_HERE).every((key) => key in state);
