/** The shapes of deposits, withdrawals and statements on the network; see `wire.ts`. Times are ISO 8601, UTC. */

export interface WireLedgerEntry {
  /** What it did to the balance; above zero: in. */
  readonly Value: number;
  /** What it was, in the reader's language. */
  readonly MemoTran: string;
  readonly CreatedAtTran: string;
}

export interface WireDepositCoin {
  readonly id: number;
  readonly currency_code: string;
  /** The network. */
  readonly protocol_code: string;
  readonly address: string;
  /** What one coin is booked as, in the account's currency. */
  readonly usd_price: number;
}

export interface WireDepositBank {
  readonly id: number;
  readonly name: string;
  readonly currency_code: string;
  readonly bank_name: string;
  readonly bank_address: string;
  readonly bank_swift: string;
  readonly payee_name: string;
  readonly payee_account: string;
  readonly bank_remark: string;
  /** Japanese accounts have one; else empty. */
  readonly branch_name: string;
  readonly usd_price: number;
}

export interface WireDeposit {
  readonly id: number;
  readonly number: number;
  /** 0 coin, 1 bank. */
  readonly type: number;
  readonly currency_code: string;
  /** 0 unchecked, 1 finished, 2 rejected, 3 invalid. */
  readonly status: number;
  /** Why it was rejected; else empty. */
  readonly remark: string;
  readonly created_at: string;
}

export interface WireDrawCurrency {
  readonly id: number;
  readonly code: string;
  readonly protocol: string;
  /** What one unit of the account's currency is paid out as. */
  readonly draw_rate: number;
  /** 1: `fee` as it is; else the amount times `fee`. */
  readonly fee_type: number;
  readonly fee: number;
  readonly usd_price: number;
}

export interface WireDraw {
  readonly id: number;
  /** Asked for, in the account's currency. */
  readonly number: number;
  /** Paid out, in the withdrawal's currency. */
  readonly real_number: number;
  readonly draw_currency: { readonly code: string };
  readonly fee: number;
  /** 0 in review, 1 paid, 2 rejected. */
  readonly status: number;
  /** The same in the reader's language. */
  readonly status_name: string;
  readonly created_at: string;
  /** 1 coin, 2 bank. */
  readonly type: number;
  /** The coin address; else empty. */
  readonly address: string;
  /** The bank account; else empty. */
  readonly payee_account: string;
  /** The owner's memo, or why it was rejected. */
  readonly notes: string;
}

export interface WireDrawMethod {
  readonly id: number;
  /** 1 coin, 2 bank. */
  readonly type: number;
  readonly dc_address: string;
  readonly bank_name: string;
  readonly bank_address: string;
  readonly bank_swift: string;
  readonly payee_name: string;
  readonly payee_account: string;
  readonly branch_name: string;
  readonly draw_currency: { readonly id: number; readonly code: string; readonly protocol: string };
}
