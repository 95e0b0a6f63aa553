import { createHash } from 'node:crypto';
import type { Random } from '../random.ts';

/** A secret of so many bytes, url-safe. */
export const makeSecret = (random: Random, bytes: number): string =>
  Buffer.from(random.bytes(bytes)).toString('base64url');

/** What is kept of a secret: enough to know it again, useless to whoever reads it. Fit for random secrets only. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Letters and digits that nobody confuses when reading them out. */
const READABLE = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const INVITE_LENGTH = 8;
const INVITE = new RegExp(`^[${READABLE}]{${INVITE_LENGTH}}$`);

export const makeInviteCode = (random: Random): string =>
  [...random.bytes(INVITE_LENGTH)].map((byte) => READABLE[byte % READABLE.length]).join('');

export const isInviteCode = (text: string): boolean => INVITE.test(text);
