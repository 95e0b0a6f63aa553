import { isFields, listOf } from '../../shared/json.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { splitPair } from './binance.ts';
import { msOfNumber, msOfTime, TIME_UNITS } from './har-time.ts';
import { dropped, isTime, type MarketSymbol, plainDecimal, type Venue, type VenueEvent } from './venue.ts';

/*
 * Reads any JSON stream by a map that says where its values lie (docs/recordings.md, "Any other stream").
 */

/** Where the values of a stream's messages lie. */
export interface StreamMap {
  readonly name: string;
  /** A list in the message with one event in each item; undefined: the message is one event. */
  readonly each: JsonPath | undefined;
  /** Only messages with one of these values at the path are read. */
  readonly where: readonly Condition[];
  /** Where the symbol lies, or the symbol itself for a stream of one instrument. */
  readonly symbol: JsonPath | { readonly literal: string };
  /** Its first group is the symbol in a longer text. */
  readonly symbolPattern: RegExp | undefined;
  readonly price: JsonPath | undefined;
  /** The price where a message has no `price`: the bid, of a stream without bids the ask. */
  readonly book: JsonPath | undefined;
  /** The ask beside the bid. */
  readonly ask: JsonPath | undefined;
  readonly volume: JsonPath | undefined;
  /** Undefined: the capture's own times count. */
  readonly time: JsonPath | undefined;
  /** Undefined: decided by the size of the number, or by the form of the text. */
  readonly timeUnit: keyof typeof TIME_UNITS | undefined;
}

/** Where a value lies in a message: names of fields and places in lists. */
interface JsonPath {
  /** As it was written. */
  readonly text: string;
  /** Whether it counts from the whole message and not from an item of its list. */
  readonly isFromRoot: boolean;
  readonly steps: readonly (string | number)[];
}

interface Condition {
  readonly path: JsonPath;
  readonly values: readonly unknown[];
}

const FIELDS: readonly string[] = [
  'name',
  'each',
  'where',
  'symbol',
  'symbol_pattern',
  'price',
  'bid',
  'ask',
  'volume',
  'time',
  'time_unit',
];

/** A field of the map that makes no sense; the message names it. */
class MapError extends Error {
  override readonly name = 'MapError';
}

/** @returns a sentence that names the wrong field, if there is one */
export function parseStreamMap(text: string): Result<StreamMap, string> {
  try {
    return ok(mapOf(JSON.parse(text)));
  } catch (error) {
    if (error instanceof MapError) return err(error.message);
    if (error instanceof SyntaxError) return err(`it is no JSON: ${error.message}`);
    throw error;
  }
}

/** @throws MapError */
function mapOf(value: unknown): StreamMap {
  if (!isFields(value)) throw new MapError('it is no JSON object');
  const unknown = Object.keys(value).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) throw new MapError(`"${unknown}" is not known; known are ${FIELDS.join(', ')}`);
  const path = (name: string) => pathOf(name, value[name]);
  const symbol = symbolAt(value['symbol']);
  const [price, bid, ask] = [path('price'), path('bid'), path('ask')];
  if (price === undefined && bid === undefined && ask === undefined)
    throw new MapError('it says of no price where it lies: "price", "bid" or "ask"');
  return {
    name: nameOf(value['name']),
    each: path('each'),
    where: conditionsOf(value['where']),
    symbol,
    symbolPattern: patternOf(value['symbol_pattern']),
    price,
    book: bid ?? ask,
    ask: bid && ask,
    volume: path('volume'),
    time: path('time'),
    timeUnit: unitOf(value['time_unit']),
  };
}

function nameOf(value: unknown = 'mapped stream'): string {
  if (typeof value !== 'string' || value.trim() === '') throw new MapError('"name" is no text');
  return value.slice(0, 60);
}

function pathOf(name: string, value: unknown): JsonPath | undefined {
  if (value === undefined) return undefined;
  const path = typeof value === 'string' ? parseJsonPath(value) : undefined;
  if (path === undefined)
    throw new MapError(`"${name}" must be a path such as data.trades[0].price, not ${JSON.stringify(value)}`);
  return path;
}

/** A text that begins with `=` is the symbol itself. */
function symbolAt(value: unknown): StreamMap['symbol'] {
  if (value === undefined) throw new MapError('"symbol" is missing');
  if (typeof value === 'string' && value.startsWith('=')) {
    const literal = value.slice(1);
    if (marketSymbol(literal) === undefined)
      throw new MapError(`"symbol" must name an instrument such as =EUR/USD, not ${JSON.stringify(value)}`);
    return { literal };
  }
  const path = pathOf('symbol', value);
  if (path === undefined) throw new MapError('"symbol" is missing');
  return path;
}

function conditionsOf(value: unknown = {}): readonly Condition[] {
  if (!isFields(value)) throw new MapError('"where" must be an object of paths and values');
  return Object.entries(value).map(([text, wanted]) => {
    const path = parseJsonPath(text);
    if (path === undefined) throw new MapError(`"where": ${JSON.stringify(text)} is not a path`);
    const values = Array.isArray(wanted) ? wanted : [wanted];
    if (values.length === 0 || values.some((one) => typeof one === 'object'))
      throw new MapError(`"where": the value of ${text} must be a text, a number or a list of these`);
    return { path, values };
  });
}

function patternOf(value: unknown): RegExp | undefined {
  if (value === undefined) return undefined;
  try {
    if (typeof value === 'string' && /\((?!\?)/.test(value)) return new RegExp(value);
  } catch {
    // Said below.
  }
  throw new MapError(`"symbol_pattern" must be a pattern with a group, not ${JSON.stringify(value)}`);
}

function unitOf(value: unknown): keyof typeof TIME_UNITS | undefined {
  if (value === undefined) return undefined;
  const unit = (Object.keys(TIME_UNITS) as (keyof typeof TIME_UNITS)[]).find((one) => one === value);
  if (unit === undefined)
    throw new MapError(
      `"time_unit" must be one of ${Object.keys(TIME_UNITS).join(', ')}, not ${JSON.stringify(value)}`,
    );
  return unit;
}

/** The venue whose messages the map describes. */
export const mappedVenue = (map: StreamMap): Venue => ({
  name: map.name,
  read(message) {
    const items = map.each === undefined ? [message] : listOf(valueAt(map.each, message));
    return items.length === 0
      ? [{ kind: 'ignored', what: missing('list', [map.each]) }]
      : items.map((item) => eventOf(map, message, item));
  },
});

function eventOf(map: StreamMap, message: unknown, item: unknown): VenueEvent {
  const at = (path: JsonPath) => valueAt(path, path.isFromRoot ? message : item);
  const other = map.where.find(({ path, values }) => !values.includes(at(path)));
  if (other !== undefined) return { kind: 'ignored', what: unwanted(other.path, at(other.path), message) };
  const name = symbolText(map, at);
  if (name === '') return { kind: 'ignored', what: missing('symbol', [symbolPath(map)]) };
  const symbol = marketSymbol(name);
  if (symbol === undefined) return dropped(name, 'symbol of no known form');
  const timeMs = map.time === undefined ? undefined : timeOf(at(map.time), map.timeUnit);
  if (map.time !== undefined && timeMs === undefined)
    return { kind: 'ignored', what: missing('time', [map.time]) };
  const times = timeMs === undefined ? {} : { eventMs: timeMs };
  const price = map.price === undefined ? undefined : priceText(at(map.price));
  if (price !== undefined)
    return {
      kind: 'trade',
      symbol,
      price,
      ...(timeMs === undefined ? {} : { timeMs }),
      ...(map.volume === undefined ? {} : { volume: volumeOf(at(map.volume)) }),
      ...times,
    };
  const [book, ask] = [map.book, map.ask].map((path) =>
    path === undefined ? undefined : priceText(at(path)),
  );
  return book === undefined
    ? { kind: 'ignored', what: missing('price', [map.price, map.book]) }
    : { kind: 'book', symbol, price: book, ...(ask === undefined ? {} : { ask }), ...times };
}

/** Beside `each` a path begins at the item: a hint where the message has what the item lacks. */
const unwanted = (path: JsonPath, value: unknown, message: unknown): string =>
  value === undefined && !path.isFromRoot && valueAt(path, message) !== undefined
    ? `item without ${path.text} ($.${path.text} is the message's)`
    : `message with ${path.text} ${shortOf(value)}`;

const missing = (what: string, paths: readonly (JsonPath | undefined)[]): string =>
  `message without a ${what} at ${paths.flatMap((path) => path?.text ?? []).join(' or ')}`;

const symbolPath = ({ symbol }: StreamMap) => ('literal' in symbol ? undefined : symbol);

const shortOf = (value: unknown): string => (JSON.stringify(value) ?? 'missing').slice(0, 30);

function symbolText({ symbol, symbolPattern }: StreamMap, at: (path: JsonPath) => unknown): string {
  const value = 'literal' in symbol ? symbol.literal : at(symbol);
  const text = typeof value === 'string' ? value : '';
  return symbolPattern === undefined ? text : (symbolPattern.exec(text)?.[1] ?? '');
}

const ROOT = /^\$/;
/** `.name`, at the beginning without the point; `[3]`, `[-1]`; `["any name"]`. */
const STEP = /\.?([A-Za-z_][\w-]*)|\[(-?\d{1,9})\]|\["([^"]*)"\]/y;

/** Reads a path such as `data.trades[0]`, `$.stream` or `["odd name"]`; undefined if the text is not a path. */
function parseJsonPath(text: string): JsonPath | undefined {
  const isFromRoot = ROOT.test(text);
  const steps: (string | number)[] = [];
  let at = isFromRoot ? 1 : 0;
  while (at < text.length) {
    STEP.lastIndex = at;
    const found = STEP.exec(text);
    if (found === null || (text[at] === '.' && at === 0)) return undefined;
    const [whole, name, place, quoted] = found;
    if (name !== undefined && at > 0 && text[at] !== '.') return undefined;
    steps.push(name ?? quoted ?? Number(place));
    at += whole.length;
  }
  return steps.length > 0 || isFromRoot ? { text, isFromRoot, steps } : undefined;
}

/** The value at a path; undefined if the path leads nowhere. */
function valueAt({ steps }: JsonPath, value: unknown): unknown {
  let found = value;
  for (const step of steps) {
    if (typeof step === 'number') found = Array.isArray(found) ? found.at(step) : undefined;
    else found = isFields(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  return found;
}

/** Letters of any script, and digits. */
const PAIR = /^([\p{Lu}\p{Lo}\p{Nd}]{2,12})[-/_:]([\p{Lu}\p{Lo}\p{Nd}]{2,12})$/u;
const WORD = /^[\p{Lu}\p{Lo}\p{Nd}]{2,20}$/u;

/** `EUR/USD`, `BTC-USDT`, `btc_usdt`, `EURUSD`. */
function marketSymbol(text: string): MarketSymbol | undefined {
  const upper = text.toUpperCase();
  const [, base, quote] = PAIR.exec(upper) ?? [];
  if (base !== undefined && quote !== undefined) return { base, quote };
  return WORD.test(upper) ? splitPair(upper) : undefined;
}

function timeOf(value: unknown, unit: StreamMap['timeUnit']): number | undefined {
  const stated = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  const time = Number.isNaN(stated) ? value : stated;
  const ms = unit === undefined || typeof time !== 'number' ? msOfTime(time) : msOfNumber(time, unit);
  return isTime(ms) ? Math.floor(ms) : undefined;
}

/** A plain decimal; another text as it is, which is no price then. Undefined if there is neither a number nor a text. */
function priceText(value: unknown): string | undefined {
  if (value === '' || (typeof value !== 'string' && typeof value !== 'number')) return undefined;
  return plainDecimal(String(value)) ?? String(value);
}

/** What is no volume counts nothing. */
const volumeOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '0';
