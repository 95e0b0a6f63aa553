import { sql } from 'kysely';
import { instrumentId } from '../../shared/domain/instrument.ts';
import {
  addMoney,
  type Money,
  money,
  moneyToWire,
  withinMoney,
  ZERO_MONEY,
} from '../../shared/domain/money.ts';
import { floatingPnl, pointValue } from '../../shared/domain/pnl.ts';
import { price, priceToWire } from '../../shared/domain/price.ts';
import { volume, volumeToWire } from '../../shared/domain/volume.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import { err, ok } from '../../shared/result.ts';
import { CATEGORY } from '../catalogue/catalogue-entry.ts';
import { type Prices, rateNow } from '../exchange/valuation.ts';
import type { Market } from '../feed/market.ts';
import type { Resource } from '../resource.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/*
 * What the house stands in for: open positions of its customers, and what a day brought. Of accounts for real money alone.
 */

interface HouseDeps {
  readonly store: Pick<Store, 'read'>;
  readonly market: Pick<Market, 'wall'> & Prices;
}

/** Open positions in an instrument, all customers together. */
interface Exposure {
  readonly code: string;
  readonly category: string;
  /** Lots. */
  readonly bought: number;
  readonly sold: number;
  /** What the house owes for the difference of both, USD; undefined while a price or a rate is unknown. */
  readonly value: number | undefined;
  /** The customers' profits at the price now, which are the house's losses; undefined as above. */
  readonly floating: Money | undefined;
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
        const open = await openIn(store.read, market);
        const rows = by === 'class' ? byClass(open) : open.map(rowOf);
        const booked = await bookedIn(store.read);
        const floating = sumOf(open.map((one) => one.floating));
        return ok({
          rows,
          note: `Result of the house in USD: ${moneyToWire(booked)} booked, ${shown(floating) ?? '--'} floating.`,
        });
      },
    },
  },
};

const rowOf = ({ code, category, bought, sold, value, floating }: Exposure) => ({
  code,
  class: category,
  buys: bought,
  sells: sold,
  net: lots(bought - sold),
  value_usd: value ?? null,
  floating_usd: shown(floating) ?? null,
});

function byClass(open: readonly Exposure[]) {
  const classes = new Set(open.map(({ category }) => category));
  return [...classes].map((category) => {
    const own = open.filter((one) => one.category === category);
    const values = own.map(({ value }) => value);
    return {
      class: category,
      instruments: own.length,
      value_usd: values.includes(undefined)
        ? null
        : cents(values.reduce<number>((sum, one) => sum + (one ?? 0), 0)),
      floating_usd: shown(sumOf(own.map((one) => one.floating))) ?? null,
    };
  });
}

/** Of the house: the customers' profit with the other sign. */
const shown = (floating: Money | undefined): number | undefined =>
  floating === undefined ? undefined : 0 - moneyToWire(floating);
const sumOf = (parts: readonly (Money | undefined)[]): Money | undefined => {
  const known = parts.filter((one) => one !== undefined);
  if (known.length < parts.length) return undefined;
  return withinMoney(() => known.reduce((sum, one) => addMoney(sum, one), ZERO_MONEY));
};
const lots = (value: number): number => Math.round(value * 10_000) / 10_000;
const cents = (value: number): number => Math.round(value * 100) / 100;

async function openIn(db: Db, prices: Prices): Promise<readonly Exposure[]> {
  const held = await db
    .selectFrom('orders')
    .innerJoin('accounts', 'accounts.id', 'orders.account_id')
    .where('orders.status', '=', 'open')
    .where('accounts.book', '=', 'real')
    .select(['instrument_id', 'code', 'precision', 'side', 'volume', 'open_price'])
    .orderBy('code')
    .execute();
  const byCode = new Map<string, (typeof held)[number][]>();
  for (const one of held) getOrCreate(byCode, one.code, () => []).push(one);
  return [...byCode].map(([code, positions]) => {
    const lotsOf = (side: string) =>
      lots(
        positions.reduce((sum, one) => sum + (one.side === side ? volumeToWire(volume(one.volume)) : 0), 0),
      );
    const [bought, sold] = [lotsOf('buy'), lotsOf('sell')];
    const instrument = prices.instrument(instrumentId(positions[0]?.instrument_id ?? 0));
    const quote = instrument && prices.quote(instrument.id);
    const rate = instrument && rateNow(instrument, prices);
    const category =
      Object.entries(CATEGORY).find(([, id]) => id === Number(instrument?.categoryId))?.[0] ?? 'unlisted';
    if (instrument === undefined || quote === undefined || rate === undefined)
      return { code, category, bought, sold, value: undefined, floating: undefined };
    const units = (bought - sold) * instrument.contractSize;
    const profits = positions.map((one) =>
      withinMoney(() => {
        const value = pointValue(one.volume, instrument.contractSize, one.precision);
        return floatingPnl(one.side, price(one.open_price ?? 0), quote.close, value, rate);
      }),
    );
    return {
      code,
      category,
      bought,
      sold,
      value: cents((units * priceToWire(quote.close, instrument.precision) * rate.num) / rate.den),
      floating: sumOf(profits),
    };
  });
}

/** What the house has earned so far: profits and losses of customers, fees, and losses that no balance covered. */
async function bookedIn(db: Db): Promise<Money> {
  const { rows } = await sql<{ total: number | null }>`
    select sum(balance) as total from ledger_accounts
    where id like 'house:real:trading%' or id like 'house:real:fees%' or id like 'house:real:shortfall%'`.execute(
    db,
  );
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
        return ok({ rows: [...(await countsOf(store.read, span)), ...(await postingsOf(store.read, span))] });
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
