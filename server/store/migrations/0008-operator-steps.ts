import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { linkAfter, NO_LINK } from '../../chain/chain.ts';
import type { Db } from '../schema.ts';
import { table, uniqueIndex } from './tables.ts';

/** Rows read and written at once. */
const BATCH = 200;

interface FormerStep {
  readonly id: number;
  readonly at: number;
  readonly who: string;
  readonly thing: string;
  readonly verb: string;
  readonly subject: string;
  readonly outcome: string;
  readonly detail: string | null;
}

/**
 * The operators' keys, and their log as one chain. It begins with the steps of before, each with the one row that it had. Their
 * tables go: a process of the earlier version then takes no step, where it would take one that is not in the chain.
 */
export const operatorSteps: Migration = {
  async up(db: Db) {
    await table(db, 'operators')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .execute();
    await table(db, 'operator_steps')
      .addColumn('seq', 'integer', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('begun', 'integer')
      .addColumn('who', 'text', (column) => column.notNull())
      .addColumn('resource', 'text', (column) => column.notNull())
      .addColumn('verb', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('detail', 'text', (column) => column.notNull())
      .addColumn('before', 'text')
      .addColumn('after', 'text')
      .addColumn('outcome', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .execute();
    await uniqueIndex(db, 'operator_steps_by_begun', 'operator_steps', ['begun']);
    await table(db, 'operator_steps_end')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .execute();
    await carryOver(db);
    for (const former of ['operator_log_details', 'operator_log'])
      await db.schema.dropTable(former).execute();
  },
};

async function carryOver(db: Db): Promise<void> {
  let link = NO_LINK;
  for (let after = 0; ; ) {
    const { rows } = await sql<FormerStep>`
      select operator_log.*, detail from operator_log
      left join operator_log_details on step_id = id
      where id > ${after} order by id limit ${BATCH}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) break;
    const steps = rows.map(({ at, who, thing, verb, subject, outcome, detail }) => {
      link = linkAfter(link, [
        Number(at),
        null,
        who,
        thing,
        verb,
        subject,
        detail ?? '',
        null,
        null,
        outcome,
      ]);
      return sql`(${sql.join([link.seq, Number(at), who, thing, verb, subject, detail ?? '', outcome, link.hash])})`;
    });
    await sql`insert into operator_steps (seq, at, who, resource, verb, subject, detail, outcome, hash)
      values ${sql.join(steps)}`.execute(db);
    after = Number(last.id);
  }
  if (link.seq > 0)
    await sql`insert into operator_steps_end (id, seq, hash) values (1, ${link.seq}, ${link.hash})`.execute(
      db,
    );
}
