import type { Language } from '../../shared/contract/language.ts';
import type {
  WireDeposit,
  WireDepositBank,
  WireDepositCoin,
  WireDraw,
  WireDrawCurrency,
  WireDrawMethod,
  WireLedgerEntry,
} from '../../shared/contract/payments.ts';
import { millionthsToWire } from '../../shared/domain/foreign-amount.ts';
import { moneyToWire } from '../../shared/domain/money.ts';
import type { StatementLine } from '../ledger/ledger-repository.ts';
import { translate } from '../texts/texts.ts';
import type { DrawMethod } from './draw-method-repository.ts';
import type { DepositBank, DepositCoin, DrawCurrency } from './payment-option-repository.ts';
import type { Deposit, Withdrawal } from './payment-request-repository.ts';

const iso = (at: number): string => new Date(at).toISOString();

export const wireLedgerEntry = (line: StatementLine, language: Language): WireLedgerEntry => ({
  Value: moneyToWire(line.amount),
  MemoTran: memoOf(line, language),
  CreatedAtTran: iso(line.at),
});

export const wireDepositCoin = (coin: DepositCoin): WireDepositCoin => ({
  id: coin.id,
  currency_code: coin.currencyCode,
  protocol_code: coin.protocolCode,
  address: coin.address,
  usd_price: millionthsToWire(coin.usdPrice),
});

export const wireDepositBank = (bank: DepositBank): WireDepositBank => ({
  id: bank.id,
  name: bank.name,
  currency_code: bank.currencyCode,
  bank_name: bank.bankName,
  bank_address: bank.bankAddress,
  bank_swift: bank.bankSwift,
  payee_name: bank.payeeName,
  payee_account: bank.payeeAccount,
  bank_remark: bank.bankRemark,
  branch_name: bank.branchName,
  usd_price: millionthsToWire(bank.usdPrice),
});

const DEPOSIT_TYPE = { coin: 0, bank: 1 } as const;
const DEPOSIT_STATUS = { unchecked: 0, finished: 1, rejected: 2, invalid: 3 } as const;

export const wireDeposit = (deposit: Deposit): WireDeposit => ({
  id: deposit.id,
  number: millionthsToWire(deposit.number),
  type: DEPOSIT_TYPE[deposit.kind],
  currency_code: deposit.currencyCode,
  status: DEPOSIT_STATUS[deposit.status],
  remark: deposit.remark,
  created_at: iso(deposit.createdAt),
});

export const wireDrawCurrency = ({
  id,
  code,
  protocol,
  terms,
  usdPrice,
}: DrawCurrency): WireDrawCurrency => ({
  id,
  code,
  protocol,
  draw_rate: millionthsToWire(terms.drawRate),
  fee_type: terms.fee.type === 'fixed' ? 1 : 2,
  fee: terms.fee.type === 'fixed' ? moneyToWire(terms.fee.amount) : millionthsToWire(terms.fee.of),
  usd_price: millionthsToWire(usdPrice),
});

const DRAW_TYPE = { coin: 1, bank: 2 } as const;
const DRAW_STATUS = { pending: 0, paid: 1, rejected: 2 } as const;

export const wireDraw = (withdrawal: Withdrawal, language: Language): WireDraw => ({
  id: withdrawal.id,
  number: moneyToWire(withdrawal.amount),
  real_number: millionthsToWire(withdrawal.net),
  draw_currency: { code: withdrawal.currencyCode },
  fee: moneyToWire(withdrawal.fee),
  status: DRAW_STATUS[withdrawal.status],
  status_name: translate(language, `withdrawal.${withdrawal.status}`),
  created_at: iso(withdrawal.createdAt),
  type: DRAW_TYPE[withdrawal.kind],
  address: withdrawal.destination.address,
  payee_account: withdrawal.destination.payeeAccount,
  notes: withdrawal.status === 'rejected' ? withdrawal.remark : withdrawal.memo,
});

export const wireDrawMethod = ({
  id,
  currency,
  destination,
  confirmedAt,
  usableAt,
}: DrawMethod): WireDrawMethod => ({
  id,
  type: DRAW_TYPE[currency.kind],
  dc_address: destination.address,
  bank_name: destination.bankName,
  bank_address: destination.bankAddress,
  bank_swift: destination.bankSwift,
  payee_name: destination.payeeName,
  payee_account: destination.payeeAccount,
  branch_name: destination.branchName,
  draw_currency: { id: currency.id, code: currency.code, protocol: currency.protocol },
  is_confirmed: confirmedAt === undefined ? 0 : 1,
  held_until: usableAt === undefined ? '' : iso(usableAt),
});

/** The description of a statement line, in the customer's language. */
export function memoOf({ kind, amount, showCode, memo }: StatementLine, language: Language): string {
  const code = showCode ?? '';
  switch (kind) {
    case 'fee':
      return translate(language, 'statement.fee', { code }).trim();
    case 'financing':
      return translate(language, 'statement.financing', { code }).trim();
    case 'profit':
      return translate(language, amount < 0 ? 'statement.loss' : 'statement.profit', { code }).trim();
    case 'shortfall':
      return translate(language, 'statement.shortfall', { code }).trim();
    case 'withdraw-hold':
    case 'withdraw-paid':
      return translate(language, 'statement.withdrawal');
    case 'withdraw-release':
      return translate(language, 'statement.returned');
    case 'adjustment':
      return translate(language, 'statement.adjustment') + (memo === undefined ? '' : ` · ${memo}`);
    case 'opening':
    case 'deposit':
    case 'reset':
      return translate(language, `statement.${kind}`);
    default:
      return kind satisfies never;
  }
}
