import type { Generated } from 'kysely';

/** Amounts and prices are millionths. An option that was taken off the list keeps its row, with the time. */
export interface PaymentsSchema {
  deposit_coins: DepositCoinTable;
  deposit_banks: DepositBankTable;
  draw_currencies: DrawCurrencyTable;
  draw_methods: DrawMethodTable;
  deposits: DepositTable;
  withdrawals: WithdrawalTable;
}

interface Listed {
  id: Generated<number>;
  /** Null while it is offered. */
  removed_at: number | null;
}

interface DepositCoinTable extends Listed {
  currency_code: string;
  protocol_code: string;
  address: string;
  usd_price: number;
}

interface DepositBankTable extends Listed {
  name: string;
  currency_code: string;
  bank_name: string;
  bank_address: string;
  bank_swift: string;
  payee_name: string;
  payee_account: string;
  bank_remark: string;
  branch_name: string;
  usd_price: number;
}

interface DrawCurrencyTable extends Listed {
  kind: string;
  code: string;
  protocol: string;
  draw_rate: number;
  /** `fixed` or `share`. */
  fee_type: string;
  fee: number;
  usd_price: number;
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

interface DrawMethodTable extends Listed, DestinationColumns {
  account_id: number;
  currency_id: number;
  created_at: number;
}

interface RequestColumns {
  /** Taken from a sequence, since the posting is decided before the row is written. */
  id: number;
  account_id: number;
  kind: string;
  currency_code: string;
  /** In the account's currency. */
  amount: number;
  status: string;
  remark: string;
  created_at: number;
  /** When the operator answered it. */
  handled_at: number | null;
}

interface DepositTable extends RequestColumns {
  /** In its own currency. */
  number: number;
  paid_to: string;
  proof: string;
}

interface WithdrawalTable extends RequestColumns, DestinationColumns {
  protocol: string;
  fee: number;
  /** In its own currency. */
  net: number;
  memo: string;
}
