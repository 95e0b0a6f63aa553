import { timingSafeEqual } from 'node:crypto';
import { codeOf } from '../../shared/domain/digits.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Clock } from '../clock.ts';
import type { Contact } from '../contact.ts';
import { networkOf, networksOf, WIDE_SHARE } from '../network.ts';
import { below, type Random } from '../random.ts';
import { hashSecret } from '../secret.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { takeTurn } from '../store/turns.ts';
import type { Key } from './key.ts';
import { type SendColumn, verificationRepository } from './verification-repository.ts';
import type { Channel, CodePurpose } from './verification-tables.ts';

interface CodeDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly key: Key;
  readonly limits: CodeLimits;
}

/** How many codes are sent within an hour. */
export interface CodeLimits {
  /** Asked for from one address without a captcha; from an IPv6 /48 ten times as many, as below. */
  readonly beforeCaptcha: number;
  readonly perAddress: number;
  /** To one e-mail or phone; twice as many in a day. */
  readonly perContact: number;
  /** Of the whole exchange. */
  readonly inTotal: Readonly<Record<Channel, number>>;
}

/** The visitor who asks for a code. */
export interface Sender {
  readonly address: string;
  /** Whether a captcha was solved for this code. */
  readonly solved: boolean;
}

/** Why no code is sent: too early, or not without a captcha. */
export type Held = { readonly waitS: number; readonly inTotal: boolean } | { readonly needs: 'captcha' };

export interface Codes {
  /** Why a code would not be sent now; undefined if it would be. */
  held(contact: Contact, sender: Sender): Promise<Held | undefined>;
  /**
   * Creates a code that replaces the previous one.
   * @param sender without one, only the limits of the contact and of the exchange apply
   */
  make(
    contact: Contact,
    purpose: CodePurpose,
    sender?: Sender,
  ): Promise<{ readonly code: string } | { readonly held: Held }>;
  /** Forgets the codes that were sent to these, so that they can be sent others at once. @returns how many */
  forgetSends(contacts: readonly Contact[]): Promise<number>;
  /** Whether the code is right; counts a wrong one. */
  check(tried: TriedCode): Promise<boolean>;
  /** Like `check`, inside a transaction; consumes a right code. */
  use(transaction: Db, tried: TriedCode): Promise<boolean>;
}

interface TriedCode {
  readonly contact: Contact;
  readonly purpose: CodePurpose;
  readonly code: string;
  /** The network address of who tries it; empty if unknown. */
  readonly address: string;
}

export const CODE_MINUTES = 10;
const DIGITS = 6;
/** For the network that asked, and again for all others together: strangers cannot use up the owner's. */
const TRIES = 5;
const MINUTE_MS = 60_000;
const CODE_MS = CODE_MINUTES * MINUTE_MS;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
export function createCodes({ store, clock, random, key, limits }: CodeDeps): Codes {
  const hashOf = (contact: string, purpose: CodePurpose, code: string) =>
    key.hash(['code', contact, purpose, code].join('\n'));

  /** Each wrong try uses up one; after the last the code is invalid for the network that asked, or for all others. */
  async function isRight(transaction: Db, { contact: whom, purpose, code, address }: TriedCode) {
    const contact = idOf(whom);
    const verification = verificationRepository(transaction);
    // Tries on several gateways count one after the other, and one alone uses the code.
    await takeTurn(transaction, `code ${purpose} ${contact}`);
    const found = await verification.findCode(contact, purpose);
    if (found === undefined || found.expiresAt <= clock.wall()) return false;
    const isAsker = found.address === '' || found.address === placeOf(address);
    const left = isAsker ? found.triesLeft : found.otherTriesLeft;
    if (left <= 0) return false;
    if (sameText(found.codeHash, hashOf(contact, purpose, codeOf(code)))) return true;
    await verification.putCode({ ...found, [isAsker ? 'triesLeft' : 'otherTriesLeft']: left - 1 });
    return false;
  }

  return {
    held: (contact, sender) => heldBy(store.read, limits, whoAsks(contact, sender), clock.steady()),
    async make(contact, purpose, sender) {
      const code = String(below(random, 10 ** DIGITS)).padStart(DIGITS, '0');
      const asked = whoAsks(contact, sender);
      const { contact: whom, address, wide, channel } = asked;
      return store.write(async (transaction) => {
        const verification = verificationRepository(transaction);
        // One turn for all: the limits of addresses and of the exchange count the sends to everybody.
        await takeTurn(transaction, 'codes');
        const now = clock.steady();
        await verification.purge(clock.surely(CODE_MS));
        await verification.purgeSends(timestampMs(now - DAY_MS));
        const held = await heldBy(transaction, limits, asked, now);
        if (held !== undefined) return { held };
        await verification.noteSend({ contact: whom, address, channel, sentAt: now });
        // A row of its own, which counts for nothing else.
        if (wide !== '')
          await verification.noteSend({ contact: '', address: wide, channel: '', sentAt: now });
        await verification.putCode({
          contact: whom,
          purpose,
          codeHash: hashOf(whom, purpose, code),
          address,
          triesLeft: TRIES,
          otherTriesLeft: TRIES,
          expiresAt: timestampMs(clock.wall() + CODE_MS),
        });
        return { code };
      });
    },
    forgetSends: (contacts) =>
      store.write((transaction) => verificationRepository(transaction).detachSends(contacts.map(idOf))),
    check: (tried) => store.write((transaction) => isRight(transaction, tried)),
    async use(transaction, tried) {
      const right = await isRight(transaction, tried);
      if (right) await verificationRepository(transaction).removeCode(idOf(tried.contact), tried.purpose);
      return right;
    },
  };
}

const idOf = ({ kind, value }: Contact): string => hashSecret(`${kind} ${value}`);
const placeOf = (address: string): string => hashSecret(networkOf(address));
const widelyOf = (address: string): string => {
  const [, wide] = networksOf(address);
  return wide === undefined ? '' : hashSecret(wide);
};

interface Asked {
  readonly contact: string;
  readonly channel: Channel;
  /** Empty where no visitor asks. */
  readonly address: string;
  /** The IPv6 /48 around it; empty for other addresses. */
  readonly wide: string;
  readonly solved: boolean;
}

/** Contact and address as they are stored: hashed. */
const whoAsks = (contact: Contact, sender: Sender | undefined): Asked => ({
  contact: idOf(contact),
  channel: channelOf(contact),
  address: sender === undefined ? '' : placeOf(sender.address),
  wide: sender === undefined ? '' : widelyOf(sender.address),
  solved: sender?.solved ?? true,
});

export const channelOf = ({ kind }: Contact): Channel => (kind === 'email' ? 'email' : 'sms');

async function heldBy(
  db: Db,
  { perContact, perAddress, beforeCaptcha, inTotal }: CodeLimits,
  { contact, channel, address, wide, solved }: Asked,
  now: TimestampMs,
): Promise<Held | undefined> {
  /** Time until another send fits: 0 if fewer than `n` were sent within the period. */
  const waitFor = async (column: SendColumn, value: string, n: number, withinMs: number) => {
    const since = timestampMs(now - withinMs);
    const leaving = await verificationRepository(db).nthSend({ by: { column, value }, n, since });
    return leaving === undefined ? 0 : leaving + withinMs - now;
  };
  /** For the visitor's address, and the network around it. */
  const waitHere = async (n: number) =>
    Math.max(
      address === '' ? 0 : await waitFor('address', address, n, HOUR_MS),
      wide === '' ? 0 : await waitFor('address', wide, n * WIDE_SHARE, HOUR_MS),
    );
  const totalMs = await waitFor('channel', channel, inTotal[channel], HOUR_MS);
  const waitMs = Math.max(
    totalMs,
    await waitFor('contact', contact, 1, MINUTE_MS),
    await waitFor('contact', contact, perContact, HOUR_MS),
    await waitFor('contact', contact, 2 * perContact, DAY_MS),
    await waitHere(perAddress),
  );
  if (waitMs > 0) return { waitS: Math.ceil(waitMs / 1_000), inTotal: totalMs > 0 };
  if (solved) return undefined;
  const isFree = beforeCaptcha > 0 && (await waitHere(beforeCaptcha)) === 0;
  return isFree ? undefined : { needs: 'captcha' };
}

export function sameText(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
