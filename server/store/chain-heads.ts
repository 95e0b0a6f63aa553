import { type Selectable, sql } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import { type ChainName, type Link, linkAfter, NO_LINK } from '../chain/chain.ts';
import { StaleStateError } from './errors.ts';
import { together } from './pipeline.ts';
import { inFewSizes, prepared, preparedRows } from './prepared.ts';
import type { Db, Schema } from './schema.ts';
import { takeTurn } from './turns.ts';

type Heads = Readonly<Record<ChainName, Link>> & {
  /** Counts the changes of the account's orders and money. */
  readonly n: number;
  /** `n` as the database has it; undefined if it has no row. */
  readonly stored: number | undefined;
};

/** Accounts whose heads are remembered between transactions. */
const MAX_HELD = 10_000;

/** Whose heads a transaction continues. */
const headsOf = new WeakMap<Db, ChainHeads>();

/**
 * Takes the next place in a chain, for a row that the caller writes in the same transaction.
 * @param transaction of a write of the store: it writes the heads itself, once for all writes of a batch
 */
export function appendLink(
  transaction: Db,
  chain: ChainName,
  account: AccountId,
  content: Parameters<typeof linkAfter>[1],
): Promise<Link> {
  const heads = headsOf.get(transaction);
  if (heads === undefined) throw new Error(`${chain} are written only in a write of the store`);
  return heads.append(transaction, chain, account, content);
}

/**
 * Counts a change of an account's orders and money, which the caller writes in the same transaction.
 * @returns its number
 */
export function countChange(transaction: Db, account: AccountId): Promise<number> {
  const heads = headsOf.get(transaction);
  if (heads === undefined) throw new Error('changes are counted only in a write of the store');
  return heads.count(transaction, account);
}

/** The accounts whose chains no other process continues. */
export interface ChainOwner {
  owns(account: AccountId): boolean;
  /** Rises whenever they are others. */
  readonly changes: number;
}

const EVERYBODY: ChainOwner = { owns: () => true, changes: 0 };
/** Other processes continue the chains of all accounts. */
export const NOBODY: ChainOwner = { owns: () => false, changes: 0 };

export interface ChainHeads {
  append(
    transaction: Db,
    chain: ChainName,
    account: AccountId,
    content: Parameters<typeof linkAfter>[1],
  ): Promise<Link>;
  count(transaction: Db, account: AccountId): Promise<number>;
  /** From now on links are appended in this transaction. */
  begin(transaction: Db): void;
  /** The next piece of work begins. */
  mark(): void;
  /** That piece of work is rolled back. */
  takeBack(): void;
  /** Writes the changed heads, before the commit. */
  store(transaction: Db): Promise<void>;
  /** What the database holds is not known any more. */
  forget(): void;
}

/**
 * The heads of the write queue's transactions, of which one runs at a time.
 * @param owner where other processes continue the same chains, a transaction locks the heads that it continues, and none is
 * remembered after it
 */
export function createChainHeads(owner: ChainOwner = EVERYBODY): ChainHeads {
  const held = new Map<AccountId, Heads>();
  /** Locked by the transaction, and not known after it. */
  const borrowed = new Set<AccountId>();
  let seen = owner.changes;
  const changed = new Set<AccountId>();
  /** The heads before the running piece of work, and whether they were written already. */
  const before = new Map<AccountId, { readonly known: Heads; readonly isStored: boolean }>();
  /** Each link waits for the one before, while their rows are sent together. */
  let appended: Promise<unknown> = Promise.resolve();
  const change = async (transaction: Db, account: AccountId, next: (known: Heads) => Heads) => {
    const isOwn = owner.owns(account);
    const known = held.get(account) ?? (await (isOwn ? loadHeads : loadAndLock)(transaction, account));
    if (!isOwn) borrowed.add(account);
    if (!before.has(account)) before.set(account, { known, isStored: !changed.has(account) });
    const heads = next(known);
    held.delete(account);
    held.set(account, heads);
    changed.add(account);
    return heads;
  };
  const inTurn = (...one: Parameters<typeof change>): Promise<Heads> => {
    const taken = appended.then(() => change(...one));
    appended = taken.catch(() => undefined);
    return taken;
  };
  const heads: ChainHeads = {
    async append(transaction, chain, account, content) {
      const add = (known: Heads) => ({ ...known, [chain]: linkAfter(known[chain], content) });
      return (await inTurn(transaction, account, add))[chain];
    },
    async count(transaction, account) {
      return (await inTurn(transaction, account, (known) => ({ ...known, n: known.n + 1 }))).n;
    },
    begin(transaction) {
      for (const account of borrowed) held.delete(account);
      borrowed.clear();
      if (seen !== owner.changes) held.clear();
      seen = owner.changes;
      headsOf.set(transaction, heads);
    },
    mark: () => before.clear(),
    takeBack() {
      for (const [account, { known, isStored }] of before) {
        held.set(account, known);
        // The account itself may be rolled back, and its lock is.
        if (isStored) changed.delete(account);
        if (isStored && borrowed.has(account)) held.delete(account);
      }
      before.clear();
    },
    async store(transaction) {
      const rows: HeadsRow[] = [];
      const guarded: (HeadsRow & { readonly before: number })[] = [];
      for (const account of changed) {
        const known = held.get(account);
        const before = known?.stored;
        const row = rowOf(account, known);
        const isGuarded = owner !== EVERYBODY && before !== undefined && !borrowed.has(account);
        if (isGuarded) guarded.push({ ...row, before });
        else rows.push(row);
        if (known !== undefined) held.set(account, { ...known, stored: known.n });
      }
      changed.clear();
      const upserts: Promise<unknown>[] = guarded.length > 0 ? [moveHeads(transaction, guarded)] : [];
      for (const some of inFewSizes(rows)) upserts.push(upsertHeads(transaction, some));
      await together(upserts);
      for (const account of held.keys()) {
        if (held.size <= MAX_HELD) return;
        held.delete(account);
      }
    },
    forget() {
      held.clear();
      changed.clear();
      before.clear();
    },
  };
  return heads;
}

const loadHeads = async (db: Db, account: AccountId): Promise<Heads> =>
  linksOf((await selectHeads(db, { account })).rows[0]);

/** Waits for the transaction of another process that continues a chain of the account. */
async function loadAndLock(transaction: Db, account: AccountId): Promise<Heads> {
  const [row] = (await lockHeads(transaction, { account })).rows;
  if (row !== undefined) return linksOf(row);
  await takeTurn(transaction, `chain ${account}`);
  return linksOf((await lockHeads(transaction, { account })).rows[0]);
}

function linksOf(row: Selectable<Schema['account_chains']> | undefined): Heads {
  if (row === undefined)
    return { postings: NO_LINK, replies: NO_LINK, events: NO_LINK, n: 0, stored: undefined };
  return {
    postings: { seq: row.postings, hash: row.postings_hash },
    replies: { seq: row.replies, hash: row.replies_hash },
    events: { seq: row.events, hash: row.events_hash },
    n: row.n,
    stored: row.n,
  };
}

type HeadsRow = Omit<Selectable<Schema['account_chains']>, 'replies_gone' | 'replies_gone_hash'>;

const rowOf = (account: AccountId, heads: Heads | undefined): HeadsRow => ({
  account_id: account,
  postings: heads?.postings.seq ?? 0,
  postings_hash: heads?.postings.hash ?? '',
  replies: heads?.replies.seq ?? 0,
  replies_hash: heads?.replies.hash ?? '',
  events: heads?.events.seq ?? 0,
  events_hash: heads?.events.hash ?? '',
  n: heads?.n ?? 0,
});

const selectHeads = prepared((db, by: { account: AccountId }) =>
  db.selectFrom('account_chains').selectAll().where('account_id', '=', by.account),
);

const lockHeads = prepared((db, by: { account: AccountId }) =>
  db.selectFrom('account_chains').selectAll().where('account_id', '=', by.account).forUpdate(),
);

const upsertHeads = preparedRows((db, rows: readonly HeadsRow[]) =>
  db
    .insertInto('account_chains')
    .values(rows.map((row) => ({ ...row, replies_gone: 0, replies_gone_hash: '' })))
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((eb) => ({
        postings: eb.ref('excluded.postings'),
        postings_hash: eb.ref('excluded.postings_hash'),
        replies: eb.ref('excluded.replies'),
        replies_hash: eb.ref('excluded.replies_hash'),
        events: eb.ref('excluded.events'),
        events_hash: eb.ref('excluded.events_hash'),
        n: eb.ref('excluded.n'),
      })),
    ),
);

/** What PostgreSQL reports of a division by zero. */
const DIVISION_BY_ZERO = '22012';

/**
 * Writes heads that no other process should have changed: a second net under the fence, which needs no answer before the
 * commit. @throws StaleStateError if one has; then the transaction cannot be committed
 */
async function moveHeads(
  transaction: Db,
  rows: readonly (HeadsRow & { readonly before: number })[],
): Promise<void> {
  try {
    await updateGuarded(transaction, { rows: JSON.stringify(rows), count: rows.length });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === DIVISION_BY_ZERO)) throw error;
    throw new StaleStateError('another process has changed an account of this one', { cause: error });
  }
}

const updateGuarded = prepared((db, { rows, count }: { rows: string; count: number }) => ({
  compile: () =>
    sql`
      with moved as (
        update account_chains as head
           set postings = new.postings, postings_hash = new.postings_hash, replies = new.replies,
               replies_hash = new.replies_hash, events = new.events, events_hash = new.events_hash, n = new.n
          from json_to_recordset(${rows}::json) as new (account_id bigint, postings bigint, postings_hash text,
               replies bigint, replies_hash text, events bigint, events_hash text, n bigint, before bigint)
         where head.account_id = new.account_id and head.n = new.before
        returning 1)
      select 1 / (case when count(*) = ${count}::bigint then 1 else 0 end) from moved`.compile(db),
}));
