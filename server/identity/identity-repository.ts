import type { Selectable } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { FileId } from '../files/file-tables.ts';
import type { Db } from '../store/schema.ts';
import type { IdentitySchema, PapersId, PapersStatus } from './identity-tables.ts';

interface NewPapers {
  readonly accountId: AccountId;
  readonly name: string;
  readonly cardId: string;
  readonly front: FileId;
  readonly reverse: FileId;
  readonly createdAt: TimestampMs;
}

export interface PapersRecord extends NewPapers {
  readonly id: PapersId;
  readonly status: PapersStatus;
  /** The reason for a rejection, as the user reads it; empty otherwise. */
  readonly remark: string;
  readonly reviewedAt: TimestampMs | undefined;
}

export function identityRepository(db: Db) {
  const rows = () => db.selectFrom('identity_papers').selectAll();
  return {
    async find(id: PapersId): Promise<PapersRecord | undefined> {
      const row = await rows().where('id', '=', id).executeTakeFirst();
      return row && toRecord(row);
    },
    async latest(account: AccountId): Promise<PapersRecord | undefined> {
      const row = await rows()
        .where('account_id', '=', account)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && toRecord(row);
    },
    /** Oldest first. */
    async withStatus(status: PapersStatus): Promise<readonly PapersRecord[]> {
      return (await rows().where('status', '=', status).orderBy('id').execute()).map(toRecord);
    },
    async insert({ accountId, name, cardId, front, reverse, createdAt }: NewPapers): Promise<void> {
      await db
        .insertInto('identity_papers')
        .values({
          account_id: accountId,
          name,
          card_id: cardId,
          front_file: front,
          reverse_file: reverse,
          status: 'waiting',
          remark: '',
          created_at: createdAt,
          reviewed_at: null,
        })
        .execute();
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
      return result.numUpdatedRows > 0n;
    },
  };
}

const toRecord = (row: Selectable<IdentitySchema['identity_papers']>): PapersRecord => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  cardId: row.card_id,
  front: row.front_file,
  reverse: row.reverse_file,
  status: row.status,
  remark: row.remark,
  createdAt: row.created_at,
  reviewedAt: row.reviewed_at ?? undefined,
});
