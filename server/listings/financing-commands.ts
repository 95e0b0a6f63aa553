import { parseScaled } from '../../shared/domain/decimal.ts';
import {
  type NightTerms,
  nextNight,
  nightCost,
  parseNightTime,
  RATE_DECIMALS,
  type Rates,
  rateFromWire,
  rateToWire,
} from '../../shared/domain/financing.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import {
  addMoney,
  money,
  moneyToWire,
  negMoney,
  withinMoney,
  ZERO_MONEY,
} from '../../shared/domain/money.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { changedFacts, isoOf, UNCHANGED } from '../command-values.ts';
import { rateNow } from '../exchange/valuation.ts';
import type { OperatorAnswer, Verb } from '../resource.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Listings } from './listings.ts';

export interface FinancingDeps {
  readonly listings: Listings;
  readonly store: Pick<Store, 'read'>;
  readonly config: { readonly financingTime: string };
}

const MOST_RATE = rateFromWire(100);

/** What an operator sees of an instrument's rates. */
export const rateFacts = ({ longRate = 0, shortRate = 0 }: Partial<Rates>) => ({
  long: rateToWire(longRate),
  short: rateToWire(shortRate),
});

/** The verb `financing` of instruments. */
export const financingVerb: Verb<FinancingDeps> = {
  help: 'Sets what a buy and a sell pay for each night, from the next one on; first says what that would book',
  parameters: {
    code: { help: 'The code, as in EURUSD', logged: true },
    long: {
      help: 'Percent a year, -100 to 100 with at most 4 decimals; below 0: a buy receives',
      logged: true,
    },
    short: { help: 'The same of a sell; 0 0: nothing is booked', logged: true },
    yes: { help: 'Changes it', optional: true, isFlag: true },
  },
  async run({ listings, store, config }, { code: typed = '', long = '', short = '', yes }) {
    const code = typed.toUpperCase();
    const [longRate, shortRate] = [readRate(long), readRate(short)];
    if (longRate === undefined || shortRate === undefined)
      return err('long and short are percent a year from -100 to 100, with at most 4 decimals.');
    const found = listings.find(code);
    if (!found.ok) return err(found.error.message);
    const rates = { longRate, shortRate };
    const before = found.value.instrument;
    const next = await nextBooking(store.read, listings, { ...before, ...rates }, config.financingTime);
    if (!next.ok) return next;
    const row = { code, ...rateFacts(yes === undefined ? before : rates) };
    if (yes === undefined) {
      const to = rateFacts(rates);
      const rows = [{ ...row, to_long: to.long, to_short: to.short, ...next.value }];
      return ok({ rows, note: `${MEANING} ${UNCHANGED}`, failed: true });
    }
    const set = await listings.setNightRates(code, rates);
    if (!set.ok) return err(set.error.message);
    return ok({
      rows: [{ ...row, ...next.value }],
      note: MEANING,
      changed: changedFacts({ code, ...rateFacts(before) }, { code, ...rateFacts(rates) }, ['code']),
    } satisfies OperatorAnswer);
  },
};

const MEANING =
  'positions: those that are open now; customers and house: what the next night would book to accounts for real money, and to the house, in USD at the price now.';

function readRate(text: string): number | undefined {
  const rate = parseScaled(text, RATE_DECIMALS);
  return rate.ok && Math.abs(rate.value) <= MOST_RATE ? rate.value : undefined;
}

/** What the next night would book at the present price. Positions of demo accounts are counted, but not their amounts. */
async function nextBooking(
  db: Db,
  { market }: Pick<Listings, 'market'>,
  instrument: Instrument,
  financingTime: string,
): Promise<Result<Readonly<Record<string, number | string>>, string>> {
  const time = parseNightTime(financingTime);
  const night = time && nextNight(instrument, market.now(), time);
  const rows = await db
    .selectFrom('orders')
    .innerJoin('accounts', 'accounts.id', 'orders.account_id')
    .select(({ fn }) => ['orders.side', 'orders.volume', 'accounts.book', fn.countAll<number>().as('count')])
    .where('orders.status', '=', 'open')
    .where('orders.code', '=', instrument.code)
    .groupBy(['orders.side', 'orders.volume', 'accounts.book'])
    .execute();
  const positions = rows.reduce((sum, { count }) => sum + Number(count), 0);
  const close = market.quote(instrument.id)?.close;
  const rate = rateNow(instrument, market);
  const costs = instrument.longRate !== 0 || instrument.shortRate !== 0;
  if (costs && positions > 0 && (close === undefined || rate === undefined))
    return err(
      `${instrument.code} has no price yet, so that nobody can say what a night would cost: try again later.`,
    );
  const sum = withinMoney(() =>
    rows.reduce((all, { side, volume, book, count }) => {
      if (book !== 'real' || close === undefined || rate === undefined || night === undefined) return all;
      const terms: NightTerms = { ...instrument, close, rate, nights: night.nights };
      return addMoney(all, money(nightCost({ side, volume }, terms) * Number(count)));
    }, ZERO_MONEY),
  );
  if (night === undefined || sum === undefined) return err('The next night cannot be said.');
  return ok({
    next_night: isoOf(night.at),
    nights: night.nights,
    positions,
    customers: moneyToWire(negMoney(sum)),
    house: moneyToWire(sum),
  });
}
