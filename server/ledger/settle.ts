import type { AccountId } from '../../shared/domain/account.ts';
import { addMoney, type Money, money, negMoney, subMoney, ZERO_MONEY } from '../../shared/domain/money.ts';
import {
  advanceAccount,
  balanceAccount,
  holdAccount,
  houseAccount,
  type LedgerAccountId,
  movedOn,
  type Posting,
  type PostingFacts,
  posting,
} from './posting.ts';

/** What an account owns and owes. One of `balance` and `advance` is always zero. */
export interface Standing {
  readonly balance: Money;
  /** Losses beyond the balance that the profits of positions still open may make good. */
  readonly advance: Money;
  /** Of withdrawals in review: no longer in the balance, and not gone yet. */
  readonly hold: Money;
}

type Free = Pick<Standing, 'balance' | 'advance'>;

/**
 * Moves `amount` between an account and `against`. The balance never goes below zero: while other positions are open the
 * house advances what is missing, and the next profit pays it back first, so that closing the losing half of a hedge
 * earns nothing; with the last position what is still missing is booked to the house's shortfall.
 */
export function settle(
  standing: Free,
  amount: Money,
  against: LedgerAccountId,
  stillOpen: boolean,
  facts: PostingFacts,
): Posting | undefined {
  const net = addMoney(subMoney(standing.balance, standing.advance), amount);
  const balance = money(Math.max(0, net));
  const missing = subMoney(balance, net);
  const advance = stillOpen ? missing : ZERO_MONEY;
  return posting(facts, [
    { account: balanceAccount(facts.accountId), amount: subMoney(balance, standing.balance) },
    { account: advanceAccount(facts.accountId), amount: subMoney(standing.advance, advance) },
    { account: against, amount: negMoney(amount) },
    { account: houseAccount(facts.book, 'shortfall'), amount: subMoney(advance, missing) },
  ]);
}

/** Puts the balance at `target` out of the house's capital; an advance is forgiven the same way. */
export function settleTo(standing: Free, target: Money, facts: PostingFacts): Posting | undefined {
  const moved = subMoney(target, standing.balance);
  return posting(facts, [
    { account: balanceAccount(facts.accountId), amount: moved },
    { account: advanceAccount(facts.accountId), amount: standing.advance },
    { account: houseAccount(facts.book, 'capital'), amount: negMoney(addMoney(moved, standing.advance)) },
  ]);
}

export function standingAfter(standing: Standing, account: AccountId, entry: Posting): Standing {
  return {
    balance: addMoney(standing.balance, movedOn(entry, balanceAccount(account))),
    advance: subMoney(standing.advance, movedOn(entry, advanceAccount(account))),
    hold: addMoney(standing.hold, movedOn(entry, holdAccount(account))),
  };
}
