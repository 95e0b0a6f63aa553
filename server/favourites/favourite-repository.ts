import type { AccountId } from '../../shared/domain/account.ts';
import { type InstrumentId, instrumentId } from '../../shared/domain/instrument.ts';
import type { Db } from '../store/schema.ts';

export function favouriteRepository(db: Db) {
  return {
    async ofAccount(account: AccountId): Promise<readonly InstrumentId[]> {
      const row = await db
        .selectFrom('favourites')
        .select('ids')
        .where('account_id', '=', account)
        .executeTakeFirst();
      return row === undefined || row.ids === ''
        ? []
        : row.ids.split(',').map((id) => instrumentId(Number(id)));
    },
    async put(account: AccountId, instruments: readonly InstrumentId[]): Promise<void> {
      const ids = instruments.join(',');
      await db
        .insertInto('favourites')
        .values({ account_id: account, ids })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ ids }))
        .execute();
    },
  };
}
