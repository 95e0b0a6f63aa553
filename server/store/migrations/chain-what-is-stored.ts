import { type RawBuilder, sql } from 'kysely';
import type { AccountId } from '../../../shared/domain/account.ts';
import type { OrderId } from '../../../shared/domain/order.ts';
import {
  contentOfPosting,
  contentOfReply,
  type Link,
  linkAfter,
  NO_LINK,
  sealOfOrder,
} from '../../chain/chain.ts';
import type { Db } from '../schema.ts';

/** Rows read and written at once. */
const BATCH = 1_000;
/** A line for the operator after so many rows: a million take about half a minute. */
const ROWS_PER_LINE = 200_000;

/** Chains the postings and replies of each account, and seals its orders. What is stored so far is taken as it is. */
export async function chainWhatIsStored(db: Db): Promise<void> {
  const count = createProgress();
  await sealOrders(db, count);
  const postings = await chainPostings(db, count);
  const replies = await chainReplies(db, count);
  await writeHeads(db, postings, replies);
}

type Count = (rows: number) => void;
type Links = ReadonlyMap<AccountId, Link>;

function createProgress(): Count {
  let [done, told] = [0, 0];
  return (rows) => {
    done += rows;
    if (done < told + ROWS_PER_LINE) return;
    told = done;
    console.error(
      `The database is being migrated: ${done} orders, postings and replies have got their checksums.`,
    );
  };
}

async function sealOrders(db: Db, count: Count): Promise<void> {
  for (let after = 0 as OrderId; ; ) {
    const rows = await db
      .selectFrom('orders')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    await setFrom(
      db,
      'orders',
      ['id'],
      ['seal'],
      rows.map(({ seal: _, ...row }) => sql`cast(${row.id} as bigint), ${text(sealOfOrder(row))}`),
    );
    count(rows.length);
    after = last.id;
  }
}

async function chainPostings(db: Db, count: Count): Promise<Links> {
  const links = new Map<AccountId, Link>();
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('postings')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) return links;
    const entries = await db
      .selectFrom('entries')
      .selectAll()
      .where('posting_id', '>=', first.id)
      .where('posting_id', '<=', last.id)
      .orderBy('id')
      .execute();
    const legs = Map.groupBy(entries, (entry) => entry.posting_id);
    const changes = rows.map((row) => {
      const before = links.get(row.account_id) ?? NO_LINK;
      const link = linkAfter(before, contentOfPosting(row, legs.get(row.id) ?? []));
      links.set(row.account_id, link);
      return sql`cast(${row.id} as bigint), cast(${link.seq} as bigint), ${text(link.hash)}`;
    });
    await setFrom(db, 'postings', ['id'], ['seq', 'hash'], changes);
    count(rows.length);
    after = last.id;
  }
}

async function chainReplies(db: Db, count: Count): Promise<Links> {
  const links = new Map<AccountId, Link>();
  const accounts = await db.selectFrom('replies').select('account_id').distinct().execute();
  for (const { account_id: account } of accounts) {
    const rows = await db
      .selectFrom('replies')
      .selectAll()
      .where('account_id', '=', account)
      .orderBy('created_at')
      .orderBy('call')
      .orderBy('cid')
      .execute();
    for (let from = 0; from < rows.length; from += BATCH) {
      const changes = rows.slice(from, from + BATCH).map((row) => {
        const link = linkAfter(links.get(account) ?? NO_LINK, contentOfReply(row));
        links.set(account, link);
        return sql`cast(${account} as bigint), ${text(row.call)}, ${text(row.cid)}, cast(${link.seq} as bigint), ${text(link.hash)}`;
      });
      await setFrom(db, 'replies', ['account_id', 'call', 'cid'], ['seq', 'hash'], changes);
      count(changes.length);
    }
  }
  return links;
}

async function writeHeads(db: Db, postings: Links, replies: Links): Promise<void> {
  for (const account of new Set([...postings.keys(), ...replies.keys()])) {
    const [posting, reply] = [postings.get(account) ?? NO_LINK, replies.get(account) ?? NO_LINK];
    await db
      // As the table is called here; a later migration renames it.
      .insertInto('chain_heads' as 'account_chains')
      .values({
        account_id: account,
        postings: posting.seq,
        postings_hash: posting.hash,
        replies: reply.seq,
        replies_hash: reply.hash,
        replies_gone: 0,
        replies_gone_hash: '',
      })
      .execute();
  }
}

/** PostgreSQL wants to know the types of values that stand in no column. */
const text = (value: string) => sql`cast(${value} as text)`;

/** Sets columns of the rows with these keys, in one statement: one for each row would take several times as long. */
async function setFrom(
  db: Db,
  on: string,
  keys: readonly string[],
  columns: readonly string[],
  rows: readonly RawBuilder<unknown>[],
): Promise<void> {
  const names = sql.join([...keys, ...columns].map((name) => sql.ref(name)));
  const values = sql.join(rows.map((row) => sql`(${row})`));
  const changes = sql.join(columns.map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`));
  const isSame = sql.join(
    keys.map((name) => sql`given.${sql.ref(name)} = ${sql.ref(`${on}.${name}`)}`),
    sql` and `,
  );
  await sql`with given(${names}) as (values ${values}) update ${sql.table(on)} set ${changes} from given where ${isSame}`.execute(
    db,
  );
}
