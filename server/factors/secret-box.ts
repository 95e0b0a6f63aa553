import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Random } from '../random.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets that must be read again, unlike passwords. */
export interface SecretBox {
  /** @param owner what the secret belongs to: it opens for this owner alone */
  seal(secret: string, owner: string): string;
  /** Undefined if it was sealed with another key or for another owner. */
  open(sealed: string, owner: string): string | undefined;
}

/** @param key 32 bytes */
export function createSecretBox(key: Uint8Array, random: Random): SecretBox {
  return {
    seal(secret, owner) {
      const nonce = random.bytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url');
      const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)];
      if (rest.length < TAG_BYTES) return undefined;
      const decipher = createDecipheriv(CIPHER, key, nonce)
        .setAAD(Buffer.from(owner))
        .setAuthTag(rest.subarray(0, TAG_BYTES));
      try {
        return decipher.update(rest.subarray(TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
