import { CODE } from '../../shared/contract/codes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { addMoney, type Money, ZERO_MONEY } from '../../shared/domain/money.ts';
import { PAGE_SIZE } from '../../shared/limits.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import { accountRepository } from '../accounts/account-repository.ts';
import type { ProofCheck } from '../accounts/read-proof.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { ledgerRepository, type StatementLine } from '../ledger/ledger-repository.ts';
import { shownBalance } from '../ledger/settle.ts';
import { badField } from '../refusals.ts';
import type { SecurityRecorder } from '../security/security.ts';
import { readAtOnce } from '../store/read-at-once.ts';
import { createDeposits, type Deposits, type DepositsDeps } from './deposits.ts';
import { insertFirstOptions } from './first-options.ts';
import { createMethods, type Methods } from './methods.ts';
import { createPaymentOptions, type PaymentOptions } from './payment-options.ts';
import type { Page } from './payment-request-repository.ts';
import {
  createPayoutConfirmation,
  type PayoutConfirmation,
  type PayoutConfirmationDeps,
} from './payout-confirmation.ts';
import { readRemark } from './read-line.ts';
import { createWithdrawals, type Withdrawals } from './withdrawals.ts';

/**
 * Deposits, withdrawals and the statement: owns the payment options, the requests and the saved destinations.
 * The HTTP calls and the operator's commands call it. Every movement goes through `Exchange.transfer`, in
 * order with the account's other commands. No dealing rules and no balance arithmetic here: those belong to
 * exchange and ledger.
 */
export interface Payments extends PaymentOptions {
  readonly deposits: Deposits;
  readonly withdrawals: Withdrawals;
  readonly methods: Methods;
  readonly confirmation: PayoutConfirmation;
  /** The movements of the balance, latest first. */
  statement(account: AccountId, page: number, limit?: number): Promise<Page<StatementLine>>;
  /**
   * The operator's correction: adds to a balance or deducts from it (4106 above the balance). Refuses with
   * 4004 for an unknown account, and with 4000 and `field`.
   * @returns the balance right before and right after it
   */
  adjust(
    account: AccountId,
    amount: Money,
    memo: string,
  ): Promise<Result<{ readonly before: Money; readonly after: Money }>>;
  /** Inserts the initial options, once per database. */
  start(): Promise<void>;
}

export interface PaymentsDeps
  extends DepositsDeps,
    Pick<PayoutConfirmationDeps, 'verification' | 'payoutHoldMs'> {
  readonly exchange: Pick<Exchange, 'transfer'>;
  /** Asked at a withdrawal and for a new destination. */
  readonly factors: ProofCheck;
  readonly security?: SecurityRecorder;
}

export function createPayments(deps: PaymentsDeps): Payments {
  const { store, exchange, clock } = deps;
  return {
    ...createPaymentOptions(deps),
    deposits: createDeposits(deps),
    withdrawals: createWithdrawals(deps),
    methods: createMethods(deps),
    confirmation: createPayoutConfirmation(deps),
    // A movement in between would move the page's lines, and the app numbers them by the total.
    statement: (account, page, limit = PAGE_SIZE) =>
      readAtOnce(store.read, async (all) => {
        const ledger = ledgerRepository(all);
        const total = await ledger.countStatement(account);
        return { list: await ledger.statement(account, (page - 1) * limit, limit), total };
      }),
    async adjust(account, amount, text) {
      if (amount === 0) return badField('amount');
      const memo = readRemark(text);
      if (!memo.ok) return badField('memo');
      if ((await accountRepository(store.read).byId(account)) === undefined)
        return err(refusal(CODE.notFound));
      const movement = { kind: 'adjustment', amount, memo: memo.value } as const;
      let before = ZERO_MONEY;
      const moved = await exchange.transfer(account, movement, {
        answer: () => null,
        // Read in the transfer's transaction: a fee or a profit may be booked right before or after it.
        async also(transaction) {
          before = shownBalance(await ledgerRepository(transaction).standing(account));
          return undefined;
        },
      });
      return moved.ok ? ok({ before, after: addMoney(before, amount) }) : moved;
    },
    async start() {
      await store.write((transaction) => insertFirstOptions(transaction, clock.now()));
    },
  };
}
