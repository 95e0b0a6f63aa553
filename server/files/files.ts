import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { CODE } from '../../shared/contract/codes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { toSeconds } from '../../shared/domain/time.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import { badField, tooSoon } from '../refusals.ts';
import type { Store } from '../store/store.ts';
import { takeTurn } from '../store/turns.ts';
import { type FileRecord, fileRepository } from './file-repository.ts';
import { type FileStore, nameOf } from './file-store.ts';
import type { FileId, PictureMime } from './file-tables.ts';
import { openFolderStore } from './folder-store.ts';
import { createLinks, loadLinkSecret } from './links.ts';
import { createPictureReader, type Picture } from './picture.ts';
import { secondsToWait, type Uploader } from './quota.ts';
import { createSweeper } from './sweeper.ts';

interface OpenPicture {
  readonly mime: PictureMime;
  readonly size: number;
  readonly content: Readable;
  /** Time until its link expires. */
  readonly secondsLeft: number;
}

/*
 * Pictures that users send: identity papers, proofs of payment, chat. The room checks and re-encodes them, stores them with
 * quotas, signs links that expire, and sweeps out what nobody uses. Other rooms keep a `FileId` and `claim` a picture; who may
 * see one is their decision. HTTP streams the bytes.
 */

export interface Files {
  /**
   * Reads, checks and stores one picture. Refuses with 4029 (`retry_after_s`) before it reads anything, and with 4000
   * (`file`) if it is not a picture. Throws when it cannot be written; then nothing is stored.
   * @param read returns the bytes; called once
   * @returns a link to the picture
   */
  store(uploader: Uploader, read: () => Promise<Result<Uint8Array>>): Promise<Result<string>>;
  /** A path with query, valid for 15 minutes for anybody who has it: give it only to users who may see the picture. */
  link(id: FileId): string;
  /**
   * Marks a picture that this account uploaded as used, so that it is kept; its link may have expired. Refuses with 4000
   * without a field for any reason.
   */
  claim(url: string, account: AccountId): Promise<Result<FileId>>;
  /** The picture of a link; undefined for a forged or expired link. */
  open(url: string): Promise<OpenPicture | undefined>;
  /** Path or address of the stored picture for operators; undefined when it is missing. */
  where(id: FileId): Promise<string | undefined>;
  /** Removes unused pictures; also runs periodically. */
  sweep(): Promise<void>;
  /** Waits for a running sweep. */
  stop(): Promise<void>;
}

export interface FilesDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** Holds the pictures unless `fileStore` is set. */
  readonly dataDir: string;
  /** Holds the secret of the links. Default: `dataDir`. */
  readonly keysDir?: string | undefined;
  /** @default a folder in `dataDir` */
  readonly fileStore?: FileStore;
  /** Receives errors of background work. */
  readonly report: (error: unknown) => void;
}

const ID_BYTES = 16;
/** All places are taken; running uploads end soon. */
const PLACE_WAIT_S = 5;

/** @throws StoreError when the secret of the links is damaged, or an error of the disk */
export async function openFiles(deps: FilesDeps): Promise<Files> {
  const { store, clock, random, dataDir, report } = deps;
  const fileStore = deps.fileStore ?? (await openFolderStore(join(dataDir, 'files')));
  const links = createLinks(
    await loadLinkSecret(join(deps.keysDir ?? dataDir, 'file-links.key'), random),
    clock,
  );
  const readPicture = createPictureReader();
  const takePlace = createPlaces();
  const sweeper = createSweeper({ store, fileStore, clock, report });
  const keep = (uploader: Uploader, picture: Picture) =>
    keepPicture({ ...deps, fileStore }, uploader, picture);

  return {
    async store(uploader, read) {
      const leave = takePlace(uploader);
      if (leave === undefined) return tooSoon(PLACE_WAIT_S);
      try {
        const waitS = await secondsToWait(fileRepository(store.read), uploader, clock.steady(), 0);
        if (waitS > 0) return tooSoon(waitS);
        const bytes = await read();
        if (!bytes.ok) return bytes;
        const picture = await readPicture(bytes.value);
        if (picture === undefined) return badField('file');
        const id = await keep(uploader, picture);
        return id.ok ? ok(links.sign(id.value)) : id;
      } finally {
        leave();
      }
    },
    link: (id) => links.sign(id),
    async claim(url, account) {
      const refused = err(refusal(CODE.badParameter));
      const link = links.read(url);
      const record = link && (await fileRepository(store.read).find(link.id));
      if (record === undefined || record.accountId !== account) return refused;
      if (record.isClaimed) return ok(record.id);
      // A sweep may have removed it since it was read.
      const claimed = await store.write((transaction) => fileRepository(transaction).claim(record.id));
      return claimed ? ok(record.id) : refused;
    },
    async open(url) {
      const link = links.read(url);
      const secondsLeft = link === undefined ? 0 : link.until - toSeconds(clock.wall());
      if (link === undefined || secondsLeft <= 0) return undefined;
      const record = await fileRepository(store.read).find(link.id);
      const file = record && (await fileStore.open(nameOf(record)));
      if (record === undefined || file === undefined) return undefined;
      return { mime: record.mime, ...file, secondsLeft };
    },
    async where(id) {
      const record = await fileRepository(store.read).find(id);
      return record && fileStore.where(nameOf(record));
    },
    sweep: sweeper.sweep,
    stop: sweeper.stop,
  };
}

/** Stores the file first, then its row: a row always has its file, and a file without a row is swept out. */
async function keepPicture(
  { store, clock, random, fileStore }: FilesDeps & { readonly fileStore: FileStore },
  uploader: Uploader,
  { bytes, mime }: Picture,
): Promise<Result<FileId>> {
  const record: FileRecord = {
    id: Buffer.from(random.bytes(ID_BYTES)).toString('hex') as FileId,
    accountId: uploader.accountId,
    size: bytes.byteLength,
    mime,
    createdAt: clock.steady(),
    isClaimed: false,
  };
  const name = nameOf(record);
  await fileStore.put(name, bytes);
  try {
    // Checked again in the transaction: concurrent uploads must not pass the quota together.
    const waitS = await store.write(async (transaction) => {
      await takeTurn(transaction, uploader.isDemo ? 'pictures of demos' : `pictures ${uploader.accountId}`);
      const files = fileRepository(transaction);
      const wait = await secondsToWait(files, uploader, record.createdAt, record.size);
      if (wait === 0) await files.insert(record);
      return wait;
    });
    if (waitS === 0) return ok(record.id);
    await fileStore.remove(name);
    return tooSoon(waitS);
  } catch (error) {
    await fileStore.remove(name);
    throw error;
  }
}

/** Each running upload may hold 10 MB of memory. */
const MAX_UPLOADS = 32;
/** Demo accounts are free to open: they must not take all places of real ones. */
const MAX_DEMO_UPLOADS = 16;
const MAX_OWN_UPLOADS = 2;

/** Limits running uploads. @returns a function that takes a place and returns its release; undefined when all are taken */
function createPlaces(): (uploader: Uploader) => (() => void) | undefined {
  const held = new Map<AccountId, number>();
  let all = 0;
  let demos = 0;
  return ({ accountId, isDemo }) => {
    const own = held.get(accountId) ?? 0;
    if (own >= MAX_OWN_UPLOADS || all >= MAX_UPLOADS || (isDemo && demos >= MAX_DEMO_UPLOADS))
      return undefined;
    held.set(accountId, own + 1);
    all++;
    if (isDemo) demos++;
    return () => {
      const left = (held.get(accountId) ?? 0) - 1;
      if (left > 0) held.set(accountId, left);
      else held.delete(accountId);
      all--;
      if (isDemo) demos--;
    };
  };
}
