import { CODE } from '../../shared/contract/codes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { Money } from '../../shared/domain/money.ts';
import { PAGE_SIZE } from '../../shared/limits.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import { accountRepository } from '../accounts/account-repository.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { ledgerRepository, type StatementLine } from '../ledger/ledger-repository.ts';
import { createDeposits, type Deposits, type DepositsDeps, type Page } from './deposits.ts';
import { createMethods, type Methods } from './methods.ts';
import { createBanks, createCoins, createCurrencies, type Options } from './options.ts';
import type { DepositBank, DepositCoin, DrawCurrency } from './payment-option-repository.ts';
import { badField, readRemark } from './plain-line.ts';
import { plantOptions } from './seeds.ts';
import { createWithdrawals, type Withdrawals } from './withdrawals.ts';

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

export interface PaymentsDeps extends DepositsDeps {
  readonly exchange: Pick<Exchange, 'transfer' | 'figures'>;
}

export function createPayments(deps: PaymentsDeps): Payments {
  const { store, exchange, clock } = deps;
  return {
    coins: createCoins(deps),
    banks: createBanks(deps),
    currencies: createCurrencies(deps),
    deposits: createDeposits(deps),
    withdrawals: createWithdrawals(deps),
    methods: createMethods(deps),
    async statement(account, page) {
      const ledger = ledgerRepository(store.read);
      const total = await ledger.countStatement(account);
      return { list: await ledger.statement(account, (page - 1) * PAGE_SIZE, PAGE_SIZE), total };
    },
    async adjust(account, amount, text) {
      if (amount === 0) return badField('amount');
      const memo = readRemark(text);
      if (!memo.ok) return badField('memo');
      if ((await accountRepository(store.read).byId(account)) === undefined)
        return err(refusal(CODE.notFound));
      const movement = { kind: 'adjustment', amount, memo: memo.value } as const;
      const moved = await exchange.transfer(account, movement, { answer: () => null });
      return moved.ok ? ok((await exchange.figures(account)).balance) : moved;
    },
    async start() {
      await store.write((transaction) => plantOptions(transaction, clock.now()));
    },
  };
}
