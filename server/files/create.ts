import { join } from 'node:path';
import { CODE } from '../../shared/contract/codes.ts';
import { toSeconds } from '../../shared/domain/time.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import type { Store } from '../store/store.ts';
import type { FileRecord } from './file-repository.ts';
import { fileRepository } from './file-repository.ts';
import type { FileStore } from './file-store.ts';
import type { FileId } from './file-tables.ts';
import type { Files, Uploader } from './files.ts';
import { openFolderStore } from './folder-store.ts';
import { loadLinkSecret } from './link-secret.ts';
import { createLinks } from './links.ts';
import { nameOf } from './name.ts';
import { createPictureReader, type Picture } from './picture.ts';
import { createPlaces } from './places.ts';
import { secondsToWait } from './quota.ts';
import { createSweeper } from './sweeper.ts';

export interface FilesParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** Holds the secret of the links, and the pictures unless they are kept elsewhere. */
  readonly dataDir: string;
  /** Where pictures are kept; a folder in `dataDir` when absent. */
  readonly fileStore?: FileStore;
  /** Told of what went wrong where nobody waits for an answer. */
  readonly report: (error: unknown) => void;
}

const ID_BYTES = 16;
/** All places are taken by uploads under way: they end soon. */
const PLACE_WAIT_S = 5;

/** @throws StoreError when the secret of the links is damaged, or what the disk says */
export async function openFiles(parts: FilesParts): Promise<Files> {
  const { store, clock, random, dataDir, report } = parts;
  const fileStore = parts.fileStore ?? (await openFolderStore(join(dataDir, 'files')));
  const links = createLinks(await loadLinkSecret(join(dataDir, 'file-links.key'), random), clock);
  const readPicture = createPictureReader();
  const takePlace = createPlaces();
  const sweeper = createSweeper({ store, fileStore, clock, report });
  const keep = (uploader: Uploader, picture: Picture) =>
    keepPicture({ ...parts, fileStore }, uploader, picture);

  return {
    async store(uploader, read) {
      const leave = takePlace(uploader);
      if (leave === undefined) return tooMany(PLACE_WAIT_S);
      try {
        const waitS = await secondsToWait(fileRepository(store.read), uploader, clock.now(), 0);
        if (waitS > 0) return tooMany(waitS);
        const bytes = await read();
        if (!bytes.ok) return bytes;
        const picture = await readPicture(bytes.value);
        if (picture === undefined) return err(refusal(CODE.badParameter, '', { field: 'file' }));
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
      // It may have been swept away since it was read.
      const claimed = await store.write((transaction) => fileRepository(transaction).claim(record.id));
      return claimed ? ok(record.id) : refused;
    },
    async open(url) {
      const link = links.read(url);
      const secondsLeft = link === undefined ? 0 : link.until - toSeconds(clock.now());
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

/** The file first, then its row: a row always has its file, and a file that a crash left without one is swept away. */
async function keepPicture(
  { store, clock, random, fileStore }: FilesParts & { readonly fileStore: FileStore },
  uploader: Uploader,
  { bytes, mime }: Picture,
): Promise<Result<FileId>> {
  const record: FileRecord = {
    id: Buffer.from(random.bytes(ID_BYTES)).toString('hex') as FileId,
    accountId: uploader.accountId,
    size: bytes.byteLength,
    mime,
    createdAt: clock.now(),
    isClaimed: false,
  };
  const name = nameOf(record);
  await fileStore.put(name, bytes);
  try {
    // Again inside the write: uploads at the same moment must not pass the quota together.
    const waitS = await store.write(async (transaction) => {
      const files = fileRepository(transaction);
      const wait = await secondsToWait(files, uploader, record.createdAt, record.size);
      if (wait === 0) await files.insert(record);
      return wait;
    });
    if (waitS === 0) return ok(record.id);
    await fileStore.remove(name);
    return tooMany(waitS);
  } catch (error) {
    await fileStore.remove(name);
    throw error;
  }
}

const tooMany = (waitS: number) => err(refusal(CODE.tooMany, '', { retry_after_s: waitS }));
