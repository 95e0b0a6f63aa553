import type { Selectable } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { rowOf } from '../store/record.ts';
import type { Db, Schema } from '../store/schema.ts';
import type { AlertTarget, WatchedAlert } from './alert-book.ts';

export interface NewAlert {
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
  /** Decimals of the instrument's prices. */
  readonly precision: number;
  readonly target: AlertTarget;
  readonly side: WatchedAlert['side'];
  readonly repeats: boolean;
  readonly createdAt: TimestampMs;
}

export interface Alert extends NewAlert, WatchedAlert {
  /** One that does not repeat is off once it has fired. */
  readonly isOn: boolean;
  /** The last time. */
  readonly firedAt: TimestampMs | undefined;
}

/** What ticks have made of an alert since it was stored. */
export interface AlertState {
  readonly isOn: boolean;
  readonly isArmed: boolean;
  /** Undefined: not fired since. */
  readonly firedAt: TimestampMs | undefined;
}

export function alertRepository(db: Db) {
  return {
    /** Latest first. */
    async ofAccount(account: AccountId): Promise<readonly Alert[]> {
      const rows = await db
        .selectFrom('alerts')
        .selectAll()
        .where('account_id', '=', account)
        .orderBy('id', 'desc')
        .execute();
      return rows.map(toRecord);
    },
    async byId(account: AccountId, id: number): Promise<Alert | undefined> {
      const row = await db
        .selectFrom('alerts')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', account)
        .executeTakeFirst();
      return row && toRecord(row);
    },
    async count(account: AccountId): Promise<number> {
      const { count } = await db
        .selectFrom('alerts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('account_id', '=', account)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    /** Those that are switched on, of all accounts, by rising id after `after`. */
    async watched(after: number, limit: number): Promise<readonly Alert[]> {
      const rows = await db
        .selectFrom('alerts')
        .selectAll()
        .where('is_on', '=', 1)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(toRecord);
    },
    async insert(alert: NewAlert): Promise<Alert> {
      const { target, repeats, ...fields } = alert;
      const row = await db
        .insertInto('alerts')
        .values({
          ...rowOf(fields),
          price: target.kind === 'price' ? target.price : null,
          percent: target.kind === 'percent' ? target.hundredths : null,
          repeats: Number(repeats),
          is_on: 1,
          is_armed: 1,
          fired_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { ...alert, id: row.id, isOn: true, isArmed: true, firedAt: undefined };
    },
    async switchOn(id: number, side: Alert['side']): Promise<void> {
      await db.updateTable('alerts').set({ is_on: 1, is_armed: 1, side }).where('id', '=', id).execute();
    },
    async switchOff(id: number): Promise<void> {
      await db.updateTable('alerts').set({ is_on: 0 }).where('id', '=', id).execute();
    },
    /** @returns the alerts as they are now; those that have been switched off meanwhile stay as they are */
    async put(ids: readonly number[], { isOn, isArmed, firedAt }: AlertState): Promise<readonly Alert[]> {
      const rows = await db
        .updateTable('alerts')
        .set({
          is_on: Number(isOn),
          is_armed: Number(isArmed),
          ...(firedAt === undefined ? {} : { fired_at: firedAt }),
        })
        .where('id', 'in', [...ids])
        .where('is_on', '=', 1)
        .returningAll()
        .execute();
      return rows.map(toRecord);
    },
    async remove(id: number): Promise<void> {
      await db.deleteFrom('alerts').where('id', '=', id).execute();
    },
  };
}

const toRecord = (row: Selectable<Schema['alerts']>): Alert => ({
  id: row.id,
  accountId: row.account_id,
  instrumentId: row.instrument_id,
  precision: row.precision,
  target:
    row.price === null
      ? { kind: 'percent', hundredths: row.percent ?? 0 }
      : { kind: 'price', price: row.price },
  side: row.side,
  repeats: row.repeats === 1,
  isOn: row.is_on === 1,
  isArmed: row.is_armed === 1,
  createdAt: row.created_at,
  firedAt: row.fired_at ?? undefined,
});
