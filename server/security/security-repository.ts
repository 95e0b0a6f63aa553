import type { Selectable } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { type RecordOf, recordOf, rowOf } from '../store/record.ts';
import type { Db, Schema } from '../store/schema.ts';
import type { SecurityKind } from './security-kinds.ts';

export type SecurityRecord = RecordOf<Selectable<Schema['security_events']>>;
/** One row, before it has an id. */
export type NewSecurityRow = Omit<SecurityRecord, 'id'>;

export interface SecurityFilter {
  readonly account?: AccountId | undefined;
  readonly kind?: SecurityKind | undefined;
  readonly since?: TimestampMs | undefined;
}

export function securityRepository(db: Db) {
  return {
    /** Newest first. */
    async latest(
      limit: number,
      { account, kind, since }: SecurityFilter,
    ): Promise<readonly SecurityRecord[]> {
      let rows = db.selectFrom('security_events').selectAll().orderBy('id', 'desc').limit(limit);
      if (account !== undefined) rows = rows.where('account_id', '=', account);
      if (kind !== undefined) rows = rows.where('kind', '=', kind);
      if (since !== undefined) rows = rows.where('at', '>=', since);
      return (await rows.execute()).map(recordOf);
    },
    async insert(rows: readonly NewSecurityRow[]): Promise<void> {
      await db
        .insertInto('security_events')
        .values(rows.map((row) => rowOf(row)))
        .execute();
    },
    /** Removes what is older, and of each kind all but the newest `keep`. */
    async prune(before: TimestampMs, kinds: readonly SecurityKind[], keep: number): Promise<void> {
      await db.deleteFrom('security_events').where('at', '<', before).execute();
      for (const kind of kinds) {
        const last = await db
          .selectFrom('security_events')
          .select('id')
          .where('kind', '=', kind)
          .orderBy('id', 'desc')
          .offset(keep)
          .limit(1)
          .executeTakeFirst();
        if (last === undefined) continue;
        await db.deleteFrom('security_events').where('kind', '=', kind).where('id', '<=', last.id).execute();
      }
    },
  };
}
