import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { err, ok, type Result } from '../../shared/result.ts';

/*
 * An operator's own key. Its private half stays in the operator's file: a request is signed with it, and the exchange knows
 * the public half alone. So nobody can ask in the operator's name by reading the exchange's database or by taking its port. Who
 * can write the database can store another public half; the check of the books shows that by the seal of the row, unless the
 * seal was computed again too.
 */

export interface OperatorKey {
  readonly name: string;
  readonly key: KeyObject;
}

/** What may stand in a request, in the log and in a file's name. */
const NAME = /^[a-z][a-z0-9._-]{1,31}$/;
export const isOperatorName = (text: string): boolean => NAME.test(text);

const OWNER_ALONE = 0o600;
const OTHERS = 0o077;

const fileSchema = v.strictObject({ name: v.pipe(v.string(), v.regex(NAME)), key: v.string() });

/** Makes a key in a new file, which nobody else can read. @returns the public half, for `operators add` */
export function makeKeyFile(path: string, name: string): string {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url');
  writeFileSync(path, `${JSON.stringify({ name, key })}\n`, { mode: OWNER_ALONE, flag: 'wx' });
  return publicKey.export({ format: 'der', type: 'spki' }).toString('base64url');
}

/** @returns one sentence when the file is no key, or others can read it */
export function readKeyFile(path: string): Result<OperatorKey, string> {
  try {
    if (process.platform !== 'win32' && (statSync(path).mode & OTHERS) !== 0)
      return err(`${path} can be read by other users: chmod 600 it.`);
    const { name, key } = v.parse(fileSchema, JSON.parse(readFileSync(path, 'utf8')));
    return ok({
      name,
      key: createPrivateKey({ key: Buffer.from(key, 'base64url'), format: 'der', type: 'pkcs8' }),
    });
  } catch {
    return err(`${path} is no operator's key that can be read: npm run ops -- operators key makes one.`);
  }
}

/** @returns undefined for a text that is no public key of this kind */
export function readPublicKey(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** One request to the exchange on this port, which has drawn the challenge for it: it counts nowhere else, and not again. */
export interface SignedRequest {
  readonly challenge: string;
  readonly port: number;
  readonly body: string;
}

const bytesOf = ({ challenge, port, body }: SignedRequest): Buffer =>
  Buffer.from(JSON.stringify([challenge, port, body]));

export const signRequest = ({ key }: OperatorKey, request: SignedRequest): string =>
  sign(null, bytesOf(request), key).toString('base64url');

export const isSignedBy = (key: KeyObject, request: SignedRequest, signature: string): boolean =>
  verify(null, bytesOf(request), key, Buffer.from(signature, 'base64url'));
