import { CODE } from '../../shared/contract/codes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { type Money, withinMoney } from '../../shared/domain/money.ts';
import { MAX_MEMO } from '../../shared/domain/payee.ts';
import { drawFee, drawNet } from '../../shared/domain/withdrawal.ts';
import { MAX_WAITING_PAYMENTS } from '../../shared/limits.ts';
import { err, type Result, refusal } from '../../shared/result.ts';
import type { Movement } from '../exchange/command.ts';
import { findReply, type ReplyKey, replyKey } from '../exchange/reply.ts';
import { badField } from '../refusals.ts';
import { takeNumbers } from '../store/numbers.ts';
import type { Db } from '../store/schema.ts';
import type { DepositsDeps } from './deposits.ts';
import { type DrawMethod, methodRepository } from './draw-method-repository.ts';
import { CURRENCIES, optionRepository } from './payment-option-repository.ts';
import { type Page, type Withdrawal, withdrawalRepository } from './payment-request-repository.ts';
import type { DrawStatus, PaymentKind } from './payment-tables.ts';
import { readLine, readRemark } from './read-line.ts';

interface NewWithdrawal {
  readonly currencyId: number;
  readonly methodId: number;
  /** Fee included; above zero. */
  readonly amount: Money;
  readonly memo: string;
  readonly cid?: string | undefined;
}

/** Withdrawals. The amount leaves the balance on request and returns if the operator rejects it. */
export interface Withdrawals {
  /**
   * Refuses with 4004 if the account has no such currency or method; 4000 and `field` (`number`: nothing
   * would be left to pay out); 4106; 4029 while too many wait; 4108; and as `Exchange.transfer` does.
   */
  request(account: AccountId, withdrawal: NewWithdrawal): Promise<Result<Withdrawal>>;
  page(account: AccountId, kind: PaymentKind, page: number): Promise<Page<Withdrawal>>;
  find(id: number): Promise<Withdrawal | undefined>;
  latest(limit: number, status?: DrawStatus): Promise<readonly Withdrawal[]>;
  /** Each refuses with 4004, and with 4009 if the withdrawal is already decided. */
  pay(id: number): Promise<Result<Withdrawal>>;
  reject(id: number, remark: string): Promise<Result<Withdrawal>>;
}

export function createWithdrawals(deps: Pick<DepositsDeps, 'store' | 'exchange'>): Withdrawals {
  const { store, exchange } = deps;
  const withdrawals = withdrawalRepository(store.read);

  /** Ends a withdrawal and releases its held amount. */
  const end = async (
    id: number,
    status: DrawStatus,
    remark: string,
    movementOf: (withdrawal: Withdrawal) => Movement,
  ): Promise<Result<Withdrawal>> => {
    const withdrawal = await withdrawals.byId(id);
    if (withdrawal === undefined) return err(refusal(CODE.notFound));
    if (withdrawal.status !== 'pending') return err(refusal(CODE.conflict));
    return exchange.transfer<Withdrawal>(withdrawal.accountId, movementOf(withdrawal), {
      answer: () => ({ ...withdrawal, status, remark }),
      // The status check is part of the UPDATE, so only one of two concurrent decisions succeeds.
      async also(transaction, _, at) {
        const done = await withdrawalRepository(transaction).handle(id, { status, remark, at });
        return done ? undefined : refusal(CODE.conflict);
      },
    });
  };

  return {
    async request(account, { cid, ...asked }) {
      const key = replyKey('draw', cid, asked);
      if (!key.ok) return key;
      // Check first for a stored reply: the method may have been removed since, but the reply stands.
      const earlier = key.value && (await findReply<Withdrawal>(store.read, account, key.value));
      return earlier ?? request(deps, account, asked, key.value);
    },
    page: withdrawals.page,
    find: withdrawals.byId,
    latest: withdrawals.latest,
    pay: (id) =>
      end(id, 'paid', '', ({ amount, fee }) => ({ kind: 'withdraw-paid', amount, fee, paymentId: id })),
    async reject(id, text) {
      const remark = readRemark(text);
      if (!remark.ok) return remark;
      return end(id, 'rejected', remark.value, ({ amount }) => ({
        kind: 'withdraw-release',
        amount,
        paymentId: id,
      }));
    },
  };
}

async function request(
  { store, exchange }: Pick<DepositsDeps, 'store' | 'exchange'>,
  account: AccountId,
  { currencyId, methodId, amount, memo: text }: Omit<NewWithdrawal, 'cid'>,
  key: ReplyKey | undefined,
): Promise<Result<Withdrawal>> {
  const memo = readLine(text, MAX_MEMO);
  if (memo === undefined) return badField('memo');
  const method = await methodIn(store.read, account, methodId, currencyId);
  if (method === undefined) return err(refusal(CODE.notFound));
  const { kind, code, protocol, terms } = method.currency;
  const paid = withinMoney(() => ({ fee: drawFee(amount, terms), net: drawNet(amount, terms) }));
  if (paid === undefined || paid.net <= 0) return badField('number');
  // Taken before the write: the posting names the id and is decided first.
  const paymentId = await store.write((transaction) => takeNumbers(transaction, 'withdrawal', 1));
  const movement = { kind: 'withdraw-hold', amount, paymentId } as const;
  return exchange.transfer<Withdrawal>(account, movement, {
    key,
    answer: (at) => ({
      id: paymentId,
      accountId: account,
      kind,
      currencyCode: code,
      protocol,
      amount,
      ...paid,
      destination: method.destination,
      memo,
      status: 'pending',
      remark: '',
      createdAt: at,
    }),
    async also(transaction, withdrawal) {
      const withdrawals = withdrawalRepository(transaction);
      if ((await withdrawals.countWaiting(account)) >= MAX_WAITING_PAYMENTS) return refusal(CODE.tooMany);
      await withdrawals.insert(withdrawal);
      return undefined;
    },
  });
}

/** The account's own method, with its currency as currently offered. */
async function methodIn(
  db: Db,
  account: AccountId,
  methodId: number,
  currencyId: number,
): Promise<DrawMethod | undefined> {
  const currency = await optionRepository(db, CURRENCIES).byId(currencyId);
  const method = await methodRepository(db).own(account, methodId);
  if (currency === undefined || method?.currency.id !== currency.id) return undefined;
  return { ...method, currency };
}
