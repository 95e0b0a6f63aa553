import { createHash } from 'node:crypto';
import type { Random } from './random.ts';

/** A random secret of the given number of bytes, url-safe. */
export const makeSecret = (random: Random, bytes: number): string =>
  Buffer.from(random.bytes(bytes)).toString('base64url');

/** The stored hash of a secret: it recognises the secret and does not reveal it. Only for random secrets. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Letters and digits that are not confused when read aloud. */
const READABLE = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const INVITE_LENGTH = 8;
const INVITE = new RegExp(`^[${READABLE}]{${INVITE_LENGTH}}$`);

export const makeInviteCode = (random: Random): string =>
  [...random.bytes(INVITE_LENGTH)].map((byte) => READABLE[byte % READABLE.length]).join('');

export const isInviteCode = (text: string): boolean => INVITE.test(text);
