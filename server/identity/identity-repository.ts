import type { Selectable } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { sealRow } from '../chain/row-seals.ts';
import { type RecordOf, recordOf, rowOf } from '../store/record.ts';
import type { Db, Schema } from '../store/schema.ts';
import type { PapersId, PapersStatus } from './identity-tables.ts';

export type PapersRecord = RecordOf<Selectable<Schema['identity_papers']>>;
type NewPapers = Omit<PapersRecord, 'id' | 'status' | 'remark' | 'reviewedAt'>;

export function identityRepository(db: Db) {
  const rows = () => db.selectFrom('identity_papers').selectAll();
  return {
    async find(id: PapersId): Promise<PapersRecord | undefined> {
      const row = await rows().where('id', '=', id).executeTakeFirst();
      return row && recordOf(row);
    },
    async latest(account: AccountId): Promise<PapersRecord | undefined> {
      const row = await rows()
        .where('account_id', '=', account)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && recordOf(row);
    },
    /** Oldest first. */
    async withStatus(status: PapersStatus): Promise<readonly PapersRecord[]> {
      return (await rows().where('status', '=', status).orderBy('id').execute()).map(recordOf);
    },
    async insert(papers: NewPapers): Promise<void> {
      const { id } = await db
        .insertInto('identity_papers')
        .values(rowOf({ ...papers, status: 'waiting' as const, remark: '', reviewedAt: undefined }))
        .returning('id')
        .executeTakeFirstOrThrow();
      await sealRow(db, 'identity_papers', id);
    },
    /** @returns whether the papers were waiting; otherwise nothing has changed */
    async review(
      id: PapersId,
      status: 'approved' | 'rejected',
      remark: string,
      reviewedAt: TimestampMs,
    ): Promise<boolean> {
      const result = await db
        .updateTable('identity_papers')
        .set({ status, remark, reviewed_at: reviewedAt })
        .where('id', '=', id)
        .where('status', '=', 'waiting')
        .executeTakeFirst();
      const isReviewed = result.numUpdatedRows > 0n;
      if (isReviewed) await sealRow(db, 'identity_papers', id);
      return isReviewed;
    },
  };
}
