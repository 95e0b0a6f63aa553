import type { Kysely } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Schema } from '../store/schema.ts';
import type { FileId, PictureMime } from './files.ts';

export interface FileRecord {
  readonly id: FileId;
  readonly accountId: AccountId;
  readonly size: number;
  readonly mime: PictureMime;
  readonly createdAt: TimestampMs;
  /** A form, message or record took it up. */
  readonly isClaimed: boolean;
}

export interface FileUsage {
  readonly pictures: number;
  readonly bytes: number;
  /** When the oldest of them was stored. */
  readonly first: TimestampMs | undefined;
}

export interface FileReads {
  find(id: FileId): Promise<FileRecord | undefined>;
  /** What an account stored after a time. */
  usage(account: AccountId, since: TimestampMs): Promise<FileUsage>;
  /** The same of all demo accounts together. */
  demoUsage(since: TimestampMs): Promise<FileUsage>;
  /** All whose id begins with these two digits. */
  onShelf(shelf: string): Promise<readonly FileRecord[]>;
}

/** Also reads, so that a condition can be checked inside the write. */
export interface FileWrites extends FileReads {
  insert(record: FileRecord): Promise<void>;
  /** @returns whether it is there */
  claim(id: FileId): Promise<boolean>;
  /** @returns whether it was there and not claimed */
  removeUnclaimed(id: FileId): Promise<boolean>;
}

export function fileRepository(db: Kysely<Schema>): FileWrites {
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
    async find(id) {
      const row = await rows().where('id', '=', id).executeTakeFirst();
      return row && toRecord(row);
    },
    usage: async (account, since) =>
      toUsage(await used(since).where('files.account_id', '=', account).executeTakeFirstOrThrow()),
    demoUsage: async (since) =>
      toUsage(
        await used(since)
          .innerJoin('accounts', 'accounts.id', 'files.account_id')
          .where('accounts.book', '=', 'demo')
          .executeTakeFirstOrThrow(),
      ),
    async onShelf(shelf) {
      // Every id of the shelf lies between its digits and its digits with a letter after `f`.
      const found = await rows().where('id', '>=', shelf).where('id', '<', `${shelf}g`).execute();
      return found.map(toRecord);
    },
    async insert({ id, accountId, size, mime, createdAt, isClaimed }) {
      await db
        .insertInto('files')
        .values({
          id,
          account_id: accountId,
          size,
          mime,
          claimed: isClaimed ? 1 : 0,
          created_at: createdAt,
        })
        .execute();
    },
    async claim(id) {
      const result = await db
        .updateTable('files')
        .set({ claimed: 1 })
        .where('id', '=', id)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    async removeUnclaimed(id) {
      const result = await db
        .deleteFrom('files')
        .where('id', '=', id)
        .where('claimed', '=', 0)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}

interface FileRow {
  readonly id: string;
  readonly account_id: number;
  readonly size: number;
  readonly mime: string;
  readonly claimed: number;
  readonly created_at: number;
}

const toRecord = (row: FileRow): FileRecord => ({
  id: row.id as FileId,
  accountId: row.account_id as AccountId,
  size: row.size,
  mime: row.mime === 'image/webp' ? 'image/webp' : 'image/jpeg',
  createdAt: timestampMs(row.created_at),
  isClaimed: row.claimed === 1,
});

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
