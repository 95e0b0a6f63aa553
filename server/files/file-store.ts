import type { Readable } from 'node:stream';

/** A stored file's name: 32 hexadecimal digits and its ending. Its first two digits part the files into 256 shelves. */
export const FILE_NAME = /^[0-9a-f]{32}\.(?:jpg|webp)$/;
export const SHELVES: readonly string[] = Array.from({ length: 256 }, (_, i) =>
  i.toString(16).padStart(2, '0'),
);

interface StoredFile {
  readonly name: string;
  /** Epoch milliseconds of its last change, by the clock of whoever keeps it. */
  readonly changedAt: number;
}

/** Where the bytes of files are kept: a folder, or any store of named objects. */
export interface FileStore {
  /** Settles when all of it will outlive a power cut; when it rejects nothing is left under the name. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  open(name: string): Promise<{ readonly size: number; readonly content: Readable } | undefined>;
  /** Also when it isn't there. */
  remove(name: string): Promise<void>;
  list(shelf: string): Promise<readonly StoredFile[]>;
  /** A path or address for operators. */
  where(name: string): string;
}
