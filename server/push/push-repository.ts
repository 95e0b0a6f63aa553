import type { Selectable } from 'kysely';
import type { PushKind } from '../../shared/contract/push.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { type RecordOf, recordOf, rowOf } from '../store/record.ts';
import type { Db, Schema } from '../store/schema.ts';

type Row = Selectable<Schema['push_subscriptions']>;
export type Subscription = RecordOf<Row>;

/** Which kinds an account wants. */
export type PushChoices = Readonly<Record<PushKind, boolean>>;

const EVERYTHING: PushChoices = { price_alerts: true, fills: true, stop_outs: true, margin_calls: true };

type Flags = Readonly<Record<PushKind, number>>;

const choicesIn = (flags: Flags): PushChoices => ({
  price_alerts: flags.price_alerts === 1,
  fills: flags.fills === 1,
  stop_outs: flags.stop_outs === 1,
  margin_calls: flags.margin_calls === 1,
});

const flagsOf = <Choices extends Partial<PushChoices>>(choices: Choices) =>
  Object.fromEntries(Object.entries(choices).map(([kind, isOn]) => [kind, Number(isOn)])) as {
    readonly [Kind in keyof Choices]: number;
  };

export function pushRepository(db: Db) {
  return {
    /** Replaces what the same browser had before. @returns false when the session has ended */
    async subscribe(subscription: Omit<Subscription, 'id'>): Promise<boolean> {
      const session = await db
        .selectFrom('sessions')
        .select('id')
        .where('id', '=', subscription.sessionId)
        .executeTakeFirst();
      if (session === undefined) return false;
      const { endpoint: _, ...changed } = rowOf(subscription);
      await db
        .insertInto('push_subscriptions')
        .values(rowOf(subscription))
        .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(changed))
        .execute();
      return true;
    },
    /** Deletes the account's oldest subscriptions beyond `limit`. */
    async trim(account: AccountId, limit: number): Promise<void> {
      const kept = db
        .selectFrom('push_subscriptions')
        .select('id')
        .where('account_id', '=', account)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit);
      await db
        .deleteFrom('push_subscriptions')
        .where('account_id', '=', account)
        .where('id', 'not in', kept)
        .execute();
    },
    async unsubscribe(account: AccountId, endpoint: string): Promise<void> {
      await db
        .deleteFrom('push_subscriptions')
        .where('account_id', '=', account)
        .where('endpoint', '=', endpoint)
        .execute();
    },
    /** Deletes a subscription that its service does not know any more, unless it was renewed meanwhile. */
    async removeGone({ id, p256dh }: Subscription): Promise<void> {
      await db.deleteFrom('push_subscriptions').where('id', '=', id).where('p256dh', '=', p256dh).execute();
    },
    async isKept({ id, sessionId }: Subscription): Promise<boolean> {
      const row = await db
        .selectFrom('push_subscriptions')
        .select('id')
        .where('id', '=', id)
        .where('session_id', '=', sessionId)
        .executeTakeFirst();
      return row !== undefined;
    },
    async ofAccounts(accounts: readonly AccountId[]): Promise<readonly Subscription[]> {
      const rows = await db
        .selectFrom('push_subscriptions')
        .selectAll()
        .where('account_id', 'in', [...accounts])
        .orderBy('id')
        .execute();
      return rows.map(recordOf);
    },
    async choices(account: AccountId): Promise<PushChoices> {
      return (await this.choicesOf([account])).get(account) ?? EVERYTHING;
    },
    async choicesOf(accounts: readonly AccountId[]): Promise<ReadonlyMap<AccountId, PushChoices>> {
      const rows = await db
        .selectFrom('push_settings')
        .selectAll()
        .where('account_id', 'in', [...accounts])
        .execute();
      return new Map(rows.map((row) => [row.account_id, choicesIn(row)]));
    },
    /** One statement, so that choices made at the same moment elsewhere stay. @returns all choices */
    async choose(account_id: AccountId, changes: Partial<PushChoices>): Promise<PushChoices> {
      return choicesIn(
        await db
          .insertInto('push_settings')
          .values({ account_id, ...flagsOf({ ...EVERYTHING, ...changes }) })
          .onConflict((conflict) =>
            conflict.column('account_id').doUpdateSet({ account_id, ...flagsOf(changes) }),
          )
          .returningAll()
          .executeTakeFirstOrThrow(),
      );
    },
  };
}
