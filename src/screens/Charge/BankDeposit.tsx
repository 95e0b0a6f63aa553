import { useCallback, useState } from 'react';
import type { DepositBank } from '../../../shared/contract/payments.ts';
import { Chips } from '../../components/Chips.tsx';
import { LoadedView } from '../../components/LoadedView.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { CopyRow, ListRow, Section } from '../../components/Section.tsx';
import { formatAmount } from '../../format/amount.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask, useLoaded } from '../../state/ask.ts';
import styles from './ChargeScreen.module.css';
import { DepositForm, DepositOutline, useDepositForm } from './DepositForm.tsx';
import { NoChannel } from './NoChannel.tsx';

const loadSymbols = () => ask('getDepositSymbols', {});

/** A deposit by bank transfer: a currency, then one of the operator's accounts. */
export function BankDeposit({ onSent }: { readonly onSent: () => void }) {
  return (
    <LoadedView {...useLoaded(loadSymbols)} outline={<DepositOutline />}>
      {({ banks }) => <Currencies banks={banks} onSent={onSent} />}
    </LoadedView>
  );
}

interface CurrenciesProps {
  /** Codes of the currencies with a bank account. */
  readonly banks: readonly string[];
  readonly onSent: () => void;
}

function Currencies({ banks, onSent }: CurrenciesProps) {
  const { t } = useTranslation();
  const [picked, setPicked] = useState<string>();
  const currency = picked ?? banks[0];
  if (currency === undefined) return <NoChannel icon={MORE_ICONS.bank} />;
  return (
    <>
      <div className={styles.choice}>
        <Chips
          options={banks.map((code) => ({ value: code, label: code }))}
          value={currency}
          onChange={setPicked}
          label={t('charge.currency')}
        />
      </div>
      <Banks key={currency} currency={currency} onSent={onSent} />
    </>
  );
}

function Banks({ currency, onSent }: { readonly currency: string; readonly onSent: () => void }) {
  const load = useCallback(() => ask('getDepositBanks', { currency }), [currency]);
  return (
    <LoadedView {...useLoaded(load)} outline={<DepositOutline />}>
      {({ list }) => <Accounts list={list} onSent={onSent} />}
    </LoadedView>
  );
}

function Accounts({ list, onSent }: { readonly list: readonly DepositBank[]; readonly onSent: () => void }) {
  const { t } = useTranslation();
  const [picked, setPicked] = useState<number>();
  const bank = list.find(({ id }) => id === picked) ?? list[0];
  if (bank === undefined) return <NoChannel icon={MORE_ICONS.bank} />;
  return (
    <>
      {list.length > 1 && (
        <Chips
          options={list.map(({ id, name }) => ({ value: id, label: name }))}
          value={bank.id}
          onChange={setPicked}
          label={t('charge.account')}
        />
      )}
      <AccountDeposit key={bank.id} bank={bank} onSent={onSent} />
    </>
  );
}

/** Lines of an account, each with a copy button; empty ones are hidden. */
const FACTS = [
  ['bankName', 'charge.bank_name'],
  ['branchName', 'charge.branch_name'],
  ['bankAddress', 'charge.bank_address'],
  ['bankSwift', 'charge.bank_swift'],
  ['payeeName', 'charge.payee_name'],
  ['payeeAccount', 'charge.payee_account'],
  ['bankRemark', 'charge.bank_remark'],
] as const;

function AccountDeposit({ bank, onSent }: { readonly bank: DepositBank; readonly onSent: () => void }) {
  const { t } = useTranslation();
  const form = useDepositForm({
    kind: 'wire',
    to: bank.id,
    prompt: t('charge.input_amount'),
    submit: (fields, cid) => ask('submitWireDeposit', { ...fields, bankId: bank.id, cid }),
    onSent,
  });
  return (
    <>
      <Section>
        {FACTS.map(
          ([field, label]) =>
            bank[field] !== '' && <CopyRow key={field} label={t(label)} text={bank[field]} />,
        )}
        <ListRow
          title={t('charge.rate')}
          value={
            <span dir="ltr" translate="no">
              1 {bank.currency} = {formatAmount(bank.usdPrice)} USD
            </span>
          }
        />
      </Section>
      <DepositForm form={form} label={t('charge.amount')} unit={bank.currency} />
    </>
  );
}
