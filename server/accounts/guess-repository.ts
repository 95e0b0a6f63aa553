import type { Kysely } from 'kysely';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Schema } from '../store/schema.ts';

/** A password that was tried; contact and address are hashes. */
export interface Guess {
  readonly contact: string;
  readonly address: string;
  /** From an address that the owner had logged in from. */
  readonly known: boolean;
  readonly at: TimestampMs;
}

export interface GuessWrites {
  /** Of a contact, oldest first. */
  since(contact: string, since: TimestampMs): Promise<readonly Guess[]>;
  isKnown(contact: string, address: string): Promise<boolean>;
  /** @returns what to forget it by */
  insert(guess: Guess): Promise<number>;
  remove(id: number): Promise<void>;
  removeOf(contacts: readonly string[]): Promise<void>;
  know(contact: string, address: string, at: TimestampMs): Promise<void>;
  purge(guessedBefore: TimestampMs, knownBefore: TimestampMs): Promise<void>;
}

export function guessRepository(db: Kysely<Schema>): GuessWrites {
  return {
    async since(contact, since) {
      const rows = await db
        .selectFrom('password_guesses')
        .selectAll()
        .where('contact', '=', contact)
        .where('at', '>', since)
        .orderBy('at')
        .execute();
      return rows.map((row) => ({
        contact,
        address: row.address,
        known: row.known === 1,
        at: timestampMs(row.at),
      }));
    },
    async isKnown(contact, address) {
      const row = await db
        .selectFrom('known_addresses')
        .select('seen_at')
        .where('contact', '=', contact)
        .where('address', '=', address)
        .executeTakeFirst();
      return row !== undefined;
    },
    async insert({ contact, address, known, at }) {
      const row = await db
        .insertInto('password_guesses')
        .values({ contact, address, known: known ? 1 : 0, at })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async remove(id) {
      await db.deleteFrom('password_guesses').where('id', '=', id).execute();
    },
    async removeOf(contacts) {
      if (contacts.length === 0) return;
      await db.deleteFrom('password_guesses').where('contact', 'in', contacts).execute();
    },
    async know(contact, address, at) {
      await db
        .insertInto('known_addresses')
        .values({ contact, address, seen_at: at })
        .onConflict((conflict) => conflict.columns(['contact', 'address']).doUpdateSet({ seen_at: at }))
        .execute();
    },
    async purge(guessedBefore, knownBefore) {
      await db.deleteFrom('password_guesses').where('at', '<=', guessedBefore).execute();
      await db.deleteFrom('known_addresses').where('seen_at', '<=', knownBefore).execute();
    },
  };
}
