import { money, moneyToWire } from '../../shared/domain/money.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import { isoOf } from '../command-values.ts';
import type { OperatorAnswer, Resource } from '../resource.ts';
import type { Store } from '../store/store.ts';
import type { BookBreak } from './audit.ts';
import type { Progress } from './chain-audit.ts';
import { type BooksState, lineOf, readLine } from './noted-state.ts';

/** Each rule of the books in words. */
const RULES: Readonly<Record<BookBreak['rule'], string>> = {
  'chain-of-postings': 'every posting and its entries are as they were written, none is missing',
  'chain-of-replies': 'every stored reply is as it was written, none is missing',
  'chain-of-events': 'every event of an order is as it was written, none is missing',
  'chain-of-steps': 'every step of an operator is as it was written, none is missing',
  'order-is-its-events': 'every order is what its events make of it',
  'noted-state': 'the books are those that were noted, with what came after',
  'seal-of-order': 'every order is as it was written',
  'seal-of-row':
    'every account, payment, payout address, identity check and setting of money is as it was written',
  'ledger-account-is-its-name': 'every ledger account has the owner, book and floor that its name says',
  'posting-sums-to-zero': 'the legs of every posting sum to zero',
  'balance-is-sum-of-entries': 'every balance is the sum of its entries',
  floor: 'nobody is below zero',
  'books-apart': 'demo and real money never meet',
  'advance-needs-position': 'an advance belongs to somebody with open positions',
  'nights-are-booked':
    'every order, with the parts of it that were closed, has cost for its nights what was booked',
  'hold-is-pending-withdrawals': 'what is held is the sum of the withdrawals in review',
  'deposit-is-booked-once': 'every finished deposit is booked once and in full, and no other',
  'withdrawal-is-booked': 'every withdrawal is held, then paid or given back, as its status says',
};

interface CheckDeps {
  readonly store: Pick<Store, 'examine'>;
  readonly clock: Pick<Clock, 'wall'>;
}

/** Of a command that proves a noted state. */
export const AGAINST = {
  against: {
    help: 'A line that an earlier check has printed: what it counted is proved again, too',
    optional: true,
  },
} as const;

/** The state of a noted line; undefined without one. Refuses with a sentence. */
export function readAgainst(line: string | undefined): Result<BooksState | undefined, string> {
  if (line === undefined) return ok(undefined);
  const noted = readLine(line);
  return noted.ok ? ok(noted.value.state) : noted;
}

/** Checks the whole ledger; a failed answer names each broken rule, the place and the amount. */
export async function checkBooks(
  { store, clock }: CheckDeps,
  line: string | undefined,
  progress: Progress = () => undefined,
): Promise<Result<OperatorAnswer, string>> {
  const against = readAgainst(line);
  if (!against.ok) return against;
  const { found } = store.examine({ isDealing: true, progress, against: against.value });
  const { damage, breaks, state } = await found;
  if (damage !== undefined) return ok({ rows: [], failed: true, note: damage });
  const rows = breaks.map(({ rule, where, amount }) => ({
    rule,
    means: RULES[rule],
    where,
    amount: moneyToWire(money(amount)),
  }));
  if (rows.length > 0) return ok({ rows, failed: true, note: `Breaks of the books: ${rows.length}.` });
  const { 'noted-state': noted, ...always } = RULES;
  const rules = [...Object.values(always), ...(line === undefined ? [] : [noted])];
  const note = state
    ? `Note this line elsewhere, a later check --against it proves them again: ${lineOf({ date: isoOf(clock.wall()), state })}`
    : 'Another transaction of the database server goes on for long, so there is no line to note: check again later.';
  return ok({ rows, note: `The books are in order: ${rules.join('; ')}. ${note}` });
}

export const check: Resource<CheckDeps> = {
  help: 'Check of the books',
  usual: 'books',
  verbs: {
    books: {
      help: 'Checks the ledger entry by entry; status 1 and a list of breaks when it is not in order',
      parameters: AGAINST,
      run: (deps, { against }) => checkBooks(deps, against),
    },
  },
};
