import type { Readable } from 'node:stream';
import type { FileRecord } from './file-repository.ts';
import type { PictureMime } from './file-tables.ts';

/** Name of a stored file: 32 hexadecimal digits and an ending. The first two digits divide the files into 256 shelves. */
export const FILE_NAME = /^[0-9a-f]{32}\.(?:jpg|webp)$/;
export const SHELVES: readonly string[] = Array.from({ length: 256 }, (_, i) =>
  i.toString(16).padStart(2, '0'),
);

interface StoredFile {
  readonly name: string;
  /** Epoch milliseconds of its last change, by the clock of the store. */
  readonly changedAt: number;
}

/** Storage for the bytes of files: a folder, or any object store. */
export interface FileStore {
  /** Resolves when the file is durable; after a rejection nothing is stored under the name. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  open(name: string): Promise<{ readonly size: number; readonly content: Readable } | undefined>;
  /** Succeeds for a missing file, too. */
  remove(name: string): Promise<void>;
  list(shelf: string): Promise<readonly StoredFile[]>;
  /** A path or address for operators. */
  where(name: string): string;
}

const ENDINGS = { 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const satisfies Record<PictureMime, string>;

/** The name of a stored picture, with an ending for the operator's viewer. */
export const nameOf = ({ id, mime }: Pick<FileRecord, 'id' | 'mime'>): string => `${id}.${ENDINGS[mime]}`;
