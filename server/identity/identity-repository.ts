import type { Kysely, Selectable } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { FileId } from '../files/files.ts';
import type { Schema } from '../store/schema.ts';
import type { PapersId, PapersStatus } from './identity.ts';
import type { IdentitySchema } from './identity-tables.ts';

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
  /** What the user is told about a rejection; empty otherwise. */
  readonly remark: string;
  readonly reviewedAt: TimestampMs | undefined;
}

export interface IdentityReads {
  find(id: PapersId): Promise<PapersRecord | undefined>;
  latest(account: AccountId): Promise<PapersRecord | undefined>;
  /** Oldest first. */
  withStatus(status: PapersStatus): Promise<readonly PapersRecord[]>;
}

export interface IdentityWrites extends IdentityReads {
  insert(papers: NewPapers): Promise<void>;
  /** @returns whether they were waiting: only then something has changed */
  review(
    id: PapersId,
    status: 'approved' | 'rejected',
    remark: string,
    reviewedAt: TimestampMs,
  ): Promise<boolean>;
}

export function identityRepository(db: Kysely<Schema>): IdentityWrites {
  const rows = () => db.selectFrom('identity_papers').selectAll();
  return {
    async find(id) {
      const row = await rows().where('id', '=', id).executeTakeFirst();
      return row && toRecord(row);
    },
    async latest(account) {
      const row = await rows()
        .where('account_id', '=', account)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && toRecord(row);
    },
    async withStatus(status) {
      return (await rows().where('status', '=', status).orderBy('id').execute()).map(toRecord);
    },
    async insert({ accountId, name, cardId, front, reverse, createdAt }) {
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
    async review(id, status, remark, reviewedAt) {
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
  id: row.id as PapersId,
  accountId: row.account_id as AccountId,
  name: row.name,
  cardId: row.card_id,
  front: row.front_file as FileId,
  reverse: row.reverse_file as FileId,
  status: row.status === 'approved' ? 'approved' : row.status === 'rejected' ? 'rejected' : 'waiting',
  remark: row.remark,
  createdAt: timestampMs(row.created_at),
  reviewedAt: row.reviewed_at === null ? undefined : timestampMs(row.reviewed_at),
});
