import { chmod, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Random } from '../random.ts';
import { StoreError } from '../store/errors.ts';
import { isMissing, syncFolder } from './on-disk.ts';

const SECRET_BYTES = 32;
const TEXT = /^[0-9a-f]{64}\n$/;

/**
 * The secret that links are signed with, from its file, which is made when absent and readable by this user alone.
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
  // A copy from a backup may have come back readable by others.
  await chmod(path, 0o600);
  return Buffer.from(known.trim(), 'hex');
}

/** Under another name first: a power cut never leaves half a secret. */
async function makeSecret(path: string, random: Random): Promise<Uint8Array> {
  const secret = random.bytes(SECRET_BYTES);
  const beside = `${path}.new`;
  const file = await open(beside, 'w', 0o600);
  try {
    await file.writeFile(`${Buffer.from(secret).toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
  await syncFolder(dirname(path));
  return secret;
}
