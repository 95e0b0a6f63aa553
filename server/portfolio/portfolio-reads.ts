import { sql } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import { type InstrumentId, type Settlement, settlementOf } from '../../shared/domain/instrument.ts';
import { type Money, money } from '../../shared/domain/money.ts';
import type { OrderId, Side } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import { balanceAccount, ownMoney, type PostingKind } from '../ledger/posting.ts';
import type { Db } from '../store/schema.ts';

/** In every time zone a day begins at a multiple of it: the database sums by it, whatever the zone. */
const SLOT_MS = 900_000;
const slotOf = (column: string) => sql<number>`${sql.ref(column)} / ${sql.lit(SLOT_MS)}`;

/** What moved in a slot, by kind. */
export interface Movement {
  /** Start of the slot; below the start of the range: everything before it. */
  readonly atMs: number;
  readonly kind: PostingKind;
  readonly amount: Money;
}

/** The orders that were closed in a slot. */
export interface Closes {
  readonly atMs: number;
  readonly realised: Money;
  readonly wins: number;
  readonly won: Money;
  readonly losses: number;
  readonly lost: Money;
}

/** An order that was open for longer than a slot. */
export interface Held {
  readonly instrumentId: InstrumentId;
  readonly code: string;
  readonly precision: number;
  readonly side: Side;
  readonly volume: Volume;
  readonly openPrice: Price;
  readonly openedAt: TimestampMs;
  /** Undefined while it is open. */
  readonly closedAt: TimestampMs | undefined;
  /** Of an order of before its instrument's terms changed: those that it keeps. */
  readonly former: { readonly contractSize: number; readonly settle: Settlement } | undefined;
}

/** More are not valued: the equity is unknown then. */
const MOST_HELD = 20_000;

export function portfolioReads(db: Db) {
  return {
    /** All movements of an account's balance and of the house's advance, those before `from` together. */
    async movements(account: AccountId, from: TimestampMs): Promise<readonly Movement[]> {
      const rows = await db
        .selectFrom('entries')
        .innerJoin('postings', 'postings.id', 'entries.posting_id')
        .select(({ fn }) => [
          'postings.kind',
          sql<number>`case when postings.at < ${from} then -1 else ${slotOf('postings.at')} end`.as('slot'),
          fn.sum<number>('entries.amount').as('amount'),
        ])
        .where('entries.ledger_account_id', 'in', ownMoney(account))
        .groupBy(['postings.kind', 'slot'])
        .execute();
      return rows.map(({ slot, kind, amount }) => ({
        atMs: Number(slot) * SLOT_MS,
        kind,
        amount: money(Number(amount)),
      }));
    },

    async closes(account: AccountId, from: TimestampMs): Promise<readonly Closes[]> {
      const isWin = sql`realised_pnl > 0`;
      const isLoss = sql`realised_pnl < 0`;
      const sum = (value: string, when?: typeof isWin) =>
        when === undefined
          ? sql<number>`sum(${sql.raw(value)})`
          : sql<number>`sum(case when ${when} then ${sql.raw(value)} else 0 end)`;
      const rows = await db
        .selectFrom('orders')
        .select([
          slotOf('ended_at').as('slot'),
          sum('realised_pnl').as('realised'),
          sum('1', isWin).as('wins'),
          sum('realised_pnl', isWin).as('won'),
          sum('1', isLoss).as('losses'),
          sum('realised_pnl', isLoss).as('lost'),
        ])
        .where('account_id', '=', account)
        .where('status', '=', 'closed')
        .where('ended_at', '>=', from)
        .groupBy('slot')
        .execute();
      return rows.map(({ slot, realised, wins, won, losses, lost }) => ({
        atMs: Number(slot) * SLOT_MS,
        realised: money(Number(realised)),
        wins: Number(wins),
        won: money(Number(won)),
        losses: Number(losses),
        lost: money(Number(lost)),
      }));
    },

    /** Undefined: too many to value. */
    async held(account: AccountId, from: TimestampMs): Promise<readonly Held[] | undefined> {
      const rows = await db
        .selectFrom('orders')
        .select(['id', 'split_from', 'waits_below', 'instrument_id', 'code', 'precision', 'side'])
        .select(['volume', 'open_price', 'created_at', 'filled_at', 'ended_at'])
        .where('account_id', '=', account)
        .where('status', 'in', ['open', 'closed'])
        .where((eb) =>
          eb.or([
            eb('ended_at', 'is', null),
            eb.and([eb('ended_at', '>=', from), eb(slotOf('ended_at'), '<>', slotOf('created_at'))]),
          ]),
        )
        .limit(MOST_HELD + 1)
        .execute();
      if (rows.length > MOST_HELD) return undefined;
      // Of an order that waited, `created_at` is the time when it was placed.
      const waited = rows.filter((row) => row.waits_below !== null && row.filled_at === null);
      const fills = await fillTimes(
        db,
        account,
        waited.map((row) => row.split_from ?? row.id),
      );
      const former = await db.selectFrom('former_terms').selectAll().orderBy('until').execute();
      const formerOf = (code: string, placedAt: TimestampMs): Held['former'] => {
        const terms = former.find((one) => one.code === code && placedAt < one.until);
        return (
          terms && {
            contractSize: terms.contract_size,
            settle: settlementOf(terms.quote_currency, terms.settle_code),
          }
        );
      };
      return rows.flatMap((row) =>
        row.open_price === null
          ? []
          : {
              instrumentId: row.instrument_id,
              code: row.code,
              precision: row.precision,
              side: row.side,
              volume: row.volume,
              openPrice: row.open_price,
              openedAt: row.filled_at ?? fills.get(row.split_from ?? row.id) ?? row.created_at,
              closedAt: row.ended_at ?? undefined,
              former: formerOf(row.code, row.created_at),
            },
      );
    },
  };
}

/** Of orders that were filled before that time was stored: when their fee was taken. */
async function fillTimes(
  db: Db,
  account: AccountId,
  orders: readonly OrderId[],
): Promise<ReadonlyMap<OrderId, TimestampMs>> {
  if (orders.length === 0) return new Map();
  const rows = await db
    .selectFrom('entries')
    .innerJoin('postings', 'postings.id', 'entries.posting_id')
    .select(['postings.order_id', 'postings.at'])
    .where('entries.ledger_account_id', '=', balanceAccount(account))
    .where('postings.kind', '=', 'fee')
    .where('postings.order_id', 'in', orders)
    .execute();
  return new Map(
    rows.flatMap(({ order_id: id, at }) => (id === null ? [] : [[id, timestampMs(Number(at))] as const])),
  );
}
