import { createHash, randomBytes } from 'node:crypto';
import { ROUTES, type RouteShape } from '../../shared/contract/routes.ts';
import { orderWireNames } from '../../shared/domain/order.ts';
import { isFields, parseJson } from '../../shared/json.ts';
import { MASK } from '../../shared/private-text.ts';
import type { RecordEntry } from '../format/format.ts';
import type { Made, OpenRecording } from './entries.ts';
import { topicOf } from './filter.ts';

/** How the account's figures are changed; the same for equal secrets. */
interface Disguise {
  readonly factor: number;
  /** Added to the numbers of accounts and orders. */
  readonly offset: number;
}

const [LEAST_FACTOR, FACTORS] = [0.25, 16];
const [LEAST_OFFSET, OFFSETS] = [1_000_000, 1_000_000_000];

/** @param secret a random one if undefined */
function disguiseOf(secret: string | undefined): Disguise {
  const bytes = createHash('sha256')
    .update(secret ?? randomBytes(32))
    .digest();
  return {
    factor: LEAST_FACTOR * FACTORS ** (bytes.readUInt32BE(0) / 2 ** 32),
    offset: LEAST_OFFSET + (bytes.readUInt32BE(4) % OFFSETS),
  };
}

/**
 * A recording whose account cannot be recognised: its numbers are others, its amounts and volumes are scaled by one
 * factor, notes are masked. Prices, candles, times and the order of frames stay.
 */
export function anonymise(
  { header, entries }: Pick<OpenRecording, 'header' | 'entries'>,
  secret: string | undefined,
): Made {
  return { header, entries: anonymised(entries, disguiseOf(secret)) };
}

async function* anonymised(entries: OpenRecording['entries'], how: Disguise): AsyncGenerator<RecordEntry> {
  for await (const { entry } of entries) yield disguised(entry, how);
}

function disguised(entry: RecordEntry, how: Disguise): RecordEntry {
  switch (entry.kind) {
    case 'in':
    case 'out':
      return isMarket(topicOf(entry)) ? entry : { ...entry, text: disguisedText(entry.text, how) };
    case 'http':
      if (PUBLIC_PATHS.has(entry.path)) return entry;
      return {
        ...entry,
        query: Object.fromEntries(
          Object.entries(entry.query).map(([name, text]) => [name, String(hidden(text, how, name))]),
        ),
        body: hidden(entry.body, how),
      };
    case 'command':
      return { ...entry, args: argumentsOf(entry.name, entry.args, how) };
    case 'page':
      return entry.event === 'choice' && entry.name === 'order.sheet' && entry.value !== ''
        ? { ...entry, value: String(Number(entry.value) + how.offset) }
        : entry;
    default:
      return entry;
  }
}

const isMarket = (topic: string | undefined): boolean =>
  topic !== undefined && (topic === 'DAY_MARKET' || topic.startsWith('KLINE.'));

function disguisedText(text: string, how: Disguise): string {
  const value = parseJson(text);
  return isFields(value) ? JSON.stringify(hidden(value, how)) : text;
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Calls without a session whose answers name an account all the same. */
const ENTRIES = words('login createDemoAccount');
/** Calls with a session whose answers have only numbers that everybody knows: instruments, currencies, rates. */
const SAME_FOR_ALL = words(`
  getFavourites setFavourites getDepositCoins getDepositSymbols getDepositBanks getDrawCurrencies
`);
const PUBLIC = Object.entries<RouteShape>(ROUTES).filter(([name, { session }]) =>
  session === true ? SAME_FOR_ALL.has(name) : !ENTRIES.has(name),
);
const PUBLIC_CALLS: ReadonlySet<unknown> = new Set(PUBLIC.map(([name]) => name));
const PUBLIC_PATHS: ReadonlySet<string> = new Set(PUBLIC.map(([, { path }]) => path));

/** Commands that say nothing of an account. */
const PLAIN_COMMANDS = words(`
  configure resume counted pageEvent pageError setLanguage watch watchSparklines refreshMarket refreshAccount candles
  olderCandles signOut signInDemo resetDemo leaders companyStatus search
`);
/** The names of the arguments of commands whose arguments have none. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  closeOrder: ['id', 'cid', 'tappedAt', 'volume'],
  amendOrder: ['id', 'cid', 'tappedAt', 'targetPrice'],
  cancelOrder: ['id'],
  setStops: ['id'],
  submitOrder: ['order', 'tappedAt'],
  history: ['page'],
  ask: ['kind'],
  mark: ['', 'ts'],
};

const argumentsOf = (name: string, args: readonly unknown[], how: Disguise): readonly unknown[] =>
  PLAIN_COMMANDS.has(name) || (name === 'ask' && PUBLIC_CALLS.has(args[0]))
    ? args
    : args.map((arg, at) => hidden(arg, how, ARGUMENTS[name]?.[at] ?? ''));

/** Kinds of an order's fields that neither identify it nor are amounts. */
const KEPT_KINDS = words('instrument code precision side status multiple price points time word percent');
/**
 * Fields that neither identify an account nor are amounts: states, times, instruments, prices. A value that is known
 * from elsewhere must be among them, since beside it a changed one shows by how much all are changed.
 */
const KEPT = words(`
  ${orderWireNames(KEPT_KINDS)}
  cmd topic seq ts code msg forex_id period limit end page total multiple target_price stop_loss_price
  target_profit_price trail_points deviation price seen_price seen_side percent repeat on fired_at created_at seen_at is_demo
  review_status status type kind language instrumentId side seenPrice seenAt tappedAt deviationPoints targetPrice
  stopLoss takeProfit trailPoints mode currency_code days start from to wins losses reached repeats isOn draw_type
  draw_id retry_after_s at by tick_at ask
`);
/** Objects that are the exchange's own, with their numbers. */
const KEPT_OBJECTS = words('draw_currency');
const NUMBERS = words('Id id ids uid data');
/** Of a withdrawal. The exchange's fee may be a fixed one, and is then the difference of the amounts. */
const ZEROED = words('fee real_number');
/** In hundredths of a lot. */
const WHOLE = words('volume');
const NUMBER_TEXT = /^-?\d+(\.\d+)?$/;

/** @param name the field that holds it; the items of a list count as values of its field */
function hidden(value: unknown, how: Disguise, name = ''): unknown {
  if (KEPT_OBJECTS.has(name)) return value;
  if (Array.isArray(value)) return value.map((one) => hidden(one, how, name));
  if (isFields(value))
    return Object.fromEntries(Object.entries(value).map(([field, one]) => [field, hidden(one, how, field)]));
  if (KEPT.has(name)) return value;
  if (typeof value === 'number') return hiddenNumber(value, how, name);
  if (typeof value !== 'string' || value === '') return value;
  return NUMBER_TEXT.test(value) ? String(hiddenNumber(Number(value), how, name)) : MASK;
}

function hiddenNumber(value: number, { factor, offset }: Disguise, name: string): number {
  if (value === 0 || ZEROED.has(name)) return 0;
  if (NUMBERS.has(name)) return value + offset;
  const parts = WHOLE.has(name) ? 1 : 100;
  const scaled = Math.max(1, Math.round(Math.abs(value) * factor * parts)) / parts;
  return value < 0 ? -scaled : scaled;
}
