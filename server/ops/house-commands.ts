import { sql } from 'kysely';
import { type Money, money, moneyToWire } from '../../shared/domain/money.ts';
import { LOT_SCALE, volumeToWire } from '../../shared/domain/volume.ts';
import { err, ok } from '../../shared/result.ts';
import { CATEGORY } from '../catalogue/catalogue-entry.ts';
import { exposureIn, floatingIn, valuationBy, worthOf } from '../exchange/house-exposure.ts';
import type { Prices } from '../exchange/valuation.ts';
import type { Market } from '../feed/market.ts';
import type { Resource } from '../resource.ts';
import { readAtOnce } from '../store/read-at-once.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/*
 * What the house stands in for: open positions of its customers, and what a day brought. Of accounts for real money alone.
 */

interface HouseDeps {
  readonly store: Pick<Store, 'read'>;
  readonly market: Pick<Market, 'wall'> & Prices;
}

export const exposure: Resource<HouseDeps> = {
  help: 'What customers hold, and what it means for the house',
  usual: 'list',
  verbs: {
    list: {
      help: 'Open positions of accounts for real money: lots, net value and floating result of the house in USD, by instrument',
      parameters: {
        by: { help: 'instrument, or class for sums', choices: ['instrument', 'class'], optional: true },
      },
      async run({ store, market }, { by = 'instrument' }) {
        const [open, booked] = await readAtOnce(store.read, async (all) => [
          await openIn(all, market),
          await bookedIn(all),
        ]);
        const floating = sumOf(
          open.map(({ floating_usd }) => floating_usd),
          MILLIONTHS,
        );
        return ok({
          rows: by === 'class' ? byClass(open) : open,
          note: `Result of the house in USD: ${moneyToWire(booked)} booked, ${floating ?? '--'} floating.`,
        });
      },
    },
  },
};

function byClass(open: Awaited<ReturnType<typeof openIn>>) {
  return [...Map.groupBy(open, (one) => one.class)].map(([name, own]) => ({
    class: name,
    instruments: own.length,
    value_usd: sumOf(
      own.map(({ value_usd }) => value_usd),
      CENTS,
    ),
    floating_usd: sumOf(
      own.map(({ floating_usd }) => floating_usd),
      MILLIONTHS,
    ),
  }));
}

const [CENTS, MILLIONTHS] = [100, 1_000_000];
const rounded = (value: number, parts: number): number => Math.round(value * parts) / parts;
/** Null when one is not known. */
const sumOf = (values: readonly (number | null)[], parts: number): number | null =>
  values.includes(null)
    ? null
    : rounded(
        values.reduce<number>((sum, one) => sum + (one ?? 0), 0),
        parts,
      );

/** `floating_usd` is of the house: the customers' profits with the other sign. Null while a price or a rate is unknown. */
async function openIn(db: Db, prices: Prices) {
  const valuation = valuationBy(prices);
  const open = await exposureIn(db);
  const floating = await floatingIn(db, valuation);
  return open.map(({ id, code, bought, sold }) => {
    const category = Number(prices.instrument(id)?.categoryId);
    const worth = worthOf(id, bought, -sold, valuation);
    const profit = floating.get(id);
    return {
      code,
      class: Object.entries(CATEGORY).find(([, number]) => number === category)?.[0] ?? 'unlisted',
      buys: volumeToWire(bought),
      sells: volumeToWire(sold),
      net: (bought - sold) / LOT_SCALE,
      value_usd: worth === undefined ? null : rounded(worth, CENTS),
      floating_usd: profit === undefined ? null : 0 - moneyToWire(profit),
    };
  });
}

/** What the house has earned so far: profits and losses of customers, fees, nights, and losses that no balance covered. */
async function bookedIn(db: Db): Promise<Money> {
  const { rows } = await sql<{ total: number | null }>`
    select sum(balance) as total from ledger_accounts
    where id like 'house:real:trading%' or id like 'house:real:fees%' or id like 'house:real:financing%'
      or id like 'house:real:shortfall%'`.execute(db);
  return money(Number(rows[0]?.total ?? 0));
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;

export const report: Resource<HouseDeps> = {
  help: 'What a day brought',
  usual: 'day',
  verbs: {
    day: {
      help: 'Postings of accounts for real money by kind, orders and new accounts of a day in UTC; amounts in USD, as customers have them',
      parameters: { day: { help: 'As in 2026-11-28; today without it', optional: true } },
      async run({ store, market }, { day = new Date(market.wall()).toISOString().slice(0, 10) }) {
        const fromMs = DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
        if (Number.isNaN(fromMs)) return err('day is a date as in 2026-11-28.');
        const span: Span = [fromMs, fromMs + DAY_MS];
        const rows = await readAtOnce(store.read, async (all) => [
          ...(await countsOf(all, span)),
          ...(await postingsOf(all, span)),
        ]);
        return ok({ rows });
      },
    },
  },
};

type Span = readonly [fromMs: number, toMs: number];

async function countsOf(db: Db, [fromMs, toMs]: Span) {
  const { rows } = await sql<{ what: string; count: number }>`
    select 'new accounts' as what, count(*) as count from accounts
      where book = 'real' and created_at >= ${fromMs} and created_at < ${toMs}
    union all select 'orders placed', count(*) from orders join accounts on accounts.id = orders.account_id
      where accounts.book = 'real' and orders.split_from is null
        and orders.created_at >= ${fromMs} and orders.created_at < ${toMs}
    union all select 'orders closed', count(*) from orders join accounts on accounts.id = orders.account_id
      where accounts.book = 'real' and orders.status = 'closed'
        and orders.ended_at >= ${fromMs} and orders.ended_at < ${toMs}`.execute(db);
  return rows.map(({ what, count }) => ({ what, count: Number(count), amount: null }));
}

/** What they moved on the customers' own accounts: balances and advances together. */
async function postingsOf(db: Db, [fromMs, toMs]: Span) {
  const { rows } = await sql<{ kind: string; count: number; amount: number | null }>`
    select postings.kind as kind, count(distinct postings.id) as count, sum(entries.amount) as amount
    from postings join entries on entries.posting_id = postings.id
    where postings.book = 'real' and postings.at >= ${fromMs} and postings.at < ${toMs}
      and (entries.ledger_account_id like 'balance:%' or entries.ledger_account_id like 'advance:%')
    group by postings.kind order by postings.kind`.execute(db);
  return rows.map(({ kind, count, amount }) => ({
    what: kind,
    count: Number(count),
    amount: moneyToWire(money(Number(amount ?? 0))),
  }));
}
