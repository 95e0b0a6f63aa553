import type { AccountId } from '../../shared/domain/account.ts';
import type { Restriction } from '../../shared/domain/allowed.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { sealRow } from '../chain/row-seals.ts';
import type { Db } from '../store/schema.ts';

export const restrictionRepository = (db: Db) => ({
  async of(account: AccountId): Promise<Restriction | undefined> {
    const rows = db.selectFrom('restrictions').select('restriction').where('account_id', '=', account);
    return (await rows.executeTakeFirst())?.restriction ?? undefined;
  },
  /** @param restriction undefined: lifts it */
  async set(account: AccountId, restriction: Restriction | undefined, now: TimestampMs): Promise<void> {
    const row = { restriction: restriction ?? null, since: now };
    await db
      .insertInto('restrictions')
      .values({ account_id: account, ...row })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
      .execute();
    await sealRow(db, 'restrictions', account);
  },
});
