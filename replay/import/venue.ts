import { MAX_PRICE_PRECISION } from '../../shared/domain/price.ts';
import { listOf, parseJson, textOf } from '../../shared/json.ts';

/** The content of a venue's frame in common terms. Prices and volumes are decimal texts, as the venue wrote them. */
export type VenueEvent = VenueBody & {
  /** Time on the venue's clock, epoch ms; absent if the frame has none. */
  readonly eventMs?: number;
};

export type VenueBody =
  /**
   * `timeMs`: the time of the trade, which decides its candle; absent if the source states none. `aggTrade`: all fills of
   * one order at one price. `volume`: what the candle counts in place of the trade itself.
   */
  | {
      readonly kind: 'trade' | 'aggTrade';
      readonly symbol: MarketSymbol;
      readonly price: string;
      readonly timeMs?: number;
      readonly volume?: string;
    }
  /** `open`: the venue's first price of the day. */
  | { readonly kind: 'ticker'; readonly symbol: MarketSymbol; readonly price: string; readonly open?: string }
  /** The best bid, and the best ask where the venue has one. */
  | { readonly kind: 'book'; readonly symbol: MarketSymbol; readonly price: string; readonly ask?: string }
  /** The current state of a one-minute candle: `timeS` is its start, `trades` their number. */
  | {
      readonly kind: 'candle';
      readonly symbol: MarketSymbol;
      readonly timeS: number;
      readonly prices: readonly [open: string, high: string, low: string, close: string];
      readonly trades: number;
    }
  /** Says nothing of prices. */
  | { readonly kind: 'ignored'; readonly what: string }
  /** A price that cannot be taken as it is written: `what` names the instrument and the reason. */
  | { readonly kind: 'dropped'; readonly what: string };

/** An event with a price that was taken. */
export type PricedEvent = Exclude<VenueEvent, { kind: 'ignored' | 'dropped' }>;

export interface MarketSymbol {
  readonly base: string;
  readonly quote: string;
  /** Of a future: `PERP`, or its day. */
  readonly contract?: string;
}

/** A venue whose captures can be imported: its name on the command line, and the reader of its frames. */
export interface Venue {
  readonly name: string;
  /** Its socket's hosts, where another venue reads the same frames. */
  readonly hosts?: RegExp;
  /** `value`: the frame's JSON. Never throws; unknown frames become `ignored` events. */
  readonly read: (value: unknown) => readonly VenueEvent[];
}

export const timeOf = (value: unknown): { readonly eventMs?: number } =>
  isTime(value) ? { eventMs: value } : {};

const MAX_TIME_MS = 8_640_000_000_000;
export const isTime = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value <= MAX_TIME_MS;

const PRICE = /^-?\d{1,12}(\.\d{1,16})?$/;
const UNREADABLE: readonly VenueEvent[] = [{ kind: 'ignored', what: 'frame that is no JSON' }];

/** The events of a frame, the oldest first: some venues list their trades newest first. What has invalid prices is `dropped`. */
export function eventsOf(venue: Venue, frame: string): readonly VenueEvent[] {
  const messages = messagesIn(frame);
  if (messages === undefined) return UNREADABLE;
  const events = messages.flatMap((message) => venue.read(message)).map(sound);
  const timeOfTrade = (event: VenueEvent) => ('timeMs' in event ? event.timeMs : undefined);
  if (events.some((event) => timeOfTrade(event) === undefined)) return events;
  return events.toSorted((a, b) => (timeOfTrade(a) ?? 0) - (timeOfTrade(b) ?? 0));
}

/** SignalR and Engine.IO put it behind each message of a frame. */
const RECORD_SEPARATOR = '\x1e';
/** What Socket.IO (`42["name",…]`, `42/space,7["name",…]`) and SockJS (`a["…"]`) put before a message. */
const PREFIX = /^(?:\d+(?:\/[^,[{]*,)?\d*|a)(?=[[{])/;

/** The JSON values of a frame; undefined if it has others, or none. */
function messagesIn(frame: string): readonly unknown[] | undefined {
  const whole = parseJson(frame);
  if (whole !== undefined) return [whole];
  const texts = frame
    .replaceAll(RECORD_SEPARATOR, '\n')
    .split('\n')
    .filter((text) => text.trim() !== '');
  const messages = texts.flatMap((text) => {
    const value = parseJson(text.replace(PREFIX, ''));
    // SockJS: a list of messages, each a text of its own.
    return text.startsWith('a') ? listOf(value).map((one) => parseJson(textOf(one))) : [value];
  });
  return messages.length === 0 || messages.includes(undefined) ? undefined : messages;
}

function sound(event: VenueEvent): VenueEvent {
  if (event.kind === 'ignored' || event.kind === 'dropped') return event;
  const faults = pricesOf(event).map(faultOf);
  const fault = faults.find((one) => one !== undefined);
  if (fault !== undefined) return dropped(codeOf(event.symbol), `${event.kind} ${fault}`);
  if (event.kind !== 'book' || event.ask === undefined || faultOf(event.ask) === undefined) return event;
  // One side of a book may be empty.
  const { ask: _, ...bid } = event;
  return bid;
}

export const dropped = (code: string, why: string): VenueEvent => ({
  kind: 'dropped',
  what: `${code}: ${why}`,
});

export function pricesOf(event: PricedEvent): readonly string[] {
  if (event.kind === 'candle') return event.prices;
  return event.kind === 'ticker' && event.open !== undefined ? [event.price, event.open] : [event.price];
}

/** Why a text is no price of ours. */
function faultOf(text: string): string | undefined {
  if (!PRICE.test(text)) return 'without a price';
  if (Number(text) <= 0) return 'with a price that is not above zero';
  return decimalsOf(text) > MAX_PRICE_PRECISION
    ? `with more than ${MAX_PRICE_PRECISION} decimals`
    : undefined;
}

/** Ignores the trailing zeros that venues pad with. */
export function decimalsOf(price: string): number {
  const point = price.indexOf('.');
  if (point < 0) return 0;
  let end = price.length;
  while (price[end - 1] === '0') end--;
  return end - point - 1;
}

export const codeOf = ({ base, quote, contract }: MarketSymbol): string =>
  base + quote + (contract === undefined ? '' : `_${contract}`);

const PLAIN = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

/** A number, also one with an exponent, as an exact plain decimal; undefined for any other text. */
export function plainDecimal(text: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = PLAIN.exec(text.trim()) ?? [];
  if (whole === '') return undefined;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const padded = digits.padStart(digits.length + Math.max(0, 1 - point), '0').padEnd(point, '0');
  const at = Math.max(1, point);
  const rest = padded.slice(at);
  const integer = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  return `${sign === '-' ? '-' : ''}${integer}${rest === '' ? '' : `.${rest}`}`;
}
