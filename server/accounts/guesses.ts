import type { AccountId } from '../../shared/domain/account.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Clock } from '../clock.ts';
import { networkOf } from '../network.ts';
import { hashSecret } from '../secret.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { takeTurn } from '../store/turns.ts';
import { type Guess, guessRepository } from './guess-repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Limit for one name from one address; all of an IPv6 /48 together have the limit of unknown addresses, below. */
const PER_ADDRESS = 5;
/**
 * Limit for one name from all unknown addresses together. An account has at most two names, e-mail and phone,
 * so it gets 20 attempts an hour. Counted per name: a limit shared by two names would reveal that they belong
 * together.
 */
const FROM_UNKNOWN = 10;
/** Limit for an address the owner has logged in from; attempts from elsewhere do not use it up. */
const FROM_KNOWN = 10;
const KNOWN_FOR_MS = 30 * DAY_MS;

interface GuessPlace {
  /** The target: a contact, or an account when one of its sessions asks. */
  readonly name: string;
  readonly address: string;
}

/** The name for attempts at an account's second factor. A new password does not clear them. */
export const factorAttempts = (account: AccountId): string => `factor ${account}`;

/** Counts attempts at passwords and second factors. Stored in the database, so a restart does not reset the limits. */
export interface Guesses {
  /** Counts the attempt before the password is checked. @returns the attempt's id, or the seconds to wait */
  begin(place: GuessPlace): Promise<{ readonly id: number } | { readonly waitS: number }>;
  /** The password was right: removes the attempt and remembers the address as the owner's. */
  succeed(transaction: Db, id: number, place: GuessPlace): Promise<void>;
  /** Removes an attempt that was right, without remembering its address. */
  withdraw(transaction: Db, id: number): Promise<void>;
  /** Removes all attempts on these names. @returns how many there were */
  forget(transaction: Db, names: readonly string[]): Promise<number>;
}

export function createGuesses({ store, clock }: { readonly store: Store; readonly clock: Clock }): Guesses {
  return {
    begin: (place) =>
      store.write(async (transaction) => {
        const guesses = guessRepository(transaction);
        const { contact, address } = hashed(place);
        await takeTurn(transaction, `guesses ${contact}`);
        const now = clock.steady();
        await guesses.purge(timestampMs(now - HOUR_MS), timestampMs(now - KNOWN_FOR_MS));
        const known = await guesses.isKnown(contact, address);
        const waitMs = waitFor(await guesses.since(contact, timestampMs(now - HOUR_MS)), address, known, now);
        if (waitMs > 0) return { waitS: Math.ceil(waitMs / 1_000) };
        return { id: await guesses.insert({ contact, address, known, at: now }) };
      }),
    async succeed(transaction, id, place) {
      const guesses = guessRepository(transaction);
      const { contact, address } = hashed(place);
      await guesses.remove(id);
      await guesses.know(contact, address, clock.steady());
    },
    withdraw: (transaction, id) => guessRepository(transaction).remove(id),
    forget: (transaction, names) => guessRepository(transaction).removeOf(names.map(hashSecret)),
  };
}

const hashed = ({ name, address }: GuessPlace) => ({
  contact: hashSecret(name),
  address: hashSecret(networkOf(address)),
});

/** @param past the attempts of the last hour, oldest first */
function waitFor(past: readonly Guess[], address: string, known: boolean, now: TimestampMs): number {
  const here = past.filter((guess) => guess.address === address && guess.known === known);
  if (known) return untilFree(here, FROM_KNOWN, now);
  const strangers = past.filter((guess) => !guess.known);
  return Math.max(untilFree(here, PER_ADDRESS, now), untilFree(strangers, FROM_UNKNOWN, now));
}

/** 0 when another attempt is allowed. */
function untilFree(past: readonly Guess[], limit: number, now: TimestampMs): number {
  const leaving = past[past.length - limit];
  return leaving === undefined ? 0 : Math.max(1, leaving.at + HOUR_MS - now);
}
