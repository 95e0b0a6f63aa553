import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Db } from '../schema.ts';

/** A row of the house for each of 64 shards of accounts. What it had before stays in the rows without a shard. */
export const houseShards: Migration = {
  async up(db: Db) {
    await sql`
      with recursive shards (shard) as (select 0 union all select shard + 1 from shards where shard < 63)
      insert into ledger_accounts (id, book, balance)
      select id || ':' || shard, book, 0 from ledger_accounts cross join shards where account_id is null
      on conflict (id) do nothing`.execute(db);
  },
};
