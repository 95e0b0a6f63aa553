import type { AccountId } from '../../shared/domain/account.ts';
import type { ForeignAmount } from '../../shared/domain/foreign-amount.ts';
import type { Money } from '../../shared/domain/money.ts';
import type { Result } from '../../shared/result.ts';
import type { StatementLine } from '../ledger/ledger-repository.ts';
import type { Deposit } from './deposit-repository.ts';
import type { Destination, DrawMethod } from './draw-method-repository.ts';
import type { DepositBank, DepositCoin, DrawCurrency } from './payment-option-repository.ts';
import type { DepositStatus, DrawStatus, PaymentKind } from './payment-tables.ts';
import type { Withdrawal } from './withdrawal-repository.ts';

interface Page<T> {
  readonly list: readonly T[];
  readonly total: number;
}

export interface NewDeposit {
  /** In the deposit's own currency; above zero. */
  readonly number: ForeignAmount;
  /** The address that an upload answered with. */
  readonly proof: string;
  readonly cid?: string | undefined;
}

interface NewCoinDeposit extends NewDeposit {
  readonly coinId: number;
  /** Where it was paid to, as the coin's option said. */
  readonly address: string;
}

interface NewBankDeposit extends NewDeposit {
  readonly bankId: number;
}

export interface NewWithdrawal {
  readonly currencyId: number;
  readonly methodId: number;
  /** Fee included; above zero. */
  readonly amount: Money;
  readonly memo: string;
  readonly cid?: string | undefined;
}

/**
 * What came in, as its owner says. Nothing is booked until the operator has looked: then once, at the price of the day it
 * was sent in. The operator's steps refuse with 4004, and with 4009 once the deposit was answered.
 */
export interface Deposits {
  /** Refuses with 4004 for no such option, 4000 and `field`, 4029 while too many wait, and 4108. */
  submitCoin(account: AccountId, deposit: NewCoinDeposit): Promise<Result<Deposit>>;
  submitBank(account: AccountId, deposit: NewBankDeposit): Promise<Result<Deposit>>;
  page(account: AccountId, kind: PaymentKind, page: number): Promise<Page<Deposit>>;
  find(id: number): Promise<Deposit | undefined>;
  /** Of all accounts, latest first. */
  latest(limit: number, status?: DepositStatus): Promise<readonly Deposit[]>;
  approve(id: number): Promise<Result<Deposit>>;
  /** Also refuses a remark that is no line of plain text, with 4000. */
  reject(id: number, remark: string): Promise<Result<Deposit>>;
  /** It is nothing that could be approved, a double or a mistake. */
  invalidate(id: number): Promise<Result<Deposit>>;
}

/** What goes out. It leaves the balance when it is asked for, and comes back when the operator rejects it. */
export interface Withdrawals {
  /**
   * Refuses with 4004 for no such currency or method of theirs in it, 4000 and `field` (`number`: nothing would be left
   * to pay out), 4106, 4029 while too many wait, 4108, and as `Exchange.transfer` does.
   */
  request(account: AccountId, withdrawal: NewWithdrawal): Promise<Result<Withdrawal>>;
  page(account: AccountId, kind: PaymentKind, page: number): Promise<Page<Withdrawal>>;
  find(id: number): Promise<Withdrawal | undefined>;
  latest(limit: number, status?: DrawStatus): Promise<readonly Withdrawal[]>;
  /** Each refuses with 4004, and with 4009 once the withdrawal was answered. */
  pay(id: number): Promise<Result<Withdrawal>>;
  reject(id: number, remark: string): Promise<Result<Withdrawal>>;
}

/** Where its owner lets withdrawals go. */
export interface Methods {
  /**
   * What is saved already is not saved twice. Refuses with 4004 for no such currency of that kind, with 4000 and `field`,
   * and with 4029 when there are too many.
   */
  bind(
    account: AccountId,
    kind: PaymentKind,
    currencyId: number,
    destination: Destination,
  ): Promise<Result<DrawMethod>>;
  list(account: AccountId, kind: PaymentKind, currencyId?: number): Promise<readonly DrawMethod[]>;
  /** Withdrawals that go there keep their copy. Refuses with 4004. */
  remove(account: AccountId, id: number): Promise<Result<null>>;
}

/** A list that the operator keeps. Refusals: 4000 with `field`, 4004. */
export interface Options<T extends { readonly id: number }> {
  offered(): Promise<readonly T[]>;
  add(option: Omit<T, 'id'>): Promise<Result<T>>;
  /** What was asked for under the option stays as it was. */
  change(id: number, changes: Partial<Omit<T, 'id'>>): Promise<Result<T>>;
  remove(id: number): Promise<Result<null>>;
}

/** Money from outside and to outside, and what an account's owner reads about its movements. */
export interface Payments {
  readonly coins: Options<DepositCoin>;
  readonly banks: Options<DepositBank>;
  readonly currencies: Options<DrawCurrency>;
  readonly deposits: Deposits;
  readonly withdrawals: Withdrawals;
  readonly methods: Methods;
  /** What moved the balance, latest first. */
  statement(account: AccountId, page: number): Promise<Page<StatementLine>>;
  /**
   * Puts right what no other step can: adds to a balance, or takes away (refused with 4106 beyond it). Refuses with 4004
   * for no such account, and with 4000 and `field`.
   * @returns the balance after it
   */
  adjust(account: AccountId, amount: Money, memo: string): Promise<Result<Money>>;
  /** Puts in the first options, once in the life of a database. */
  start(): Promise<void>;
}
