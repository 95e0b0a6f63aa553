import type { Language } from '../../shared/contract/language.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Db } from '../store/schema.ts';

/** Where an account's owner logs in from, and in which language. */
export function placeRepository(db: Db) {
  const placesOf = (account: AccountId) => db.deleteFrom('login_places').where('account_id', '=', account);
  return {
    /** Since when a place is known that was seen after `since`. */
    async knownSince(
      account: AccountId,
      place: string,
      since: TimestampMs,
    ): Promise<TimestampMs | undefined> {
      const row = await db
        .selectFrom('login_places')
        .select('known_since')
        .where('account_id', '=', account)
        .where('place', '=', place)
        .where('seen_at', '>', since)
        .executeTakeFirst();
      return row?.known_since;
    },
    /** @param since when the place became known */
    async know(account: AccountId, place: string, since: TimestampMs, at: TimestampMs): Promise<void> {
      const times = { known_since: since, seen_at: at };
      await db
        .insertInto('login_places')
        .values({ account_id: account, place, ...times })
        .onConflict((conflict) => conflict.columns(['account_id', 'place']).doUpdateSet(times))
        .execute();
    },
    /** Keeps those seen after `since`, and of them the latest `most`. */
    async prune(account: AccountId, since: TimestampMs, most: number): Promise<void> {
      await placesOf(account).where('seen_at', '<=', since).execute();
      const kept = await db
        .selectFrom('login_places')
        .select('place')
        .where('account_id', '=', account)
        .orderBy('seen_at', 'desc')
        .orderBy('place')
        .execute();
      const surplus = kept.slice(most).map(({ place }) => place);
      if (surplus.length > 0) await placesOf(account).where('place', 'in', surplus).execute();
    },
    async languageOf(account: AccountId): Promise<Language | undefined> {
      const row = await db
        .selectFrom('owner_languages')
        .select('language')
        .where('account_id', '=', account)
        .executeTakeFirst();
      return row?.language;
    },
    async setLanguage(account: AccountId, language: Language): Promise<void> {
      await db
        .insertInto('owner_languages')
        .values({ account_id: account, language })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ language }))
        .execute();
    },
  };
}
