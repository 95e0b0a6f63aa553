import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Db } from '../store/schema.ts';

/** One password attempt; contact and address are hashes. */
export interface Guess {
  readonly contact: string;
  readonly address: string;
  /** True if the owner has logged in from this address before. */
  readonly known: boolean;
  readonly at: TimestampMs;
}

export function guessRepository(db: Db) {
  return {
    /** The attempts on one contact, oldest first. */
    async since(contact: string, since: TimestampMs): Promise<readonly Guess[]> {
      const rows = await db
        .selectFrom('password_guesses')
        .selectAll()
        .where('contact', '=', contact)
        .where('at', '>', since)
        .orderBy('at')
        .execute();
      return rows.map(({ address, known, at }) => ({ contact, address, known: known === 1, at }));
    },
    async isKnown(contact: string, address: string): Promise<boolean> {
      const row = await db
        .selectFrom('known_addresses')
        .select('seen_at')
        .where('contact', '=', contact)
        .where('address', '=', address)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** @returns the id for removing it */
    async insert({ contact, address, known, at }: Guess): Promise<number> {
      const row = await db
        .insertInto('password_guesses')
        .values({ contact, address, known: known ? 1 : 0, at })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async remove(id: number): Promise<void> {
      await db.deleteFrom('password_guesses').where('id', '=', id).execute();
    },
    /** @returns how many there were */
    async removeOf(contacts: readonly string[]): Promise<number> {
      if (contacts.length === 0) return 0;
      const removed = await db
        .deleteFrom('password_guesses')
        .where('contact', 'in', contacts)
        .executeTakeFirst();
      return Number(removed.numDeletedRows);
    },
    async know(contact: string, address: string, at: TimestampMs): Promise<void> {
      await db
        .insertInto('known_addresses')
        .values({ contact, address, seen_at: at })
        .onConflict((conflict) => conflict.columns(['contact', 'address']).doUpdateSet({ seen_at: at }))
        .execute();
    },
    async purge(guessedBefore: TimestampMs, knownBefore: TimestampMs): Promise<void> {
      await db.deleteFrom('password_guesses').where('at', '<=', guessedBefore).execute();
      await db.deleteFrom('known_addresses').where('seen_at', '<=', knownBefore).execute();
    },
  };
}
