import { money } from '../../shared/domain/money.ts';
import type { Leg } from '../ledger-account.ts';
import { together } from './pipeline.ts';
import { prepared } from './prepared.ts';
import type { Db } from './schema.ts';

/** What the transactions of a write queue move on the accounts of the house. */
const sumsOf = new WeakMap<Db, HouseSums>();

/**
 * Adds to an account of the house at the end of the transaction. Its balance has no floor, so nothing can refuse that.
 * @param transaction of a write of the store
 */
export function moveHouse(transaction: Db, leg: Leg): void {
  const sums = sumsOf.get(transaction);
  if (sums === undefined) throw new Error('the house is moved only in a write of the store');
  sums.move(leg);
}

export interface HouseSums {
  move(leg: Leg): void;
  /** From now on this transaction moves the house. */
  begin(transaction: Db): void;
  /** The next piece of work begins. */
  mark(): void;
  /** That piece of work is rolled back. */
  takeBack(): void;
  /**
   * Writes what was moved: last of all before the commit and in one order, so that no two transactions wait for each other's
   * rows of the house.
   */
  store(transaction: Db): Promise<void>;
}

/** For transactions of which one runs at a time. */
export function createHouseSums(): HouseSums {
  let moved: Leg[] = [];
  /** How many of them are of the pieces of work before the running one. */
  let kept = 0;
  const sums: HouseSums = {
    move: (leg) => void moved.push(leg),
    begin(transaction) {
      moved = [];
      kept = 0;
      sumsOf.set(transaction, sums);
    },
    mark: () => {
      kept = moved.length;
    },
    takeBack() {
      moved.length = kept;
    },
    async store(transaction) {
      await together(summed(moved).map((leg) => write(transaction, leg)));
    },
  };
  return sums;
}

/** One leg for each account, or several where their sum is out of range, in the order of the accounts' names. */
function summed(legs: readonly Leg[]): readonly Leg[] {
  const sums: Leg[] = [];
  for (const leg of legs.toSorted((a, b) => (a.account < b.account ? -1 : a.account > b.account ? 1 : 0))) {
    const last = sums.at(-1);
    const amount = last?.account === leg.account ? last.amount + leg.amount : Number.NaN;
    if (Number.isSafeInteger(amount)) sums.splice(-1, 1, { ...leg, amount: money(amount) });
    else sums.push(leg);
  }
  return sums;
}

/** Does not read the balance: it may exceed the safe integers, but not the database's. */
async function write(transaction: Db, { account, amount }: Leg): Promise<void> {
  const { rows } = await update(transaction, { account, amount });
  if (rows.length === 0) throw new Error(`the ledger has no account ${account}`);
}

const update = prepared((db, { account, amount }: Leg) =>
  db
    .updateTable('ledger_accounts')
    .set((eb) => ({ balance: eb('balance', '+', amount) }))
    .where('id', '=', account)
    .returning('id'),
);
