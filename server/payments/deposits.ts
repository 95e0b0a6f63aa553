import { CODE } from '../../shared/contract/codes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { type ForeignAmount, type Ratio, worthOf } from '../../shared/domain/foreign-amount.ts';
import { withinMoney } from '../../shared/domain/money.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { MAX_WAITING_PAYMENTS } from '../../shared/limits.ts';
import { err, ok, type Refusal, type Result, refusal } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { answerOnce, findReply, type ReplyKey, replyKey } from '../exchange/reply.ts';
import type { Files } from '../files/files.ts';
import { badField } from '../refusals.ts';
import { takeNumbers } from '../store/numbers.ts';
import type { Store } from '../store/store.ts';
import { takeTurn } from '../store/turns.ts';
import { BANKS, COINS, optionRepository } from './payment-option-repository.ts';
import {
  type Deposit,
  depositRepository,
  type Page,
  type RequestFilter,
} from './payment-request-repository.ts';
import type { DepositStatus, PaymentKind } from './payment-tables.ts';
import { readRemark } from './read-line.ts';

interface NewDeposit {
  /** In the deposit's own currency; above zero. */
  readonly number: ForeignAmount;
  /** The URL returned by the upload. */
  readonly proof: string;
  readonly cid?: string | undefined;
}

interface NewCoinDeposit extends NewDeposit {
  readonly coinId: number;
  /** The address shown by the coin's option. */
  readonly address: string;
}

interface NewBankDeposit extends NewDeposit {
  readonly bankId: number;
}

/**
 * Deposits as reported by their owner. Nothing is booked until the operator approves; then once, at the price
 * of the day of the request. The operator's steps refuse with 4004, and with 4009 if the deposit is already
 * decided.
 */
export interface Deposits {
  /** Refuses with 4004 if there is no such option, 4000 and `field`, 4009 while too many wait or while prices are simulated, and 4108. */
  submitCoin(account: AccountId, deposit: NewCoinDeposit): Promise<Result<Deposit>>;
  submitBank(account: AccountId, deposit: NewBankDeposit): Promise<Result<Deposit>>;
  page(account: AccountId, kind: PaymentKind, page: number): Promise<Page<Deposit>>;
  find(id: number): Promise<Deposit | undefined>;
  /** For an operator: those to review longest waiting first, others latest first. @param page from 1 */
  list(wanted: RequestFilter<DepositStatus>, page: number): Promise<Page<Deposit>>;
  approve(id: number): Promise<Result<Deposit>>;
  /** Also refuses with 4000 a remark that is not a line of plain text. */
  reject(id: number, remark: string): Promise<Result<Deposit>>;
  /** Closes a request that cannot be approved: a duplicate or a mistake. */
  invalidate(id: number): Promise<Result<Deposit>>;
}

export interface DepositsDeps {
  readonly store: Store;
  readonly exchange: Pick<Exchange, 'transfer'>;
  readonly files: Pick<Files, 'claim'>;
  readonly clock: Clock;
  /** The market's time, used by the ledger and all rows that belong to it. */
  readonly now: () => TimestampMs;
  /** Prices are simulated: no money is taken for dealing at them. @default false */
  readonly refusesDeposits?: boolean;
}

export function createDeposits(deps: DepositsDeps): Deposits {
  const { store, exchange, now } = deps;
  const deposits = depositRepository(store.read);

  /** Ends a deposit without booking it. */
  const end = async (id: number, status: DepositStatus, remark: string): Promise<Result<Deposit>> => {
    const deposit = await deposits.byId(id);
    if (deposit === undefined) return err(refusal(CODE.notFound));
    const done = await store.write((transaction) =>
      depositRepository(transaction).handle(id, { status, remark, at: now() }),
    );
    return done ? ok({ ...deposit, status, remark }) : err(refusal(CODE.conflict));
  };

  return {
    submitCoin: (account, { cid, ...asked }) =>
      submit(deps, account, replyKey('deposit-coin', cid, asked), asked, async () => {
        const coin = await optionRepository(store.read, COINS).byId(asked.coinId);
        if (coin === undefined) return err(refusal(CODE.notFound));
        // A user who was shown another address paid to that one; do not accept it under the current address.
        if (asked.address !== coin.address) return badField('address');
        return ok({ ...coin, kind: 'coin', paidTo: coin.address });
      }),
    submitBank: (account, { cid, ...asked }) =>
      submit(deps, account, replyKey('deposit-bank', cid, asked), asked, async () => {
        const bank = await optionRepository(store.read, BANKS).byId(asked.bankId);
        if (bank === undefined) return err(refusal(CODE.notFound));
        return ok({ ...bank, kind: 'bank', paidTo: bank.payeeAccount });
      }),
    page: deposits.page,
    find: deposits.byId,
    list: deposits.list,
    async approve(id) {
      const deposit = await deposits.byId(id);
      if (deposit === undefined) return err(refusal(CODE.notFound));
      const { accountId, amount } = deposit;
      const movement = { kind: 'deposit', amount, paymentId: id } as const;
      return exchange.transfer<Deposit>(accountId, movement, {
        answer: () => ({ ...deposit, status: 'finished' }),
        // The status check is part of the UPDATE, so only one of two concurrent approvals succeeds.
        async also(transaction, { status, remark }, at) {
          const done = await depositRepository(transaction).handle(id, { status, remark, at });
          return done ? undefined : refusal(CODE.conflict);
        },
      });
    },
    async reject(id, text) {
      const remark = readRemark(text);
      return remark.ok ? end(id, 'rejected', remark.value) : remark;
    },
    invalidate: (id) => end(id, 'invalid', ''),
  };
}

/** A final refusal, stored under its `cid`: 4029 would leave an earlier try's outcome open. */
export const tooManyWaiting = (): Refusal => refusal(CODE.conflict, '', { reason: 'tooManyWaiting' });

interface PaidTo {
  readonly kind: PaymentKind;
  readonly currencyCode: string;
  readonly usdPrice: Ratio;
  readonly paidTo: string;
}

async function submit(
  { store, clock, now, files, refusesDeposits = false }: DepositsDeps,
  account: AccountId,
  key: Result<ReplyKey | undefined>,
  asked: NewDeposit,
  findOption: () => Promise<Result<PaidTo>>,
): Promise<Result<Deposit>> {
  if (!key.ok) return key;
  // Check first for a stored reply: the option may have been removed since, but the reply stands.
  const earlier = key.value && (await findReply<Deposit>(store.read, account, key.value));
  if (earlier !== undefined) {
    await store.flushed();
    return earlier;
  }
  if (refusesDeposits) return err(refusal(CODE.conflict, '', { reason: 'simulated' }));
  const option = await findOption();
  if (!option.ok) return option;
  const { kind, currencyCode, usdPrice, paidTo } = option.value;
  const amount = withinMoney(() => worthOf(asked.number, usdPrice));
  if (amount === undefined || amount <= 0) return badField('number');
  const proof = await files.claim(asked.proof, account);
  if (!proof.ok) return badField('proofImg');
  return store.write(async (transaction) => {
    // Before a stored reply is looked for: of two copies of a call the second one finds it.
    await takeTurn(transaction, `deposits ${account}`);
    return answerOnce(transaction, account, key.value, clock.now(), async () => {
      const deposits = depositRepository(transaction);
      if ((await deposits.countWaiting(account)) >= MAX_WAITING_PAYMENTS) return err(tooManyWaiting());
      const deposit: Deposit = {
        id: await takeNumbers(transaction, 'deposit', 1),
        accountId: account,
        kind,
        currencyCode,
        number: asked.number,
        amount,
        paidTo,
        proof: proof.value,
        status: 'unchecked',
        remark: '',
        createdAt: now(),
      };
      await deposits.insert(deposit);
      return ok(deposit);
    });
  });
}
