import { createHash } from 'node:crypto';
import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import {
  type ChainName,
  contentOfEvent,
  contentOfPosting,
  contentOfReply,
  type Link,
  linkAfter,
  NO_LINK,
  sealOfOrder,
} from '../chain/chain.ts';
import { operatorStepsEnd, walkOperatorSteps } from '../operators/operator-steps.ts';
import type { Db, Schema } from '../store/schema.ts';

/** A row that is not what the program stored. */
export interface ChainFinding {
  readonly rule:
    | 'chain-of-postings'
    | 'chain-of-events'
    | 'chain-of-steps'
    | 'chain-of-replies'
    | 'seal-of-order';
  readonly where: string;
}

/** Chains whose rows are never deleted: what they were at an earlier time can be computed again. */
export type LastingChain = 'postings' | 'events' | 'steps';

/** What the ends of all accounts' chains were after so many rows. */
export interface StateMarks {
  /** Another row was read. */
  passed(reached: ReadonlyMap<AccountId, Link>): void;
  /** Undefined for more rows than there are. */
  after(rows: number): string | undefined;
}

/** @param wanted numbers of rows */
export function createMarks(wanted: readonly (number | undefined)[]): StateMarks {
  const states = new Map<number, string>([[0, stateOf(new Map())]]);
  let rows = 0;
  return {
    passed(reached) {
      rows++;
      if (wanted.includes(rows)) states.set(rows, stateOf(reached));
    },
    after: (count) => states.get(count),
  };
}

/** One digest over the ends of chains, in base64url. */
function stateOf(ends: ReadonlyMap<AccountId, Link>): string {
  const digest = createHash('sha256');
  for (const [account, { seq, hash }] of [...ends].sort(([a], [b]) => a - b))
    digest.update(JSON.stringify([account, seq, hash]));
  return digest.digest('base64url');
}

/** Called now and then with the number of checked rows, of how many. */
export type Progress = (done: number, of: number) => void;

/** Rows read at once. */
const BATCH = 2_000;
/** Of each kind; a database that is full of findings is as bad as one with these. */
const MAX_FINDINGS = 100;

type Heads = ReadonlyMap<AccountId, Selectable<Schema['account_chains']>>;

/**
 * Reads every posting, event, operators' step, reply and order, and compares it with its digest. Needs memory for each account, not each row.
 * @param count receives the number of rows read
 * @param marks receive the states of the chains that never lose a row
 */
export async function wrongChains(
  db: Db,
  count: (rows: number) => void,
  marks: Readonly<Record<LastingChain, StateMarks>>,
): Promise<readonly ChainFinding[]> {
  const rows = await db.selectFrom('account_chains').selectAll().execute();
  const heads: Heads = new Map(rows.map((row) => [row.account_id, row]));
  return [
    ...(await wrongPostings(db, heads, count, marks.postings)),
    ...(await wrongEvents(db, heads, count, marks.events)),
    ...(await wrongSteps(db, count, marks.steps)),
    ...(await wrongReplies(db, heads, count)),
    ...(await wrongSeals(db, count)),
  ];
}

export async function countOf<Table extends keyof Schema>(
  rows: SelectQueryBuilder<Schema, Table, object>,
): Promise<number> {
  const { count } = await rows
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The one chain of the operators, in place of an account. */
const OPERATORS = 0 as AccountId;

const ownerOf = (account: AccountId): string => (account === OPERATORS ? 'operators' : `account ${account}`);

/** The chains of all accounts, followed row by row. */
function followChains(chain: ChainName | 'steps', rule: ChainFinding['rule'], marks?: StateMarks) {
  const reached = new Map<AccountId, Link>();
  const findings: ChainFinding[] = [];
  const add = (where: string) => {
    if (findings.length < MAX_FINDINGS) findings.push({ rule, where });
  };
  return {
    findings,
    add,
    begin: (account: AccountId, link: Link) => void reached.set(account, link),
    next(account: AccountId, stored: Link, content: Parameters<typeof linkAfter>[1], name: string): void {
      const wanted = linkAfter(reached.get(account) ?? NO_LINK, content);
      if (wanted.seq !== stored.seq) add(`${ownerOf(account)}, before ${name}: a row is missing or too many`);
      else if (wanted.hash !== stored.hash) add(`${ownerOf(account)}, ${name}`);
      // As stored, so that one changed row is one finding.
      reached.set(account, { seq: stored.seq, hash: stored.hash });
      marks?.passed(reached);
    },
    end(heads: ReadonlyMap<AccountId, Link>): void {
      for (const account of new Set([...heads.keys(), ...reached.keys()])) {
        const [is, wanted] = [reached.get(account) ?? NO_LINK, heads.get(account) ?? NO_LINK];
        if (is.seq !== wanted.seq || is.hash !== wanted.hash)
          add(
            `${ownerOf(account)}, last row: number ${is.seq} instead of ${wanted.seq}, or another one, of its ${chain}`,
          );
      }
    },
  };
}

const headsOf = (
  heads: Heads,
  of: (row: Selectable<Schema['account_chains']>) => Link,
): ReadonlyMap<AccountId, Link> => new Map([...heads].map(([account, row]) => [account, of(row)]));

async function wrongPostings(
  db: Db,
  heads: Heads,
  count: (rows: number) => void,
  marks: StateMarks,
): Promise<readonly ChainFinding[]> {
  const chains = followChains('postings', 'chain-of-postings', marks);
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = await db
      .selectFrom('postings')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    // The last time to the end: entries without a posting are found too.
    const upTo = rows.at(-1)?.id ?? Number.MAX_SAFE_INTEGER;
    const entries = await db
      .selectFrom('entries')
      .selectAll()
      .where('posting_id', '>', after)
      .where('posting_id', '<=', upTo)
      .orderBy('id')
      .execute();
    const legs = new Map<number, typeof entries>();
    for (const entry of entries) {
      const others = legs.get(entry.posting_id);
      if (others) others.push(entry);
      else legs.set(entry.posting_id, [entry]);
    }
    for (const row of rows) {
      chains.next(row.account_id, row, contentOfPosting(row, legs.get(row.id) ?? []), `posting ${row.id}`);
      legs.delete(row.id);
    }
    for (const posting of legs.keys()) chains.add(`entries of posting ${posting}, which is missing`);
    count(rows.length);
    after = upTo;
    if (rows.length === 0) break;
  }
  chains.end(headsOf(heads, (row) => ({ seq: row.postings, hash: row.postings_hash })));
  return chains.findings;
}

async function wrongEvents(
  db: Db,
  heads: Heads,
  count: (rows: number) => void,
  marks: StateMarks,
): Promise<readonly ChainFinding[]> {
  const chains = followChains('events', 'chain-of-events', marks);
  const read = (after: number) =>
    db.selectFrom('order_events').selectAll().where('id', '>', after).orderBy('id').limit(BATCH).execute();
  for await (const rows of pagesById(read)) {
    for (const row of rows)
      chains.next(row.account_id, row, contentOfEvent(row), `event ${row.seq} of order ${row.order_id}`);
    count(rows.length);
  }
  chains.end(headsOf(heads, (row) => ({ seq: row.events, hash: row.events_hash })));
  return chains.findings;
}

async function wrongSteps(
  db: Db,
  count: (rows: number) => void,
  marks: StateMarks,
): Promise<readonly ChainFinding[]> {
  const chain = followChains('steps', 'chain-of-steps', marks);
  let rows = 0;
  for await (const { content, ...link } of walkOperatorSteps(db)) {
    chain.next(OPERATORS, link, content, `step ${link.seq}`);
    rows++;
  }
  count(rows);
  chain.end(new Map([[OPERATORS, await operatorStepsEnd(db)]]));
  return chain.findings;
}

async function wrongReplies(
  db: Db,
  heads: Heads,
  count: (rows: number) => void,
): Promise<readonly ChainFinding[]> {
  const chains = followChains('replies', 'chain-of-replies');
  for (const [account, row] of heads)
    chains.begin(account, { seq: row.replies_gone, hash: row.replies_gone_hash });
  let at = { account: Number.MIN_SAFE_INTEGER as AccountId, seq: 0 };
  for (;;) {
    const { account, seq } = at;
    const rows = await db
      .selectFrom('replies')
      .selectAll()
      .where((eb) => eb(eb.refTuple('account_id', 'seq'), '>', eb.tuple(account, seq)))
      .orderBy('account_id')
      .orderBy('seq')
      .limit(BATCH)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) break;
    for (const row of rows)
      chains.next(
        row.account_id,
        row,
        contentOfReply(row),
        `reply to ${row.call} ${JSON.stringify(row.cid)}`,
      );
    count(rows.length);
    at = { account: last.account_id, seq: last.seq };
  }
  chains.end(headsOf(heads, (row) => ({ seq: row.replies, hash: row.replies_hash })));
  return chains.findings;
}

async function wrongSeals(db: Db, count: (rows: number) => void): Promise<readonly ChainFinding[]> {
  const findings: ChainFinding[] = [];
  for await (const rows of orderPages(db)) {
    for (const row of rows) {
      if (sealOfOrder(row) === row.seal || findings.length >= MAX_FINDINGS) continue;
      findings.push({ rule: 'seal-of-order', where: `account ${row.account_id}, order ${row.id}` });
    }
    count(rows.length);
  }
  return findings;
}

export const orderPages = (db: Db) =>
  pagesById((after: OrderId) =>
    db.selectFrom('orders').selectAll().where('id', '>', after).orderBy('id').limit(BATCH).execute(),
  );

/** All rows by rising id. @param read those after an id, as many as are read at once */
async function* pagesById<Id extends number, Row extends { readonly id: Id }>(
  read: (after: Id) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = Number.MIN_SAFE_INTEGER as Id; ; ) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.id;
  }
}
