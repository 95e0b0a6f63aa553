import type { AccountId } from '../../shared/domain/account.ts';
import type { Restriction } from '../../shared/domain/allowed.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { sealRow } from '../chain/row-seals.ts';
import type { Db } from '../store/schema.ts';
import { takeTurn } from '../store/turns.ts';

/** The turn of who begins a session of the account, or forbids all. */
export const sessionsTurn = (account: AccountId): string => `sessions ${account}`;

export const restrictionRepository = (db: Db) => ({
  async of(account: AccountId): Promise<Restriction | undefined> {
    const rows = db.selectFrom('restrictions').select('restriction').where('account_id', '=', account);
    return (await rows.executeTakeFirst())?.restriction ?? undefined;
  },
  /** A session of the account that begins at the same time sees it, or can be seen. @param restriction undefined: lifts it */
  async set(account: AccountId, restriction: Restriction | undefined, now: TimestampMs): Promise<void> {
    await takeTurn(db, sessionsTurn(account));
    const row = { restriction: restriction ?? null, since: now };
    await db
      .insertInto('restrictions')
      .values({ account_id: account, ...row })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
      .execute();
    await sealRow(db, 'restrictions', account);
  },
});
