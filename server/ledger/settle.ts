import type { AccountId } from '../../shared/domain/account.ts';
import { addMoney, type Money, money, negMoney, subMoney } from '../../shared/domain/money.ts';
import type { LedgerAccountId } from '../ledger-account.ts';
import {
  advanceAccount,
  balanceAccount,
  holdAccount,
  houseAccount,
  movedOn,
  type Posting,
  type PostingFacts,
  posting,
} from './posting.ts';

/** An account's money and debts. At least one of `balance` and `advance` is zero. */
export interface Standing {
  readonly balance: Money;
  /** Losses beyond the balance that the profits of open positions may still cover. */
  readonly advance: Money;
  /** Withdrawals in review: already out of the balance, not yet paid. */
  readonly hold: Money;
}

type Free = Pick<Standing, 'balance' | 'advance'>;

/** The balance as the owner sees it: below zero while the house advances a loss. */
export const shownBalance = ({ balance, advance }: Free): Money => subMoney(balance, advance);

/**
 * Moves `amount` between an account and `against`. The balance never goes below zero: the house advances the missing amount,
 * and the next profit repays it first, so that closing the losing half of a hedge gains nothing. `writeOff` ends the
 * advance with the last position.
 * @param amount positive: to the account
 * @param against the house's account of the other side
 * @returns undefined when nothing moves
 */
export function settle(
  standing: Free,
  amount: Money,
  against: LedgerAccountId,
  facts: PostingFacts,
): Posting | undefined {
  const net = addMoney(shownBalance(standing), amount);
  const balance = money(Math.max(0, net));
  const advance = subMoney(balance, net);
  return posting(facts, [
    { account: balanceAccount(facts.accountId), amount: subMoney(balance, standing.balance) },
    { account: advanceAccount(facts.accountId), amount: subMoney(standing.advance, advance) },
    { account: against, amount: negMoney(amount) },
  ]);
}

/** The house bears an advance that no open position can repay. @returns undefined without an advance */
export const writeOff = ({ advance }: Free, facts: Omit<PostingFacts, 'kind'>): Posting | undefined =>
  posting({ ...facts, kind: 'shortfall' }, [
    { account: advanceAccount(facts.accountId), amount: advance },
    { account: houseAccount(facts.book, 'shortfall'), amount: negMoney(advance) },
  ]);

/** Sets the balance to `target` from the house's capital and forgives an advance. */
export function settleTo(standing: Free, target: Money, facts: PostingFacts): Posting | undefined {
  const moved = subMoney(target, standing.balance);
  return posting(facts, [
    { account: balanceAccount(facts.accountId), amount: moved },
    { account: advanceAccount(facts.accountId), amount: standing.advance },
    { account: houseAccount(facts.book, 'capital'), amount: negMoney(addMoney(moved, standing.advance)) },
  ]);
}

/** The standing after a posting; the same money and debts that the rows then say. */
export function standingAfter(standing: Standing, account: AccountId, entry: Posting): Standing {
  return {
    balance: addMoney(standing.balance, movedOn(entry, balanceAccount(account))),
    advance: subMoney(standing.advance, movedOn(entry, advanceAccount(account))),
    hold: addMoney(standing.hold, movedOn(entry, holdAccount(account))),
  };
}
