import { timingSafeEqual } from 'node:crypto';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Contact } from '../accounts/contact.ts';
import { hashSecret } from '../accounts/secret.ts';
import type { Clock } from '../clock.ts';
import { below, type Random } from '../random.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Key } from './key.ts';
import { verificationRepository } from './verification-repository.ts';
import type { CodePurpose } from './verification-tables.ts';

interface CodeDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly key: Key;
}

export interface Codes {
  /**
   * Creates a code that replaces the previous one.
   * @returns the seconds to wait if this contact was sent a code too recently or too many
   */
  make(
    contact: Contact,
    purpose: CodePurpose,
  ): Promise<{ readonly code: string } | { readonly waitS: number }>;
  /** Whether the code is right; counts a wrong one. */
  check(contact: Contact, purpose: CodePurpose, code: string): Promise<boolean>;
  /** Like `check`, inside a transaction; consumes a right code. */
  use(transaction: Db, contact: Contact, purpose: CodePurpose, code: string): Promise<boolean>;
}

export const CODE_MINUTES = 10;
const DIGITS = 6;
const TRIES = 5;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Maximum number of codes sent to one contact within each period. */
const SEND_LIMITS = [
  { count: 1, withinMs: 60_000 },
  { count: 5, withinMs: HOUR_MS },
  { count: 10, withinMs: DAY_MS },
] as const;

export function createCodes({ store, clock, random, key }: CodeDeps): Codes {
  const hashOf = (contact: string, purpose: CodePurpose, code: string) =>
    key.hash(['code', contact, purpose, code].join('\n'));

  /** Each wrong try uses up one of the code's tries; after the last the code is invalid. */
  async function isRight(transaction: Db, contact: string, purpose: CodePurpose, code: string) {
    const verification = verificationRepository(transaction);
    const found = await verification.findCode(contact, purpose);
    if (found === undefined || found.expiresAt <= clock.now() || found.triesLeft <= 0) return false;
    if (sameText(found.codeHash, hashOf(contact, purpose, code))) return true;
    await verification.putCode({ ...found, triesLeft: found.triesLeft - 1 });
    return false;
  }

  return {
    async make(contact, purpose) {
      const code = String(below(random, 10 ** DIGITS)).padStart(DIGITS, '0');
      const whom = idOf(contact);
      return store.write(async (transaction) => {
        const verification = verificationRepository(transaction);
        const now = clock.now();
        const yesterday = timestampMs(now - DAY_MS);
        await verification.purge(now);
        await verification.purgeSends(yesterday);
        const waitMs = untilNext(await verification.sendsSince(whom, yesterday), now);
        if (waitMs > 0) return { waitS: Math.ceil(waitMs / 1_000) };
        await verification.noteSend(whom, now);
        await verification.putCode({
          contact: whom,
          purpose,
          codeHash: hashOf(whom, purpose, code),
          triesLeft: TRIES,
          expiresAt: timestampMs(now + CODE_MINUTES * 60_000),
        });
        return { code };
      });
    },
    check: (contact, purpose, code) =>
      store.write((transaction) => isRight(transaction, idOf(contact), purpose, code)),
    async use(transaction, contact, purpose, code) {
      const right = await isRight(transaction, idOf(contact), purpose, code);
      if (right) await verificationRepository(transaction).removeCode(idOf(contact), purpose);
      return right;
    },
  };
}

const idOf = ({ kind, value }: Contact): string => hashSecret(`${kind} ${value}`);

/** @param sends times of earlier sends, latest first */
function untilNext(sends: readonly TimestampMs[], now: TimestampMs): number {
  const waits = SEND_LIMITS.map(({ count, withinMs }) => {
    const leaving = sends[count - 1];
    return leaving === undefined ? 0 : leaving + withinMs - now;
  });
  return Math.max(0, ...waits);
}

export function sameText(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
