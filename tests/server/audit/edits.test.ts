import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { examineBooks } from '../../../server/audit/audit.ts';
import type { BooksState } from '../../../server/audit/noted-state.ts';
import {
  contentOfEvent,
  contentOfPosting,
  linkAfter,
  NO_LINK,
  sealOfOrder,
} from '../../../server/chain/chain.ts';
import { appendStep, walkOperatorSteps } from '../../../server/operators/operator-steps.ts';
import { type SeededRandom, seededRandom } from '../../../server/seeded-random.ts';
import { databaseIn } from '../../../server/store/embedded.ts';
import type { Schema } from '../../../server/store/schema.ts';
import { connectSqlite } from '../../../server/store/sqlite.ts';
import { price } from '../../../shared/domain/price.ts';
import { volumeFromWire } from '../../../shared/domain/volume.ts';
import { atEnd } from '../../helpers/cleanup.ts';
import { good, startTrading, ticket } from '../../helpers/dealing.ts';

/*
 * Single edits of a database by somebody who has the program: values, rows, the order of rows, seals and chains computed again.
 * `EDITS` says how many, `SEED` which.
 */

const EDITS = Number(process.env['EDITS'] ?? 300);
const SEED = process.env['SEED'] ?? '1';

type Books = Kysely<Schema>;
type Row = Record<string, number | string | null>;
const TABLES = ['order_events', 'orders', 'postings', 'entries', 'operator_steps'] as const;
type Table = (typeof TABLES)[number];

/** What an edit did, and whether it is found without a noted line. */
interface Edit {
  readonly what: string;
  readonly isPlain: boolean;
}

const pick = <T>(random: SeededRandom, from: readonly T[]): T => {
  const one = from[Math.floor(random.next() * from.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};

/** The column that names a row. */
const keyOf = (table: Table) => (table === 'operator_steps' ? 'seq' : 'id');

const rowsOf = async (db: Books, table: Table): Promise<readonly Row[]> =>
  (await sql<Row>`select * from ${sql.table(table)} order by ${sql.ref(keyOf(table))}`.execute(db)).rows;

const setTo = (
  db: Books,
  table: Table,
  id: Row[string] | undefined,
  column: string,
  value: Row[string] | undefined,
) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value ?? null} where ${sql.ref(keyOf(table))} = ${id ?? null}`.execute(
    db,
  );

const other = (random: SeededRandom, value: Row[string] | undefined, column: string): number | string => {
  if (typeof value === 'number') return value + pick(random, [-1, 1, 1_000]);
  if (typeof value === 'string') return column === 'changes' ? otherChange(random, value) : `${value}x`;
  return ['reason', 'source', 'memo', 'target_price'].includes(column) ? 'x' : 1;
};

/** Another value of one of the columns that an event says. */
function otherChange(random: SeededRandom, text: string): string {
  const changes: Record<string, number | string | null> = JSON.parse(text);
  const names = Object.keys(changes);
  if (names.length === 0) return '{"volume":1}';
  const name = pick(random, names);
  return JSON.stringify({ ...changes, [name]: other(random, changes[name], name) });
}

async function sealAgain(db: Books, id: Row[string] | undefined): Promise<void> {
  const { rows } = await sql<Row>`select * from orders where id = ${id ?? null}`.execute(db);
  const [{ seal: _, ...row } = {} as Row] = rows;
  await setTo(db, 'orders', id, 'seal', sealOfOrder(row as never));
}

async function insert(db: Books, table: Table, row: Row): Promise<void> {
  const columns = Object.keys(row);
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    values (${sql.join(columns.map((name) => row[name] ?? null))})`.execute(db);
}

/** A running trail moves these without events. */
const isCache = (table: Table, row: Row, column: string): boolean =>
  table === 'orders' &&
  row['status'] === 'open' &&
  row['trail_points'] !== null &&
  ['stop_loss', 'prices_at'].includes(column);

async function editValue(db: Books, random: SeededRandom): Promise<Edit> {
  const table = pick(random, TABLES);
  const row = pick(random, await rowsOf(db, table));
  const columns = Object.keys(row).filter((name) => name !== keyOf(table) && !isCache(table, row, name));
  const column = pick(random, columns);
  await setTo(db, table, row[keyOf(table)], column, other(random, row[column], column));
  if (table === 'orders' && column !== 'seal') await sealAgain(db, row[keyOf(table)]);
  return { what: `${table} ${row[keyOf(table)]}: ${column}`, isPlain: true };
}

async function editRow(db: Books, random: SeededRandom): Promise<Edit> {
  const table = pick(random, TABLES);
  const rows = await rowsOf(db, table);
  const row = pick(random, rows);
  const way = pick(random, ['removed', 'doubled', 'exchanged'] as const);
  if (way === 'removed')
    await sql`delete from ${sql.table(table)} where ${sql.ref(keyOf(table))} = ${row[keyOf(table)] ?? null}`.execute(
      db,
    );
  else if (way === 'doubled') {
    const id = Number(rows.at(-1)?.[keyOf(table)]) + 1;
    await insert(db, table, { ...row, [keyOf(table)]: id });
    if (table === 'orders') await sealAgain(db, id);
  } else {
    // Of rows that follow on no other one, the number says nothing.
    const chain = table === 'entries' ? 'posting_id' : 'account_id';
    const others = rows.filter((one) => one[keyOf(table)] !== row[keyOf(table)] && one[chain] === row[chain]);
    const second = pick(random, others);
    await setTo(db, table, row[keyOf(table)], keyOf(table), 999_999);
    await setTo(db, table, second[keyOf(table)], keyOf(table), row[keyOf(table)]);
    await setTo(db, table, 999_999, keyOf(table), second[keyOf(table)]);
    if (table === 'orders') for (const one of [row, second]) await sealAgain(db, one[keyOf(table)]);
  }
  return { what: `${table} ${row[keyOf(table)]}: ${way}`, isPlain: true };
}

/** An event or posting and all behind it in its chain, with the ends, the rows and the seals that follow from it. */
async function rewriteEnd(db: Books, random: SeededRandom): Promise<Edit> {
  const table = pick(random, ['order_events', 'postings', 'operator_steps'] as const);
  if (table === 'operator_steps') return rewriteSteps(db, random);
  const row = pick(random, await rowsOf(db, table));
  const column =
    table === 'postings' ? 'memo' : pick(random, ['at', 'price', 'caused_by', 'source', 'tick_at']);
  await setTo(db, table, row['id'], column, other(random, row[column], column));
  let link = NO_LINK;
  const entries = await rowsOf(db, 'entries');
  for (const one of await rowsOf(db, table)) {
    if (one['account_id'] !== row['account_id']) continue;
    const legs = entries.filter((entry) => entry['posting_id'] === one['id']);
    const content =
      table === 'postings' ? contentOfPosting(one as never, legs as never) : contentOfEvent(one as never);
    link = linkAfter(link, content);
    await setTo(db, table, one['id'], 'hash', link.hash);
  }
  const end = table === 'postings' ? 'postings_hash' : 'events_hash';
  await sql`update account_chains set ${sql.ref(end)} = ${link.hash} where account_id = ${row['account_id'] ?? null}`.execute(
    db,
  );
  return { what: `${table} ${row['id']}: ${column}, and its chain computed again`, isPlain: false };
}

async function rewriteSteps(db: Books, random: SeededRandom): Promise<Edit> {
  const row = pick(random, await rowsOf(db, 'operator_steps'));
  await setTo(db, 'operator_steps', row['seq'], 'who', 'somebody');
  let link = NO_LINK;
  for await (const { seq, content } of walkOperatorSteps(db)) {
    link = linkAfter(link, content);
    await setTo(db, 'operator_steps', seq, 'hash', link.hash);
  }
  await db.updateTable('operator_steps_end').set({ hash: link.hash }).execute();
  return { what: `operator_steps ${row['seq']}: who, and their chain computed again`, isPlain: false };
}

/** Two customers with orders of every kind, one of them with a running trail. */
async function someBooks(): Promise<Books> {
  const dealing = await startTrading();
  const { exchange, market, account, settled, openAccount } = dealing;
  const others = await openAccount();
  for (const owner of [account, others]) {
    const kept = good(await exchange.submit(owner, ticket('EURUSD', 'buy', { lots: 0.3 })));
    good(await exchange.close(owner, kept.id, 'part-of-it', volumeFromWire(0.1)));
    good(await exchange.setStops(owner, kept.id, { trailPoints: 500 }));
    const pending = good(await exchange.submit(owner, ticket('EURUSD', 'buy', { target: 1.198, lots: 0.1 })));
    good(await exchange.amend(owner, pending.id, 'another-price', price(119_900), {}));
    const stopped = good(await exchange.submit(owner, ticket('EURUSD', 'buy', { lots: 0.1 })));
    good(await exchange.setStops(owner, stopped.id, { stopLoss: price(119_800) }));
    const left = good(await exchange.submit(owner, ticket('EURUSD', 'sell', { target: 1.3, stopLoss: 1.4 })));
    good(await exchange.cancel(owner, left.id));
    good(await exchange.submit(owner, ticket('EURUSD', 'sell', { target: 1.35, lots: 0.1 })));
  }
  for (const tick of [1.2, 1.199, 1.198, 1.21]) market.tick('EURUSD', tick);
  for (const owner of [account, others]) await settled(owner);
  const step = { at: market.now(), who: 'anna', resource: 'instruments', verb: 'mode', subject: 'EURUSD' };
  for (const detail of ['halted', 'open'])
    await dealing.store.write(async (transaction) => {
      const begun = await appendStep(transaction, { ...step, detail, outcome: 'begun' });
      await appendStep(transaction, {
        ...step,
        begun,
        detail: '',
        before: '{}',
        after: '{}',
        outcome: 'done',
      });
    });
  await dealing.stop();
  const db = connectSqlite(databaseIn(dealing.dataDir), false);
  atEnd(() => db.destroy());
  await sql`PRAGMA foreign_keys = off`.execute(db);
  return db;
}

class TakenBack extends Error {}

/** What an edit is, and what is found after it; the edit is taken back. Undefined where the database itself refuses it. */
async function tryEdit(db: Books, make: (db: Books) => Promise<Edit>, against: BooksState) {
  let outcome:
    | { readonly edit: Edit; readonly without: number; readonly noted: readonly string[] }
    | undefined;
  await db
    .transaction()
    .execute(async (all) => {
      const edit = await make(all);
      const without = (await examineBooks(all)).breaks.length;
      const noted = (await examineBooks(all, { against })).breaks.map(
        ({ rule, where }) => `${rule} ${where}`,
      );
      outcome = { edit, without, noted };
      throw new TakenBack();
    })
    .catch((error: unknown) => {
      if (error instanceof TakenBack) return;
      if (!/constraint failed/.test(String(error))) throw error;
    });
  return outcome;
}

describe('single edits of the books', () => {
  it(`are found against a noted line, and without one but for those that rewrite the end of a chain: ${EDITS} of seed ${SEED}`, async () => {
    const db = await someBooks();
    const { breaks, state } = await examineBooks(db);
    expect(breaks).toEqual([]);
    const random = seededRandom(`edits ${SEED}`);
    const missed: string[] = [];
    let [tried, rewritten] = [0, 0];
    while (tried < EDITS) {
      const make = pick(random, [editValue, editValue, editRow, rewriteEnd]);
      const outcome = await tryEdit(db, (all) => make(all, random), state);
      if (outcome === undefined) continue;
      tried++;
      const { edit, without, noted } = outcome;
      if (!edit.isPlain) rewritten++;
      if (noted.length === 0) missed.push(`against a line: ${edit.what}`);
      if (edit.isPlain && without === 0) missed.push(`without a line: ${edit.what}`);
      if (!edit.isPlain && without > 0) missed.push(`too soon: ${edit.what}`);
    }
    expect(missed).toEqual([]);
    expect(rewritten).toBeGreaterThan(0);
    expect((await examineBooks(db, { against: state })).breaks).toEqual([]);
    console.log(`${tried} edits, ${rewritten} of them with the chain computed again: all found`);
  }, 600_000);
});
