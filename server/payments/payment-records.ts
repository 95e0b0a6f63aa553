import type { AccountId } from '../../shared/domain/account.ts';
import type { ForeignAmount, Ratio } from '../../shared/domain/foreign-amount.ts';
import type { Money } from '../../shared/domain/money.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { DrawTerms } from '../../shared/domain/withdrawal.ts';

/** By a chain, or by a bank. */
export type PaymentKind = 'coin' | 'bank';

/** An address that deposits of a coin go to. */
export interface DepositCoin {
  readonly id: number;
  readonly currencyCode: string;
  /** The network. */
  readonly protocolCode: string;
  readonly address: string;
  readonly usdPrice: Ratio;
}

/** A bank account that deposits go to. */
export interface DepositBank {
  readonly id: number;
  readonly name: string;
  readonly currencyCode: string;
  readonly bankName: string;
  readonly bankAddress: string;
  readonly bankSwift: string;
  readonly payeeName: string;
  readonly payeeAccount: string;
  readonly bankRemark: string;
  /** Japanese accounts have one; else empty. */
  readonly branchName: string;
  readonly usdPrice: Ratio;
}

/** What a withdrawal can be paid out in. */
export interface DrawCurrency {
  readonly id: number;
  readonly kind: PaymentKind;
  readonly code: string;
  /** The network of a coin; else empty. */
  readonly protocol: string;
  readonly terms: DrawTerms;
  readonly usdPrice: Ratio;
}

export type DepositStatus = 'unchecked' | 'finished' | 'rejected' | 'invalid';

export interface Deposit {
  readonly id: number;
  readonly accountId: AccountId;
  readonly kind: PaymentKind;
  readonly currencyCode: string;
  /** What its owner says was paid in. */
  readonly number: ForeignAmount;
  /** What it is booked as, at the price of its day. */
  readonly amount: Money;
  /** The address or the account it was paid to. */
  readonly paidTo: string;
  /** The address of the picture that proves it. */
  readonly proof: string;
  readonly status: DepositStatus;
  /** Why it was rejected; else empty. */
  readonly remark: string;
  readonly createdAt: TimestampMs;
}

/** Where a withdrawal goes. A coin's has `address` alone, a bank's the rest; what does not apply is empty. */
export interface Destination {
  readonly address: string;
  readonly bankName: string;
  readonly bankAddress: string;
  readonly bankSwift: string;
  readonly payeeName: string;
  readonly payeeAccount: string;
  readonly branchName: string;
}

/** A destination that its owner saved, for one currency. */
export interface DrawMethod {
  readonly id: number;
  readonly accountId: AccountId;
  readonly currency: DrawCurrency;
  readonly destination: Destination;
}

export type DrawStatus = 'pending' | 'paid' | 'rejected';

export interface Withdrawal {
  readonly id: number;
  readonly accountId: AccountId;
  readonly kind: PaymentKind;
  readonly currencyCode: string;
  readonly protocol: string;
  /** Asked for, fee included. */
  readonly amount: Money;
  readonly fee: Money;
  /** Paid out. */
  readonly net: ForeignAmount;
  /** As it was when the withdrawal was asked for. */
  readonly destination: Destination;
  /** The owner's words. */
  readonly memo: string;
  readonly status: DrawStatus;
  /** Why it was rejected; else empty. */
  readonly remark: string;
  readonly createdAt: TimestampMs;
}

/** How the operator answers a request that waits. */
interface Handling<S> {
  readonly status: S;
  readonly remark: string;
  readonly at: TimestampMs;
}

export interface OptionReads<T> {
  /** What is offered, by rising id. */
  offered(): Promise<readonly T[]>;
  /** Undefined when it is not offered. */
  byId(id: number): Promise<T | undefined>;
}

/** Each but `insert` @returns whether it was offered; what was asked for under an option stays as it is. */
export interface OptionWrites<T> {
  insert(option: Omit<T, 'id'>): Promise<number>;
  update(option: T): Promise<boolean>;
  remove(id: number, at: TimestampMs): Promise<boolean>;
}

export interface RequestReads<T, S> {
  byId(id: number): Promise<T | undefined>;
  /** Of one account, latest first. */
  page(account: AccountId, kind: PaymentKind, offset: number, limit: number): Promise<readonly T[]>;
  count(account: AccountId, kind: PaymentKind): Promise<number>;
  /** Of all accounts, latest first. */
  latest(limit: number, status?: S): Promise<readonly T[]>;
}

export interface RequestWrites<T, S> {
  insert(request: T): Promise<void>;
  /** How many of an account's wait for the operator. */
  countWaiting(account: AccountId): Promise<number>;
  /** @returns false when the request no longer waits: then nothing was written */
  handle(id: number, handling: Handling<S>): Promise<boolean>;
}

export interface MethodReads {
  /** Latest first. */
  list(account: AccountId): Promise<readonly DrawMethod[]>;
  /** Undefined for what is not there, not theirs, or deleted. */
  own(account: AccountId, id: number): Promise<DrawMethod | undefined>;
}

export interface MethodWrites extends MethodReads {
  insert(account: AccountId, currencyId: number, destination: Destination, at: TimestampMs): Promise<number>;
  /** @returns whether it was there and theirs */
  remove(account: AccountId, id: number, at: TimestampMs): Promise<boolean>;
}

export interface PaymentReads {
  readonly coins: OptionReads<DepositCoin>;
  readonly banks: OptionReads<DepositBank>;
  readonly currencies: OptionReads<DrawCurrency>;
  readonly deposits: RequestReads<Deposit, DepositStatus>;
  readonly withdrawals: RequestReads<Withdrawal, DrawStatus>;
  readonly methods: MethodReads;
}

export interface PaymentWrites {
  readonly coins: OptionWrites<DepositCoin>;
  readonly banks: OptionWrites<DepositBank>;
  readonly currencies: OptionWrites<DrawCurrency>;
  readonly deposits: RequestWrites<Deposit, DepositStatus>;
  readonly withdrawals: RequestWrites<Withdrawal, DrawStatus>;
  readonly methods: MethodWrites;
}
