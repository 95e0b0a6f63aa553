import { CODE } from '../../shared/contract/codes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { customerBar } from '../../shared/domain/allowed.ts';
import { type ForeignAmount, millionthsToWire } from '../../shared/domain/foreign-amount.ts';
import { type Money, withinMoney } from '../../shared/domain/money.ts';
import { MAX_MEMO } from '../../shared/domain/payee.ts';
import { drawFee, drawNet } from '../../shared/domain/withdrawal.ts';
import { MAX_WAITING_PAYMENTS } from '../../shared/limits.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import type { Proof, ProofCheck } from '../accounts/read-proof.ts';
import { restrictionRepository } from '../accounts/restriction-repository.ts';
import type { Grant } from '../accounts/sessions.ts';
import type { Movement } from '../exchange/command.ts';
import { createMailboxes } from '../exchange/mailbox.ts';
import { findReply, type ReplyKey, replyKey } from '../exchange/reply.ts';
import { badField, restrictedRefusal } from '../refusals.ts';
import type { SecurityRecorder } from '../security/security.ts';
import { takeNumbers } from '../store/numbers.ts';
import type { Db } from '../store/schema.ts';
import { NOBODY, type Visitor } from '../visitor.ts';
import { type DepositsDeps, tooManyWaiting } from './deposits.ts';
import { type DrawMethod, methodRepository } from './draw-method-repository.ts';
import { CURRENCIES, optionRepository } from './payment-option-repository.ts';
import {
  type Page,
  type RequestFilter,
  type Withdrawal,
  withdrawalRepository,
} from './payment-request-repository.ts';
import type { DrawStatus, PaymentKind } from './payment-tables.ts';
import { payoutRefusal } from './payout-confirmation.ts';
import { readLine, readRemark } from './read-line.ts';

interface NewWithdrawal {
  readonly currencyId: number;
  readonly methodId: number;
  /** Fee included; above zero. */
  readonly amount: Money;
  readonly memo: string;
  /** The amount to be received that the user was shown. */
  readonly confirmedNet?: ForeignAmount | undefined;
  readonly cid?: string | undefined;
}

type Asked = Omit<NewWithdrawal, 'cid' | 'confirmedNet'>;

/** Withdrawals. The amount leaves the balance on request and returns if the operator rejects it. */
export interface Withdrawals {
  /**
   * Refuses with 4011 to a restricted customer; 4004 if the account has no such currency or method; 4000 and `field` (`number`: nothing
   * would be left to pay out); 4009 with `reason` while the destination is not usable, while too many wait, and when another
   * amount than the confirmed one would be paid out (`terms`, with `real_number`); 4106; 4108; and as
   * `ProofCheck.prove` and `Exchange.transfer` do. A stored reply is given again without a proof, and whatever was
   * confirmed since.
   */
  request(
    account: AccountId,
    withdrawal: NewWithdrawal,
    visitor?: Visitor,
    proof?: Proof,
  ): Promise<Result<Withdrawal>>;
  page(account: AccountId, kind: PaymentKind, page: number): Promise<Page<Withdrawal>>;
  find(id: number): Promise<Withdrawal | undefined>;
  /** For an operator: those to be paid longest waiting first, others latest first. @param page from 1 */
  list(wanted: RequestFilter<DrawStatus>, page: number): Promise<Page<Withdrawal>>;
  /** Each refuses with 4004, and with 4009 if the withdrawal is already decided. */
  pay(id: number): Promise<Result<Withdrawal>>;
  reject(id: number, remark: string): Promise<Result<Withdrawal>>;
}

interface WithdrawalsDeps extends Pick<DepositsDeps, 'store' | 'exchange' | 'clock'> {
  readonly factors: ProofCheck;
  readonly security?: SecurityRecorder;
}

export function createWithdrawals(deps: WithdrawalsDeps): Withdrawals {
  const { store, exchange } = deps;
  const withdrawals = withdrawalRepository(store.read);
  /** A repetition waits for the first call: the proof of both is spent by then, but the reply is there. */
  const mailboxes = createMailboxes<AccountId>();

  const decide = async (
    account: AccountId,
    asked: Asked,
    confirmedNet: ForeignAmount | undefined,
    key: ReplyKey | undefined,
    visitor: Visitor,
    proof: Proof | undefined,
  ): Promise<Result<Withdrawal>> => {
    // Check first for a stored reply: the method may have been removed since, but the reply stands.
    const earlier = key && (await findReply<Withdrawal>(store.read, account, key));
    if (earlier !== undefined) {
      await store.flushed();
      return earlier;
    }
    const bar = customerBar('withdraw', await restrictionRepository(store.read).of(account));
    if (bar) return err(restrictedRefusal(bar));
    const ready = await prepare(deps, account, asked);
    if (!ready.ok) return ready;
    const { net } = ready.value;
    if (confirmedNet !== undefined && confirmedNet !== net)
      return err(refusal(CODE.conflict, '', { reason: 'terms', real_number: millionthsToWire(net) }));
    const proven = await deps.factors.prove(account, proof, visitor);
    if (!proven.ok) return proven;
    const requested = await request(deps, account, ready.value, key, proven.value).catch(ifUsedUp);
    if (requested === undefined) return deps.factors.refuse(account, visitor);
    if (requested.ok) {
      const detail = `withdrawal ${requested.value.id}`;
      deps.security?.record({ kind: 'withdrawal_requested', account, visitor, detail });
    }
    return requested;
  };

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
    async request(account, { cid, confirmedNet, ...asked }, visitor = NOBODY, proof) {
      // Without the confirmed amount: the same withdrawal, sent again after a change of terms, may be booked already.
      const key = replyKey('draw', cid, asked);
      if (!key.ok) return key;
      return mailboxes.run(account, () => decide(account, asked, confirmedNet, key.value, visitor, proof));
    },
    page: withdrawals.page,
    find: withdrawals.byId,
    list: withdrawals.list,
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

/** Undoes the transaction, so that no reply is stored: the same withdrawal may come again with another proof. */
class UsedUp extends Error {
  override readonly name = 'UsedUp';
}

function ifUsedUp(error: unknown): undefined {
  if (!(error instanceof UsedUp)) throw error;
}

/** What a withdrawal is, before its id and time. */
type Terms = Pick<
  Withdrawal,
  'kind' | 'currencyCode' | 'protocol' | 'amount' | 'fee' | 'net' | 'destination' | 'memo'
>;

async function prepare(
  { store, clock }: Pick<WithdrawalsDeps, 'store' | 'clock'>,
  account: AccountId,
  { currencyId, methodId, amount, memo: text }: Asked,
): Promise<Result<Terms>> {
  const memo = readLine(text, MAX_MEMO);
  if (memo === undefined) return badField('memo');
  const method = await methodIn(store.read, account, methodId, currencyId);
  if (method === undefined) return err(refusal(CODE.notFound));
  const hindrance = payoutRefusal(method, clock);
  if (hindrance !== undefined) return err(hindrance);
  const { kind, code: currencyCode, protocol, terms } = method.currency;
  const paid = withinMoney(() => ({ fee: drawFee(amount, terms), net: drawNet(amount, terms) }));
  if (paid === undefined || paid.net <= 0) return badField('number');
  return ok({ kind, currencyCode, protocol, amount, ...paid, destination: method.destination, memo });
}

async function request(
  { store, exchange }: Pick<WithdrawalsDeps, 'store' | 'exchange'>,
  account: AccountId,
  terms: Terms,
  key: ReplyKey | undefined,
  spendProof: Grant,
): Promise<Result<Withdrawal>> {
  // Taken before the write: the posting names the id and is decided first.
  const paymentId = await store.write((transaction) => takeNumbers(transaction, 'withdrawal', 1));
  const movement = { kind: 'withdraw-hold', amount: terms.amount, paymentId } as const;
  return exchange.transfer<Withdrawal>(account, movement, {
    key,
    answer: (at) => ({
      ...terms,
      id: paymentId,
      accountId: account,
      status: 'pending',
      remark: '',
      createdAt: at,
    }),
    async also(transaction, withdrawal) {
      const withdrawals = withdrawalRepository(transaction);
      if ((await withdrawals.countWaiting(account)) >= MAX_WAITING_PAYMENTS) return tooManyWaiting();
      if (!(await spendProof(transaction))) throw new UsedUp();
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
