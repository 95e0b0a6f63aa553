import { sql } from 'kysely';
import { ZERO_MONEY } from '../../shared/domain/money.ts';
import type { Db } from '../store/schema.ts';
import {
  type ChainFinding,
  countOf,
  createMarks,
  type LastingChain,
  type Progress,
  type StateMarks,
  wrongChains,
} from './chain-audit.ts';
import { type JournalFinding, wrongOrders } from './journal-audit.ts';
import { type BooksState, CHAINS } from './noted-state.ts';
import { type Finding, wrongDeposits, wrongHolds, wrongWithdrawals } from './payment-audit.ts';
import { type SealFinding, wrongRows } from './seal-audit.ts';

/** A rule that the books break, in words for an operator. */
export interface BookBreak {
  readonly rule:
    | ChainFinding['rule']
    | SealFinding['rule']
    | JournalFinding['rule']
    | 'noted-state'
    | 'posting-sums-to-zero'
    | 'balance-is-sum-of-entries'
    | 'ledger-account-is-its-name'
    | 'floor'
    | 'books-apart'
    | 'advance-needs-position'
    | 'nights-are-booked'
    | 'hold-is-pending-withdrawals'
    | 'deposit-is-booked-once'
    | 'withdrawal-is-booked';
  readonly where: string;
  readonly amount: number;
}

export interface ExamineBooks {
  readonly progress?: Progress;
  /** The last rows that the state counts. Default: all that `db` sees. */
  readonly upTo?: LastRows | undefined;
  /** What the chains were once, to be proved again. */
  readonly against?: BooksState | undefined;
}

/** The highest id of each chain's rows, of the operators' steps the highest number. */
export type LastRows = Readonly<Record<LastingChain, number>>;

export interface BooksFindings {
  /** Empty when the books are in order. */
  readonly breaks: readonly BookBreak[];
  readonly state: BooksState;
}

/** An empty list when the books are in order. @see examineBooks */
export const auditBooks = async (db: Db): Promise<readonly BookBreak[]> => (await examineBooks(db)).breaks;

/**
 * Proves the books from the entries up: the rows by their digests, orders by their events, the ledger in itself, and against
 * orders, deposits and withdrawals. It reads the tables of those rooms and imports none of their rules, so that a mistake there
 * cannot hide here. The operator's check and every copy of the database run it.
 */
export async function examineBooks(
  db: Db,
  { progress = () => undefined, upTo, against }: ExamineBooks = {},
): Promise<BooksFindings> {
  const rows = await rowsUpTo(db, upTo);
  const marks = {
    postings: createMarks([rows.postings, against?.postings.rows]),
    events: createMarks([rows.events, against?.events.rows]),
    steps: createMarks([rows.steps, against?.steps.rows]),
  };
  const count = await createCount(db, progress);
  const found = [
    ...(await wrongChains(db, count, marks)),
    ...(await wrongOrders(db, count)),
    ...(await wrongRows(db)),
  ];
  const breaks = [...found.map((one) => ({ ...one, amount: 0 })), ...(await wrongSums(db))];
  const state = (chain: LastingChain) => ({ rows: rows[chain], hash: marks[chain].after(rows[chain]) ?? '' });
  return {
    breaks: [...breaks, ...(against ? notAsNoted(against, marks) : [])],
    state: { postings: state('postings'), events: state('events'), steps: state('steps') },
  };
}

async function rowsUpTo(
  db: Db,
  { postings = ALL, events = ALL, steps = ALL }: Partial<LastRows> = {},
): Promise<LastRows> {
  return {
    postings: await countOf(db.selectFrom('postings').where('id', '<=', postings)),
    events: await countOf(db.selectFrom('order_events').where('id', '<=', events)),
    steps: await countOf(db.selectFrom('operator_steps').where('seq', '<=', steps)),
  };
}

const ALL = Number.MAX_SAFE_INTEGER;

async function createCount(db: Db, progress: Progress): Promise<(rows: number) => void> {
  const of =
    (await countOf(db.selectFrom('postings'))) +
    (await countOf(db.selectFrom('replies'))) +
    (await countOf(db.selectFrom('orders'))) +
    (await countOf(db.selectFrom('operator_steps'))) +
    // Read as a chain and as the orders that they make.
    2 * (await countOf(db.selectFrom('order_events')));
  let done = 0;
  return (rows) => {
    done += rows;
    progress(done, of);
  };
}

const notAsNoted = (
  against: BooksState,
  marks: Readonly<Record<LastingChain, StateMarks>>,
): readonly BookBreak[] =>
  CHAINS.flatMap((chain): BookBreak[] => {
    const { rows, hash } = against[chain];
    const found = marks[chain].after(rows);
    if (found === hash) return [];
    const where =
      found === undefined
        ? `${chain}: fewer than the ${rows} noted`
        : `${chain}: one of the first ${rows}, or their order`;
    return [{ rule: 'noted-state', where, amount: 0 }];
  });

async function wrongSums(db: Db): Promise<readonly BookBreak[]> {
  return [
    ...breaksOf('ledger-account-is-its-name', await wrongAccounts(db)),
    ...breaksOf('posting-sums-to-zero', await unbalancedPostings(db)),
    ...breaksOf('balance-is-sum-of-entries', await wrongBalances(db)),
    ...breaksOf('floor', await belowFloor(db)),
    ...breaksOf('books-apart', await mixedBooks(db)),
    ...breaksOf('advance-needs-position', await idleAdvances(db)),
    ...breaksOf('nights-are-booked', await wrongNights(db)),
    ...breaksOf('hold-is-pending-withdrawals', await wrongHolds(db)),
    ...breaksOf('deposit-is-booked-once', await wrongDeposits(db)),
    ...breaksOf('withdrawal-is-booked', await wrongWithdrawals(db)),
  ];
}

const breaksOf = (rule: BookBreak['rule'], findings: readonly Finding[]): readonly BookBreak[] =>
  findings.map(({ id, amount }) => ({ rule, where: String(id), amount: Number(amount ?? 0) }));

/** Also finds a posting that lost its entries. */
const unbalancedPostings = (db: Db) =>
  db
    .selectFrom('postings')
    .leftJoin('entries', 'entries.posting_id', 'postings.id')
    .select(({ fn }) => ['postings.id', fn.sum<number | null>('entries.amount').as('amount')])
    .groupBy('postings.id')
    .having((eb) => eb.or([eb(eb.fn.sum('entries.amount'), '<>', 0), eb(eb.fn.count('entries.id'), '<', 2)]))
    .execute();

const wrongBalances = (db: Db) => {
  const sum = sql<number>`coalesce(sum(entries.amount), 0)`;
  return db
    .selectFrom('ledger_accounts')
    .leftJoin('entries', 'entries.ledger_account_id', 'ledger_accounts.id')
    .select(['ledger_accounts.id', sql<number>`ledger_accounts.balance - ${sum}`.as('amount')])
    .groupBy(['ledger_accounts.id', 'ledger_accounts.balance'])
    .having(sql<boolean>`ledger_accounts.balance <> ${sum}`)
    .execute();
};

/** Ledger accounts whose owner, book or floor is not what their id and their owner's account say. */
const wrongAccounts = (db: Db) =>
  db
    .selectFrom('ledger_accounts')
    .leftJoin('accounts', 'accounts.id', 'ledger_accounts.account_id')
    .select(['ledger_accounts.id', 'ledger_accounts.balance as amount'])
    .where(
      sql<boolean>`not coalesce(case
        when account_id is null then ledger_accounts.id like 'house:' || ledger_accounts.book || ':%' and floor is null
        when ledger_accounts.book <> accounts.book then false
        when ledger_accounts.id = 'advance:' || account_id then floor is null
        when ledger_accounts.id in ('balance:' || account_id, 'hold:' || account_id) then floor = 0
        end, false)`,
    )
    .execute();

const belowFloor = (db: Db) =>
  db
    .selectFrom('ledger_accounts')
    .select(['id', 'balance as amount'])
    .where((eb) => eb('balance', '<', eb.ref('floor')))
    .execute();

/** Entries of one book on an account of the other. */
const mixedBooks = (db: Db) =>
  db
    .selectFrom('entries')
    .innerJoin('postings', 'postings.id', 'entries.posting_id')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'entries.ledger_account_id')
    .select(['entries.id', 'entries.amount'])
    .whereRef('ledger_accounts.book', '<>', 'postings.book')
    .execute();

/** Advances above zero, and advances to an account without open positions that could pay them back. */
const idleAdvances = (db: Db) =>
  db
    .selectFrom('ledger_accounts')
    .select(['id', 'balance as amount'])
    .where('account_id', 'is not', null)
    .where('floor', 'is', null)
    .where((eb) =>
      eb.or([
        eb('balance', '>', ZERO_MONEY),
        eb.and([
          eb('balance', '<', ZERO_MONEY),
          eb.not(
            eb.exists(
              eb
                .selectFrom('orders')
                .select('orders.id')
                .whereRef('orders.account_id', '=', 'ledger_accounts.account_id')
                .where('orders.status', '=', 'open'),
            ),
          ),
        ]),
      ]),
    )
    .execute();

/** Orders that, with the parts of them that were closed, do not sum up what was booked of their nights. */
async function wrongNights(db: Db): Promise<readonly Finding[]> {
  const { rows } = await sql<Finding>`
    select order_id as id, sum(amount) as amount from (
      select postings.order_id, entries.amount from postings join entries on entries.posting_id = postings.id
        where postings.kind = 'financing' and entries.ledger_account_id not like 'house:%'
      union all select coalesce(split_from, id), financing from orders where financing is not null
    ) as booked group by order_id having sum(amount) <> 0 order by order_id`.execute(db);
  return rows;
}
