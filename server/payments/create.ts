import { CODE } from '../../shared/contract/codes.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { PAGE_SIZE } from '../../shared/limits.ts';
import { err, ok, refusal } from '../../shared/result.ts';
import { accountRepository } from '../accounts/account-repository.ts';
import type { Clock } from '../clock.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Files } from '../files/files.ts';
import { ledgerRepository } from '../ledger/ledger-repository.ts';
import type { Store } from '../store/store.ts';
import { createDeposits } from './deposits.ts';
import { createMethods } from './methods.ts';
import { createBanks, createCoins, createCurrencies } from './options.ts';
import type { Payments } from './payments.ts';
import { badField, readRemark } from './plain-line.ts';
import { plantOptions } from './seeds.ts';
import { createWithdrawals } from './withdrawals.ts';

export interface PaymentsParts {
  readonly store: Store;
  readonly exchange: Pick<Exchange, 'transfer' | 'figures'>;
  readonly files: Pick<Files, 'claim'>;
  readonly clock: Clock;
  /** The market's time, which the ledger and so all that belongs to it carries. */
  readonly now: () => TimestampMs;
}

export function createPayments(parts: PaymentsParts): Payments {
  const { store, exchange, clock } = parts;
  return {
    coins: createCoins(parts),
    banks: createBanks(parts),
    currencies: createCurrencies(parts),
    deposits: createDeposits(parts),
    withdrawals: createWithdrawals(parts),
    methods: createMethods(parts),
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
