import type { Store } from '../store/store.ts';

/** A rule that the books break, in words for an operator. */
export interface LedgerBreak {
  readonly rule:
    | 'posting-sums-to-zero'
    | 'balance-is-sum-of-entries'
    | 'floor'
    | 'books-apart'
    | 'advance-needs-position'
    | 'hold-is-pending-withdrawals'
    | 'deposit-is-booked-once'
    | 'withdrawal-is-booked';
  readonly where: string;
  readonly amount: number;
}

/** Proves the books from the entries up; an empty list means that they are in order. */
export async function checkLedger(store: Pick<Store, 'read'>): Promise<readonly LedgerBreak[]> {
  const audit = await store.read.ledger.audit();
  const named =
    (rule: LedgerBreak['rule']) => (row: { readonly where: string; readonly amount: number }) => ({
      rule,
      ...row,
    });
  return [
    ...audit.unbalancedPostings.map(named('posting-sums-to-zero')),
    ...audit.wrongBalances.map(named('balance-is-sum-of-entries')),
    ...audit.belowFloor.map(named('floor')),
    ...audit.mixedBooks.map(named('books-apart')),
    ...audit.idleAdvances.map(named('advance-needs-position')),
    ...audit.wrongHolds.map(named('hold-is-pending-withdrawals')),
    ...audit.wrongDeposits.map(named('deposit-is-booked-once')),
    ...audit.wrongWithdrawals.map(named('withdrawal-is-booked')),
  ];
}
