import type { Selectable } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { MAX_ALERT_FIRINGS } from '../../shared/limits.ts';
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
  /** The newest prices by which it became what it is, by the feed's clock; undefined: not known. */
  readonly pricesAt: TimestampMs | undefined;
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
  /** The tick that has made it so. */
  readonly pricesAt: TimestampMs;
  /** The last time since; undefined: not fired since. */
  readonly fired: Moment | undefined;
}

/** The tick that has fired an alert. */
interface Moment {
  readonly at: TimestampMs;
  readonly price: Price;
}

/** An event of an alert, with its terms as they were then. */
export interface AlertFiring extends Pick<Alert, 'instrumentId' | 'precision' | 'target' | 'side'> {
  readonly id: number;
  readonly firedAt: TimestampMs;
  /** The price of the tick. */
  readonly reached: Price;
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
      const { target, repeats, pricesAt, ...fields } = alert;
      const row = await db
        .insertInto('alerts')
        .values({
          ...rowOf(fields),
          ...rowOfTarget(target),
          repeats: Number(repeats),
          is_on: 1,
          is_armed: 1,
          prices_at: pricesAt ?? null,
          fired_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { ...alert, id: row.id, isOn: true, isArmed: true, firedAt: undefined };
    },
    async switchOn(id: number, { side, pricesAt }: Pick<Alert, 'side' | 'pricesAt'>): Promise<void> {
      await db
        .updateTable('alerts')
        .set({ is_on: 1, is_armed: 1, side, prices_at: pricesAt ?? null })
        .where('id', '=', id)
        .execute();
    },
    async switchOff(id: number): Promise<void> {
      await db.updateTable('alerts').set({ is_on: 0 }).where('id', '=', id).execute();
    },
    /** @returns the alerts as they are now; those that have been switched off meanwhile stay as they are */
    async put(
      ids: readonly number[],
      { isOn, isArmed, pricesAt, fired }: AlertState,
    ): Promise<readonly Alert[]> {
      const rows = await db
        .updateTable('alerts')
        .set({
          is_on: Number(isOn),
          is_armed: Number(isArmed),
          prices_at: pricesAt,
          ...(fired === undefined ? {} : { fired_at: fired.at }),
        })
        .where('id', 'in', [...ids])
        .where('is_on', '=', 1)
        .returningAll()
        .execute();
      return rows.map(toRecord);
    },
    /** Their events, latest first. */
    async firings(account: AccountId): Promise<readonly AlertFiring[]> {
      const rows = await db
        .selectFrom('alert_firings')
        .selectAll()
        .where('account_id', '=', account)
        .orderBy('id', 'desc')
        .limit(MAX_ALERT_FIRINGS)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        instrumentId: row.instrument_id,
        precision: row.precision,
        target: targetOf(row),
        side: row.side,
        reached: row.reached,
        firedAt: row.fired_at,
      }));
    },
    /** Keeps that these have fired, and forgets the oldest of an account that has too many. */
    async noteFirings(alerts: readonly Alert[], { at, price: reached }: Moment): Promise<void> {
      if (alerts.length === 0) return;
      await db
        .insertInto('alert_firings')
        .values(
          alerts.map(({ accountId, instrumentId, precision, target, side }) => ({
            ...rowOf({ accountId, instrumentId, precision, side }),
            ...rowOfTarget(target),
            reached,
            fired_at: at,
          })),
        )
        .execute();
      for (const account of new Set(alerts.map(({ accountId }) => accountId))) {
        const oldest = await db
          .selectFrom('alert_firings')
          .select('id')
          .where('account_id', '=', account)
          .orderBy('id', 'desc')
          .offset(MAX_ALERT_FIRINGS)
          .limit(1)
          .executeTakeFirst();
        if (oldest === undefined) continue;
        await db
          .deleteFrom('alert_firings')
          .where('account_id', '=', account)
          .where('id', '<=', oldest.id)
          .execute();
      }
    },
    async remove(id: number): Promise<void> {
      await db.deleteFrom('alerts').where('id', '=', id).execute();
    },
  };
}

const rowOfTarget = (target: AlertTarget) => ({
  price: target.kind === 'price' ? target.price : null,
  percent: target.kind === 'percent' ? target.hundredths : null,
});

const targetOf = ({
  price,
  percent,
}: Pick<Selectable<Schema['alerts']>, 'price' | 'percent'>): AlertTarget =>
  price === null ? { kind: 'percent', hundredths: percent ?? 0 } : { kind: 'price', price };

const toRecord = (row: Selectable<Schema['alerts']>): Alert => ({
  id: row.id,
  accountId: row.account_id,
  instrumentId: row.instrument_id,
  precision: row.precision,
  target: targetOf(row),
  side: row.side,
  repeats: row.repeats === 1,
  isOn: row.is_on === 1,
  isArmed: row.is_armed === 1,
  createdAt: row.created_at,
  pricesAt: row.prices_at ?? undefined,
  firedAt: row.fired_at ?? undefined,
});
