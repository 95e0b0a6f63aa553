import type { AccountId } from '../../shared/domain/account.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Db } from '../store/schema.ts';

/** How many letters of a kind an owner is sent, and within which time. */
export interface Bound {
  readonly most: number;
  readonly withinMs: number;
}

const KEPT_MS = 86_400_000;

export function letterRepository(db: Db) {
  return {
    async isWithin(account: AccountId, kind: string, bounds: readonly Bound[], now: TimestampMs) {
      const rows = await db
        .selectFrom('owner_letters')
        .select('sent_at')
        .where('account_id', '=', account)
        .where('kind', '=', kind)
        .execute();
      return bounds.every(
        ({ most, withinMs }) => rows.filter(({ sent_at }) => sent_at > now - withinMs).length < most,
      );
    },
    /** Older ones of the account go. */
    async insert(account: AccountId, kind: string, now: TimestampMs): Promise<void> {
      await db
        .deleteFrom('owner_letters')
        .where('account_id', '=', account)
        .where('sent_at', '<=', timestampMs(now - KEPT_MS))
        .execute();
      await db.insertInto('owner_letters').values({ account_id: account, kind, sent_at: now }).execute();
    },
  };
}
