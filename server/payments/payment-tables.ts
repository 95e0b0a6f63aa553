import type { Generated } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { ForeignAmount, Ratio } from '../../shared/domain/foreign-amount.ts';
import type { Money } from '../../shared/domain/money.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';

/** Amounts and prices are millionths. A removed option keeps its row, with the time of removal. */
declare module '../store/schema.ts' {
  interface Schema {
    deposit_coins: DepositCoinTable;
    deposit_banks: DepositBankTable;
    draw_currencies: DrawCurrencyTable;
    draw_methods: DrawMethodTable;
    deposits: DepositTable;
    withdrawals: WithdrawalTable;
  }
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
  /** The network. */
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
  /** Only Japanese accounts have one; otherwise empty. */
  branch_name: string;
  usd_price: Ratio;
}

interface DrawCurrencyTable extends ListedColumns {
  kind: PaymentKind;
  code: string;
  /** The network of a coin; otherwise empty. */
  protocol: string;
  draw_rate: Ratio;
  fee_type: 'fixed' | 'share';
  /** Money for a fixed fee, a ratio for a proportional one. */
  fee: number;
  usd_price: Ratio;
}

/** The target of a withdrawal. A coin has only `address`, a bank the other columns; the rest is empty. */
export interface DestinationColumns {
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
  /** When its owner, or an operator, confirmed it; null until then. */
  confirmed_at: TimestampMs | null;
  /** From when on it can be paid to; null until it is confirmed. */
  usable_at: TimestampMs | null;
}

interface RequestColumns<Status> {
  /** Taken from a sequence, since the posting is decided before the row is written. */
  id: number;
  account_id: AccountId;
  kind: PaymentKind;
  currency_code: string;
  /** In the account's currency; of a withdrawal the fee is part of it, of a deposit it is what is booked. */
  amount: Money;
  status: Status;
  /** Reason for a rejection; otherwise empty. */
  remark: string;
  created_at: TimestampMs;
  /** Time of the operator's decision. */
  handled_at: TimestampMs | null;
}

interface DepositTable extends RequestColumns<DepositStatus> {
  /** The amount its owner reports as paid in, in its own currency. */
  number: ForeignAmount;
  /** The address or bank account it was paid to. */
  paid_to: string;
  /** Id of the picture that proves the payment. */
  proof: string;
}

interface WithdrawalTable extends RequestColumns<DrawStatus>, DestinationColumns {
  protocol: string;
  fee: Money;
  /** The amount paid out, in its own currency. */
  net: ForeignAmount;
  /** The owner's note. */
  memo: string;
}
