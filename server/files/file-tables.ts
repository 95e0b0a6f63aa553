import type { Brand } from '../../shared/brand.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';

/** Pictures that people sent; the bytes are files beside the database. */
declare module '../store/schema.ts' {
  interface Schema {
    files: FileTable;
  }
}

/** Identifies a stored picture. Random, but no secret: only a signed link opens the picture. */
export type FileId = Brand<string, 'FileId'>;

/** The formats that pictures are stored in, whatever format they came in. */
export type PictureMime = 'image/jpeg' | 'image/webp';

interface FileTable {
  id: FileId;
  account_id: AccountId;
  size: number;
  mime: PictureMime;
  /** 1 when a form, message or record uses it. */
  claimed: number;
  created_at: TimestampMs;
}
