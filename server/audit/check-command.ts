import { money, moneyToWire } from '../../shared/domain/money.ts';
import { ok } from '../../shared/result.ts';
import type { OperatorAnswer, Resource } from '../resource.ts';
import type { Store } from '../store/store.ts';
import type { BookBreak } from './audit.ts';
import type { Progress } from './chain-audit.ts';

/** Each rule of the books in words. */
const RULES: Readonly<Record<BookBreak['rule'], string>> = {
  'chain-of-postings': 'every posting and its entries are as they were written, none is missing',
  'chain-of-replies': 'every stored reply is as it was written, none is missing',
  'seal-of-order': 'every order is as it was written',
  'seal-of-row':
    'every account, payment, payout address, identity check and setting of money is as it was written',
  'ledger-account-is-its-name': 'every ledger account has the owner, book and floor that its name says',
  'posting-sums-to-zero': 'the legs of every posting sum to zero',
  'balance-is-sum-of-entries': 'every balance is the sum of its entries',
  floor: 'nobody is below zero',
  'books-apart': 'demo and real money never meet',
  'advance-needs-position': 'an advance belongs to somebody with open positions',
  'hold-is-pending-withdrawals': 'what is held is the sum of the withdrawals in review',
  'deposit-is-booked-once': 'every finished deposit is booked once and in full, and no other',
  'withdrawal-is-booked': 'every withdrawal is held, then paid or given back, as its status says',
};

/** Checks the whole ledger; a failed answer names each broken rule, the place and the amount. */
export async function checkBooks(
  store: Store,
  progress: Progress = () => undefined,
): Promise<OperatorAnswer> {
  const { damage, breaks, digest } = await store.examine({ isDealing: true, progress }).found;
  if (damage !== undefined) return { rows: [], failed: true, note: damage };
  const rows = breaks.map(({ rule, where, amount }) => ({
    rule,
    means: RULES[rule],
    where,
    amount: moneyToWire(money(amount)),
  }));
  if (rows.length > 0)
    return {
      rows,
      failed: true,
      note: `Breaks of the books: ${rows.length}. Digest of the chains: ${digest}`,
    };
  return {
    rows,
    note: `The books are in order: ${Object.values(RULES).join('; ')}. Digest of the chains: ${digest}`,
  };
}

export const check: Resource<{ readonly store: Store }> = {
  help: 'Check of the books',
  usual: 'books',
  verbs: {
    books: {
      help: 'Checks the ledger entry by entry; status 1 and a list of breaks when it is not in order',
      parameters: {},
      run: async ({ store }) => ok(await checkBooks(store)),
    },
  },
};
