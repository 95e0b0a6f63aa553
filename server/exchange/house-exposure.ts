import { sql } from 'kysely';
import { type InstrumentId, instrumentId } from '../../shared/domain/instrument.ts';
import { addMoney, type Money, withinMoney, ZERO_MONEY } from '../../shared/domain/money.ts';
import { floatingPnl, pointValue } from '../../shared/domain/pnl.ts';
import { type Price, price, priceToWire } from '../../shared/domain/price.ts';
import { closingPrice } from '../../shared/domain/quote.ts';
import { LOT_SCALE, type Volume, volume } from '../../shared/domain/volume.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import type { Db } from '../store/schema.ts';
import { type Prices, rateNow } from './valuation.ts';

/*
 * What customers hold against the house: the open positions of accounts for real money. Needs memory for each instrument,
 * not each position. Sums and pages are of one moment when both are read by one `readAtOnce`.
 */

/** Open positions in an instrument, all customers together. */
export interface Exposure {
  readonly id: InstrumentId;
  readonly code: string;
  readonly bought: Volume;
  readonly sold: Volume;
}

/** Positions read at once. */
const BATCH = 2_000;

/** By code. */
export async function exposureIn(db: Db): Promise<readonly Exposure[]> {
  const { rows } = await sql<{ id: number; code: string; bought: number; sold: number }>`
    select instrument_id as id, code,
      sum(case when side = 'buy' then volume else 0 end) as bought,
      sum(case when side = 'buy' then 0 else volume end) as sold
    from orders join accounts on accounts.id = orders.account_id
    where orders.status = 'open' and accounts.book = 'real'
    group by instrument_id, code order by code`.execute(db);
  return rows.map(({ id, code, bought, sold }) => ({
    id: instrumentId(Number(id)),
    code,
    bought: volume(Number(bought)),
    sold: volume(Number(sold)),
  }));
}

/** Each instrument at one quote, however long the caller goes on; undefined while its price or rate is unknown. */
export function valuationBy(prices: Prices) {
  const factsOf = (id: InstrumentId) => {
    const [instrument, quote] = [prices.instrument(id), prices.quote(id)];
    const rate = instrument && rateNow(instrument, prices);
    return instrument && quote && rate && { instrument, quote, rate };
  };
  const known = new Map<InstrumentId, ReturnType<typeof factsOf>>();
  return (id: InstrumentId) => getOrCreate(known, id, () => factsOf(id));
}

type Valuation = ReturnType<typeof valuationBy>;

/**
 * USD, of positions at the prices at which they close.
 * @param sold in ten-thousandths of a lot, as `bought`; below zero where it counts against that
 */
export function worthOf(
  id: InstrumentId,
  bought: number,
  sold: number,
  valuation: Valuation,
): number | undefined {
  const now = valuation(id);
  if (now === undefined) return undefined;
  const { instrument, quote, rate } = now;
  const worth = (size: number, at: Price): number => {
    const units = (size / LOT_SCALE) * instrument.contractSize;
    return (units * priceToWire(at, instrument.precision) * rate.num) / rate.den;
  };
  // All at the bid, and what is sold at the spread, too: with one price the same figure as without the other.
  return worth(bought + sold, quote.close) + worth(sold, price(quote.ask - quote.close));
}

/**
 * The customers' floating profits by instrument, to the last millionth: each position is rounded as it will be booked, so they
 * are read one by one, in pages. Undefined while a price is unknown, or beyond what money can be.
 */
export async function floatingIn(
  db: Db,
  valuation: Valuation,
): Promise<ReadonlyMap<InstrumentId, Money | undefined>> {
  const sums = new Map<InstrumentId, Money | undefined>();
  for (let after = 0; ; ) {
    const page = await db
      .selectFrom('orders')
      .innerJoin('accounts', 'accounts.id', 'orders.account_id')
      .where('orders.status', '=', 'open')
      .where('accounts.book', '=', 'real')
      .where(sql<boolean>`orders.id > ${after}`)
      .select(['orders.id', 'instrument_id', 'precision', 'side', 'volume', 'open_price'])
      .orderBy('orders.id')
      .limit(BATCH)
      .execute();
    for (const { instrument_id: id, side, open_price, ...one } of page) {
      const [sum, now] = [sums.has(id) ? sums.get(id) : ZERO_MONEY, valuation(id)];
      const more = withinMoney(() => {
        if (sum === undefined || now === undefined) return undefined;
        const value = pointValue(one.volume, now.instrument.contractSize, one.precision);
        return addMoney(
          sum,
          floatingPnl(side, price(open_price ?? 0), closingPrice(side, now.quote), value, now.rate),
        );
      });
      sums.set(id, more);
    }
    const last = page.at(-1);
    if (last === undefined) return sums;
    after = last.id;
  }
}
