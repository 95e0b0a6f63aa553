import type { AccountId } from '../../shared/domain/account.ts';
import type { Restriction } from '../../shared/domain/allowed.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { sealRow } from '../chain/row-seals.ts';
import type { Db } from '../store/schema.ts';
import { takeTurn } from '../store/turns.ts';

/** Name of the turn that a new session of the account and its restriction take. */
export const sessionsTurn = (account: AccountId): string => `sessions ${account}`;

export const restrictionRepository = (db: Db) => ({
  async of(account: AccountId): Promise<Restriction | undefined> {
    const rows = db.selectFrom('restrictions').select('restriction').where('account_id', '=', account);
    return (await rows.executeTakeFirst())?.restriction ?? undefined;
  },
  /** A session that begins at the same time sees it, or its writer sees the session. @param restriction undefined: lifts it */
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
