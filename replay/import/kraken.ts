import { type Fields, fieldsOf, listOf, textOf } from '../../shared/json.ts';
import { msOfTime } from './har-time.ts';
import { isTime, type MarketSymbol, plainDecimal, type Venue, type VenueEvent } from './venue.ts';

/**
 * Kraken's first protocol: data are arrays `[channel, data…, name, pair]`, everything else is an object with `event`. Its second
 * one: objects with `channel` and a list of `data`.
 */
export const kraken: Venue = {
  name: 'kraken',
  read(value) {
    const { channel, data } = fieldsOf(value);
    if (typeof channel === 'string' && Array.isArray(data))
      return data.map((one) => secondOf(channel, fieldsOf(one)));
    if (!Array.isArray(value))
      return [{ kind: 'ignored', what: textOf(fieldsOf(value)['event']) || 'frame of no known kind' }];
    const name = textOf(value.at(-2));
    const symbol = pairOf(textOf(value.at(-1)));
    if (symbol === undefined) return [{ kind: 'ignored', what: 'frame without a pair' }];
    if (name === 'trade') return listOf(value[1]).map((one) => tradeOf(symbol, listOf(one)));
    if (name === 'ticker') return [tickerOf(symbol, fieldsOf(value[1]))];
    return [{ kind: 'ignored', what: name || 'frame of no known kind' }];
  },
};

/** `[price, volume, time in s, …]` */
function tradeOf(symbol: MarketSymbol, [price, , time]: readonly unknown[]): VenueEvent {
  const timeMs = Math.floor(Number(textOf(time)) * 1000);
  if (!isTime(timeMs)) return { kind: 'ignored', what: 'trade without a time' };
  return { kind: 'trade', symbol, price: textOf(price), timeMs, eventMs: timeMs };
}

/** `c`: the last trade; `o`: the first of today (UTC). */
function tickerOf(symbol: MarketSymbol, { c, o }: Readonly<Record<string, unknown>>): VenueEvent {
  const open = textOf(listOf(o)[0]);
  return { kind: 'ticker', symbol, price: textOf(listOf(c)[0]), ...(open === '' ? {} : { open }) };
}

/** An item of the second protocol: numbers, and times as ISO 8601. */
function secondOf(channel: string, { symbol: pair, price, last, timestamp }: Fields): VenueEvent {
  const symbol = pairOf(textOf(pair));
  if (symbol === undefined || (channel !== 'trade' && channel !== 'ticker'))
    return { kind: 'ignored', what: symbol === undefined ? 'item without a pair' : channel };
  const stated = channel === 'trade' ? price : last;
  const text = plainDecimal(String(stated)) ?? String(stated);
  const timeMs = Math.floor(msOfTime(timestamp) ?? Number.NaN);
  const times = isTime(timeMs) ? { eventMs: timeMs } : {};
  if (channel === 'ticker') return { kind: 'ticker', symbol, price: text, ...times };
  return { kind: 'trade', symbol, price: text, ...(isTime(timeMs) ? { timeMs } : {}), ...times };
}

/** Of any script; some names have small letters. */
const PAIR = /^([\p{L}\p{N}]{1,20})\/([\p{L}\p{N}]{2,12})$/u;

function pairOf(text: string): MarketSymbol | undefined {
  const [, base, quote] = PAIR.exec(text.toUpperCase()) ?? [];
  return base === undefined || quote === undefined ? undefined : { base, quote };
}
