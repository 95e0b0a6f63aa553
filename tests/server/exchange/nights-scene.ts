import { sql } from 'kysely';
import type { ledgerRepository } from '../../../server/ledger/ledger-repository.ts';
import { wireInstrument, wireQuotes } from '../../../server/listings/market-encoder.ts';
import { seededRandom } from '../../../server/seeded-random.ts';
import { decodeInstruments } from '../../../shared/contract/domain.ts';
import { decodeOrders, encodeOrder } from '../../../shared/contract/order-row.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { nextNight, nightCost, parseNightTime } from '../../../shared/domain/financing.ts';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { orderId, type Position, type Side } from '../../../shared/domain/order.ts';
import { priceFromWire } from '../../../shared/domain/price.ts';
import { rateOf } from '../../../shared/domain/rate.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { good, INSTRUMENTS, startDealing, ticket } from '../../helpers/dealing.ts';
import { over, type Rational, rounded, times, whole } from '../../helpers/rational.ts';

/*
 * Random trades over weeks: what is promised of each night from the texts that the app gets, and what was booked. The promise is
 * made twice, by the app's function, and by hand from the digits.
 */

const TIME = '17:00 America/New_York';
const [WEDNESDAY, FRIDAY] = [3, 5];
const HOUR_MS = 3_600_000;

/** With a first price, and the day of the week whose night is triple. */
const LISTED = [
  ['EURUSD', 1.2, WEDNESDAY],
  ['XAUUSD', 2_000, WEDNESDAY],
  ['USDJPY', 150, WEDNESDAY],
  ['USDCHF', 0.9, WEDNESDAY],
  ['HSBC', 60, FRIDAY],
  ['USDHKD', 7.8, WEDNESDAY],
  // Each day, once.
  ['GBPUSD', 1.5, undefined],
] as const;

/** By order and night. */
type Amounts = ReadonlyMap<string, bigint>;

interface Nights {
  readonly promised: Amounts;
  readonly byHand: Amounts;
  readonly booked: Amounts;
  readonly closed: number;
}

/** @param from the first day; its market is open, also on weekends */
export async function tradedNights(
  trades: number,
  from: number,
  days: number,
  seed: string,
): Promise<Nights> {
  const random = seededRandom(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random.next() * all.length)] as T;
  const instruments = LISTED.map(([code, , tripleDay]) => ({
    ...(INSTRUMENTS.find((one) => one.code === code) as Instrument),
    tripleDay,
  }));
  const dealing = await startDealing({ instruments, financingTime: TIME, balance: 900_000_000 });
  const { market, exchange, clock, store } = dealing;
  const prices = new Map<string, number>(LISTED.map(([code, first]) => [code, first]));
  const passTo = (at: number) => {
    clock.jump(at - market.now());
    market.pass(at - market.now());
  };
  const tickAll = () => {
    for (const [code, now] of prices) {
      prices.set(code, now * (1 + random.gauss() * 0.0005));
      market.tick(code, prices.get(code) ?? now);
    }
  };
  const ratesOf = new Map<string, readonly [number, number]>();
  const setRates = async () => {
    const code = pick(LISTED)[0];
    const rate = () => (random.next() < 0.1 ? 0 : Math.round((random.next() - 0.3) * 100_000) / 10_000);
    ratesOf.set(code, [rate(), rate()]);
    await dealing.setNightRates(code, ...(ratesOf.get(code) ?? [0, 0]));
  };
  passTo(from);
  tickAll();
  const accounts: AccountId[] = [];
  for (let i = 0; i < 20; i++) accounts.push(await dealing.openAccount());
  for (let i = 0; i < 20; i++) await setRates();

  const [promised, byHand] = [new Map<string, bigint>(), new Map<string, bigint>()];
  const promise = async () => {
    const texts = textsOf();
    for (const account of accounts) {
      const orders = JSON.stringify(
        (await exchange.working(account)).map((one) => encodeOrder(one, undefined)),
      );
      for (const { id, at, amount, hand } of promisesOf(orders, texts, market.now())) {
        promised.set(`${id} ${at}`, BigInt(amount));
        byHand.set(`${id} ${at}`, hand);
      }
    }
  };
  /** As they are sent. */
  const textsOf = () => ({
    instruments: JSON.stringify(
      market.instruments().map((one) => {
        const [long, short] = ratesOf.get(one.code) ?? [0, 0];
        const rates = { longRate: Math.round(long * 10_000), shortRate: Math.round(short * 10_000) };
        return wireInstrument({ ...one, ...rates }, market.quote(one.id), 'en');
      }),
    ),
    quotes: JSON.stringify(wireQuotes(market, market.instruments())),
  });
  const trade = async (account: AccountId) => {
    const [open] = (await exchange.working(account)).filter(() => random.next() < 0.3);
    const [code] = pick(LISTED);
    const side = random.next() < 0.5 ? ('buy' as const) : ('sell' as const);
    const lots = (1 + Math.floor(random.next() * 150)) / 100;
    good(await exchange.submit(account, ticket(code, side, { lots, multiple: 100 })));
    if (open?.status !== 'open') return;
    const part =
      random.next() < 0.3 && open.volume >= 400 ? volume(Math.floor(open.volume / 200) * 100) : undefined;
    good(await exchange.close(account, open.id, undefined, part));
  };
  const nightTime = parseNightTime(TIME);
  if (nightTime === undefined) throw new Error(TIME);

  const perHour = trades / days / 6;
  let [done, closed] = [0, 0];
  for (let day = 0; day < days; day++) {
    const { at: night } = nextNight({}, market.now(), nightTime);
    for (let hour = 6; hour > 0; hour--) {
      passTo(night - hour * 3 * HOUR_MS);
      tickAll();
      const due = Math.round((day * 6 + 7 - hour) * perHour) - done;
      done += due;
      for (let left = due; left > 0; left -= accounts.length)
        await Promise.all(accounts.slice(0, left).map(trade));
    }
    if (random.next() < 0.3) await setRates();
    passTo(night - (random.next() < 0.2 ? 0 : 1 + Math.floor(random.next() * 60_000)));
    tickAll();
    await promise();
    passTo(Math.max(night + 1, market.now()));
    tickAll();
    if (random.next() < 0.3) await Promise.all(accounts.slice(0, 5).map(closeAll));
    // On some nights the exchange looks late, when the prices are others.
    if (random.next() < 0.3) passTo(night + HOUR_MS);
    tickAll();
    clock.advance(1_500);
    await Promise.all(accounts.map((account) => exchange.cancel(account, orderId(0))));
  }
  async function closeAll(account: AccountId) {
    for (const { id } of (await exchange.working(account)).slice(0, 3)) {
      good(await exchange.close(account, id, undefined, undefined));
      closed++;
    }
  }
  const booked = await bookedOf(store.read);
  await dealing.stop();
  return { promised, byHand, booked, closed };
}

async function bookedOf(db: Parameters<typeof ledgerRepository>[0]): Promise<Amounts> {
  const rows = await db
    .selectFrom('postings')
    .innerJoin('entries', 'entries.posting_id', 'postings.id')
    .select(['postings.order_id', 'postings.at', 'entries.amount'])
    .where('postings.kind', '=', 'financing')
    .where(sql<boolean>`entries.ledger_account_id like 'house:%'`)
    .execute();
  const found = new Map<string, bigint>();
  for (const { order_id, at, amount } of rows) {
    const key = `${order_id} ${at}`;
    if (found.has(key)) throw new Error(`${key} is booked twice`);
    found.set(key, BigInt(amount));
  }
  return found;
}

interface Texts {
  readonly instruments: string;
  readonly quotes: string;
}

/** What the next night of each position will cost, from what the exchange has sent. */
function promisesOf(orders: string, { instruments, quotes }: Texts, now: number) {
  const listed = decodeInstruments({ list: JSON.parse(instruments) });
  const positions = decodeOrders(JSON.parse(orders));
  const time = parseNightTime(TIME);
  if (!listed.ok || !positions.ok || time === undefined) throw new Error('the texts cannot be read');
  const digitsOfPrices = new Map(
    [...quotes.matchAll(/\[(\d+),([\d.]+),/g)].map(([, id, close = '']) => [Number(id), close]),
  );
  const byCode = new Map(listed.value.map((one) => [one.code, one]));
  const closeOf = (one: Instrument) => priceFromWire(Number(digitsOfPrices.get(one.id)), one.precision);
  return (positions.value as readonly Position[]).flatMap((position) => {
    const instrument = byCode.get(position.code);
    if (instrument === undefined) throw new Error(position.code);
    const { at, nights } = nextNight(instrument, now - 1, time);
    // Not every instrument has a night today.
    if (at - now > HOUR_MS) return [];
    const { settle } = instrument;
    const conversion = settle.status === 'none' ? undefined : byCode.get(settle.code);
    const rate = rateOf(settle, conversion && closeOf(conversion), conversion?.precision ?? 0);
    if (rate === undefined) throw new Error(`${position.code} has no rate`);
    const amount = nightCost(position, { ...instrument, close: closeOf(instrument), rate, nights });
    const hand = handOf(position, position.side);
    return amount === 0 ? [] : [{ id: position.id, at, amount, hand }];

    /** lots x contract size x close x rate x percent / 100 / 360 x nights, from the digits. */
    function handOf({ id }: Position, side: Side): bigint {
      const [, lots = ''] = new RegExp(`"Id":${id},.*?"Quantity":([\\d.]+)`).exec(orders) ?? [];
      const row = rowOf(instruments, position.code);
      const price = decimal(digitsOfPrices.get(Number(digits(row, 'Id'))) ?? '');
      const settleCode = /"SettleCode":"(\w*)"/.exec(row)?.[1] ?? '';
      const converts =
        settleCode && decimal(digitsOfPrices.get(Number(digits(rowOf(instruments, settleCode), 'Id'))) ?? '');
      const inUsd = !converts ? whole(1) : over(whole(1), converts);
      const percent = decimal(digits(row, side === 'buy' ? 'LongRate' : 'ShortRate'));
      const top = times(
        decimal(lots),
        decimal(digits(row, 'ForexContNum')),
        price,
        inUsd,
        percent,
        whole(nights),
      );
      return rounded(over(top, whole(36_000)), 6);
    }
  });
}

const rowOf = (instruments: string, code: string): string =>
  instruments.split(/(?=\{"Id":)/).find((row) => row.includes(`"Code":"${code}"`)) ?? '';
const digits = (row: string, name: string): string =>
  new RegExp(`"${name}":(-?[\\d.]+)`).exec(row)?.[1] ?? '0';

/** The digits of a text. */
function decimal(text: string): Rational {
  const [, sign, units = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (units === '') throw new Error(`not a decimal: ${text}`);
  return { top: BigInt(`${sign}${units}${fraction}`), bottom: 10n ** BigInt(fraction.length) };
}

export const SPRING = Date.UTC(2026, 2, 4, 10);
export const AUTUMN = Date.UTC(2026, 9, 5, 10);
export const WEEKS_DAYS = 60;
