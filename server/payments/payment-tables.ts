import type { Generated } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { ForeignAmount, Ratio } from '../../shared/domain/foreign-amount.ts';
import type { Money } from '../../shared/domain/money.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';

/** Amounts and prices are millionths. A removed option keeps its row, with the time of removal. */
export interface PaymentsSchema {
  deposit_coins: DepositCoinTable;
  deposit_banks: DepositBankTable;
  draw_currencies: DrawCurrencyTable;
  draw_methods: DrawMethodTable;
  deposits: DepositTable;
  withdrawals: WithdrawalTable;
}

/** Paid over a network of a coin, or through a bank. */
export type PaymentKind = 'coin' | 'bank';
export type DepositStatus = 'unchecked' | 'finished' | 'rejected' | 'invalid';
export type DrawStatus = 'pending' | 'paid' | 'rejected';

interface ListedColumns {
  id: Generated<number>;
  /** Null while it is offered. */
  removed_at: TimestampMs | null;
}

interface DepositCoinTable extends ListedColumns {
  currency_code: string;
  protocol_code: string;
  address: string;
  usd_price: Ratio;
}

interface DepositBankTable extends ListedColumns {
  name: string;
  currency_code: string;
  bank_name: string;
  bank_address: string;
  bank_swift: string;
  payee_name: string;
  payee_account: string;
  bank_remark: string;
  branch_name: string;
  usd_price: Ratio;
}

interface DrawCurrencyTable extends ListedColumns {
  kind: PaymentKind;
  code: string;
  protocol: string;
  draw_rate: Ratio;
  fee_type: 'fixed' | 'share';
  /** Money for a fixed fee, a ratio for a proportional one. */
  fee: number;
  usd_price: Ratio;
}

interface DestinationColumns {
  address: string;
  bank_name: string;
  bank_address: string;
  bank_swift: string;
  payee_name: string;
  payee_account: string;
  branch_name: string;
}

interface DrawMethodTable extends ListedColumns, DestinationColumns {
  account_id: AccountId;
  currency_id: number;
  created_at: TimestampMs;
}

interface RequestColumns<Status> {
  /** Taken from a sequence, since the posting is decided before the row is written. */
  id: number;
  account_id: AccountId;
  kind: PaymentKind;
  currency_code: string;
  /** In the account's currency. */
  amount: Money;
  status: Status;
  remark: string;
  created_at: TimestampMs;
  /** Time of the operator's decision. */
  handled_at: TimestampMs | null;
}

interface DepositTable extends RequestColumns<DepositStatus> {
  /** In its own currency. */
  number: ForeignAmount;
  paid_to: string;
  proof: string;
}

interface WithdrawalTable extends RequestColumns<DrawStatus>, DestinationColumns {
  protocol: string;
  fee: Money;
  /** In its own currency. */
  net: ForeignAmount;
  memo: string;
}
