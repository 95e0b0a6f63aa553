import { createHmac, timingSafeEqual } from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { toSeconds } from '../../shared/domain/time.ts';
import type { Clock } from '../clock.ts';
import { writeFirst } from '../key-file.ts';
import type { Random } from '../random.ts';
import { StoreError } from '../store/errors.ts';
import type { FileId } from './file-tables.ts';
import { isMissing, syncFolder } from './folder-store.ts';

const LIFETIME_S = 15 * 60;
/** Exactly the signed form: no other order, spelling or further parameter. */
const LINK = /^\/files\/([0-9a-f]{32})\?until=([1-9][0-9]{0,11})&key=([A-Za-z0-9_-]{43})$/;

interface Links {
  sign(id: FileId): string;
  /** The file of a link and its expiry in epoch seconds; undefined for a forged link. */
  read(url: string): { readonly id: FileId; readonly until: number } | undefined;
}

/** Signed links: `/files/<id>?until=<epoch s>&key=<HMAC-SHA-256>`. */
export function createLinks(secret: Uint8Array, clock: Clock): Links {
  const keyOf = (id: string, until: string) =>
    createHmac('sha256', secret).update(`${id}?until=${until}`).digest('base64url');
  return {
    sign(id) {
      const until = String(toSeconds(clock.wall()) + LIFETIME_S);
      return `/files/${id}?until=${until}&key=${keyOf(id, until)}`;
    },
    read(url) {
      const [, id, until, key] = LINK.exec(url) ?? [];
      if (id === undefined || until === undefined || key === undefined) return undefined;
      const isOurs = timingSafeEqual(Buffer.from(key), Buffer.from(keyOf(id, until)));
      return isOurs ? { id: id as FileId, until: Number(until) } : undefined;
    },
  };
}

const SECRET_BYTES = 32;
const TEXT = /^[0-9a-f]{64}\n$/;

/**
 * The secret that signs links, from its file. Creates the file if it is missing, readable by this user only.
 * @throws StoreError when the file holds something else
 */
export async function loadLinkSecret(path: string, random: Random): Promise<Uint8Array> {
  const known = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (known === undefined) return makeSecret(path, random);
  if (!TEXT.test(known))
    throw new StoreError(
      `The file ${path} is damaged: remove it, and the links to pictures given out so far end.`,
    );
  // A restored backup may be readable by others.
  await chmod(path, 0o600);
  return Buffer.from(known.trim(), 'hex');
}

async function makeSecret(path: string, random: Random): Promise<Uint8Array> {
  const secret = random.bytes(SECRET_BYTES);
  const isFirst = writeFirst(path, `${Buffer.from(secret).toString('hex')}\n`);
  await syncFolder(dirname(path));
  return isFirst ? secret : loadLinkSecret(path, random);
}
