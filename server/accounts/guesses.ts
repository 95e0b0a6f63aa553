import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { type Guess, guessRepository } from './guess-repository.ts';
import { hashSecret } from './secret.ts';
import { networkOf } from './visitor.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Of one name from one address. */
const PER_ADDRESS = 5;
/**
 * Of one name from all addresses that its owner never logged in from. An account has two names at most, e-mail and phone,
 * so 20 passwords an hour are tried on it. Counted by name and not by account: a limit that two names share would tell
 * that they belong together.
 */
const OF_STRANGERS = 10;
/** From an address that the owner logged in from; it is not used up by what strangers do elsewhere. */
const FROM_KNOWN = 10;
const KNOWN_FOR_MS = 30 * DAY_MS;

interface GuessPlace {
  /** What is guessed at: a contact, or an account that a session of it asks for. */
  readonly name: string;
  readonly address: string;
}

/** Counts passwords that are tried. Kept in the database: a restart forgives nothing. */
export interface Guesses {
  /** Counts one before it is looked at. @returns what takes it back, or the seconds to wait */
  begin(place: GuessPlace): Promise<{ readonly id: number } | { readonly waitS: number }>;
  /** It was right: it counts no more, and the address is one of its owner's. */
  succeed(transaction: Db, id: number, place: GuessPlace): Promise<void>;
  /** Forgets all that was tried on these names. */
  forget(transaction: Db, names: readonly string[]): Promise<void>;
}

export function createGuesses({ store, clock }: { readonly store: Store; readonly clock: Clock }): Guesses {
  return {
    begin: (place) =>
      store.write(async (transaction) => {
        const guesses = guessRepository(transaction);
        const { contact, address } = hashed(place);
        const now = clock.now();
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
      await guesses.know(contact, address, clock.now());
    },
    forget: (transaction, names) => guessRepository(transaction).removeOf(names.map(hashSecret)),
  };
}

const hashed = ({ name, address }: GuessPlace) => ({
  contact: hashSecret(name),
  address: hashSecret(networkOf(address)),
});

/** @param past those of the last hour, oldest first */
function waitFor(past: readonly Guess[], address: string, known: boolean, now: TimestampMs): number {
  const here = past.filter((guess) => guess.address === address && guess.known === known);
  if (known) return untilFree(here, FROM_KNOWN, now);
  const strangers = past.filter((guess) => !guess.known);
  return Math.max(untilFree(here, PER_ADDRESS, now), untilFree(strangers, OF_STRANGERS, now));
}

/** 0 when there is room for one more. */
function untilFree(past: readonly Guess[], limit: number, now: TimestampMs): number {
  const leaving = past[past.length - limit];
  return leaving === undefined ? 0 : Math.max(1, leaving.at + HOUR_MS - now);
}
