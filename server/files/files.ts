import type { Readable } from 'node:stream';
import type { AccountId } from '../../shared/domain/account.ts';
import type { Result } from '../../shared/result.ts';
import type { FileId, PictureMime } from './file-tables.ts';

export interface Uploader {
  readonly accountId: AccountId;
  /** Anybody can have as many of these as they like. */
  readonly isDemo: boolean;
}

interface OpenPicture {
  readonly mime: PictureMime;
  readonly size: number;
  readonly content: Readable;
  /** How much longer its link is good. */
  readonly secondsLeft: number;
}

/** Pictures that people send. Private: they are seen through signed links that end. */
export interface Files {
  /**
   * Reads, checks and keeps one picture. Refuses with 4029 (`retry_after_s`) before anything is read, and with 4000
   * (`file`) what is no picture. Throws when it can't be written; then nothing of it is kept.
   * @param read the bytes, asked for once
   * @returns a link to it
   */
  store(uploader: Uploader, read: () => Promise<Result<Uint8Array>>): Promise<Result<string>>;
  /** A path with its query, good for 15 minutes to whoever has it: give it only to those who may see the picture. */
  link(id: FileId): string;
  /**
   * The picture behind a link that this account itself uploaded, also when the link has ended; it is kept from now on.
   * Refuses with 4000 without a field, whatever is wrong.
   */
  claim(url: string, account: AccountId): Promise<Result<FileId>>;
  /** What a link shows; undefined when it was not signed here or has ended. */
  open(url: string): Promise<OpenPicture | undefined>;
  /** Where an operator finds the stored picture; undefined when there is none. */
  where(id: FileId): Promise<string | undefined>;
  /** Removes what nothing will ever show; runs by itself as well. */
  sweep(): Promise<void>;
  /** Waits for a sweep under way. */
  stop(): Promise<void>;
}
