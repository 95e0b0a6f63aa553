import { CODE } from '../../shared/contract/codes.ts';
import { customerBar } from '../../shared/domain/allowed.ts';
import { addMoney, negMoney, subMoney, withinMoney } from '../../shared/domain/money.ts';
import { err, ok, type Refusal, refusal } from '../../shared/result.ts';
import {
  balanceAccount,
  holdAccount,
  houseAccount,
  type Posting,
  type PostingFacts,
  posting,
} from '../ledger/posting.ts';
import { settle } from '../ledger/settle.ts';
import type { LedgerAccountId } from '../ledger-account.ts';
import { marketRefusal, restrictedRefusal } from '../refusals.ts';
import type { Context, Decide, Movement } from './command.ts';
import type { AccountState, DealEvent } from './state.ts';
import { totalsOf } from './valuation.ts';

/** Moves money; refuses as documented at `Exchange.transfer`. */
export const decideMove: Decide<'move'> = (state, { movement }, context) => {
  if (state.book === 'demo' && movement.kind !== 'adjustment') return err(refusal(CODE.notForDemo));
  const bar = movement.kind === 'withdraw-hold' ? customerBar('withdraw', state.restriction) : undefined;
  if (bar) return err(restrictedRefusal(bar));
  // The new balance must stay within the range of money.
  const decided = withinMoney(() => uncovered(state, movement, context) ?? moved(state, movement, context));
  if (decided === undefined) return err(refusal(CODE.conflict));
  return 'code' in decided ? err(decided) : ok([decided]);
};

/** Why the account cannot cover the movement. */
function uncovered(state: AccountState, movement: Movement, context: Context): Refusal | undefined {
  const { balance, hold } = state.standing;
  switch (movement.kind) {
    case 'withdraw-hold': {
      const totals = totalsOf(state, context.prices);
      // An unknown value is refused, never estimated, as when opening.
      if (totals === undefined) return marketRefusal();
      const free = Math.min(balance, totals.freeMargin);
      return movement.amount > free ? refusal(CODE.insufficientBalance) : undefined;
    }
    case 'withdraw-release':
    case 'withdraw-paid':
      return movement.amount > hold ? refusal(CODE.conflict) : undefined;
    case 'adjustment':
      return addMoney(balance, movement.amount) < 0 ? refusal(CODE.insufficientBalance) : undefined;
    case 'deposit':
      return undefined;
    default:
      return movement satisfies never;
  }
}

function moved(state: AccountState, movement: Movement, context: Context): DealEvent {
  const booked = entryOf(state, movement, {
    book: state.book,
    kind: movement.kind,
    accountId: state.id,
    ...(movement.kind === 'adjustment' ? { memo: movement.memo } : { paymentId: movement.paymentId }),
    at: context.now,
  });
  return { type: 'moved', ...(booked === undefined ? {} : { posting: booked }) };
}

function entryOf(state: AccountState, movement: Movement, facts: PostingFacts): Posting | undefined {
  const hold = holdAccount(state.id);
  const { amount } = movement;
  const arrive = (from: LedgerAccountId) => settle(state.standing, amount, from, facts);
  switch (movement.kind) {
    case 'deposit':
      return arrive(houseAccount(state.book, 'deposits'));
    case 'adjustment':
      return arrive(houseAccount(state.book, 'capital'));
    case 'withdraw-release':
      return arrive(hold);
    case 'withdraw-hold':
      return posting(facts, [
        { account: balanceAccount(state.id), amount: negMoney(amount) },
        { account: hold, amount },
      ]);
    case 'withdraw-paid':
      return posting(facts, [
        { account: hold, amount: negMoney(amount) },
        { account: houseAccount(state.book, 'payouts'), amount: subMoney(amount, movement.fee) },
        { account: houseAccount(state.book, 'fees'), amount: movement.fee },
      ]);
    default:
      return movement satisfies never;
  }
}
