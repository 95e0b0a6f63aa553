import type { AccountId } from '../../shared/domain/account.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { type RecordOf, recordOf, rowOf } from '../store/record.ts';
import type { Db, Schema } from '../store/schema.ts';
import type { FileId } from './file-tables.ts';

export interface FileRecord extends Omit<RecordOf<Schema['files']>, 'claimed'> {
  /** A form, message or record uses it. */
  readonly isClaimed: boolean;
}

export interface FileUsage {
  readonly pictures: number;
  readonly bytes: number;
  /** When the oldest of them was stored. */
  readonly first: TimestampMs | undefined;
}

export function fileRepository(db: Db) {
  const rows = () => db.selectFrom('files').selectAll();
  const used = (since: TimestampMs) =>
    db
      .selectFrom('files')
      .select(({ fn }) => [
        fn.countAll<number | string>().as('pictures'),
        fn.sum<number | string | null>('files.size').as('bytes'),
        fn.min<number | string | null>('files.created_at').as('first'),
      ])
      .where('files.created_at', '>', since);
  return {
    async find(id: FileId): Promise<FileRecord | undefined> {
      const row = await rows().where('id', '=', id).executeTakeFirst();
      return row && toRecord(row);
    },
    /** The pictures an account stored after a time. */
    usage: async (account: AccountId, since: TimestampMs) =>
      toUsage(await used(since).where('files.account_id', '=', account).executeTakeFirstOrThrow()),
    /** The same of all demo accounts together. */
    demoUsage: async (since: TimestampMs) =>
      toUsage(
        await used(since)
          .innerJoin('accounts', 'accounts.id', 'files.account_id')
          .where('accounts.book', '=', 'demo')
          .executeTakeFirstOrThrow(),
      ),
    /** All whose id begins with these two digits. */
    async onShelf(shelf: string): Promise<readonly FileRecord[]> {
      // Every id of the shelf lies between its digits and its digits with a letter after `f`.
      const found = await rows()
        .where('id', '>=', shelf as FileId)
        .where('id', '<', `${shelf}g` as FileId)
        .execute();
      return found.map(toRecord);
    },
    async insert({ isClaimed, ...file }: FileRecord): Promise<void> {
      await db
        .insertInto('files')
        .values(rowOf({ ...file, claimed: isClaimed ? 1 : 0 }))
        .execute();
    },
    /** @returns whether it exists */
    async claim(id: FileId): Promise<boolean> {
      const result = await db
        .updateTable('files')
        .set({ claimed: 1 })
        .where('id', '=', id)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    /** @returns whether it existed and was not claimed */
    async removeUnclaimed(id: FileId): Promise<boolean> {
      const result = await db
        .deleteFrom('files')
        .where('id', '=', id)
        .where('claimed', '=', 0)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}

const toRecord = (row: Schema['files']): FileRecord => {
  const { claimed, ...file } = recordOf(row);
  return { ...file, isClaimed: claimed === 1 };
};

/** Sums and counts come as texts from a database whose numbers are wider than ours. */
const toUsage = (row: {
  readonly pictures: number | string;
  readonly bytes: number | string | null;
  readonly first: number | string | null;
}): FileUsage => ({
  pictures: Number(row.pictures),
  bytes: Number(row.bytes ?? 0),
  first: row.first === null ? undefined : timestampMs(Number(row.first)),
});
