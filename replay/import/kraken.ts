import { fieldsOf, listOf, textOf } from '../../shared/json.ts';
import { isTime, type MarketSymbol, type Venue, type VenueEvent } from './venue.ts';

/** Kraken's first protocol: data are arrays `[channel, data…, name, pair]`, everything else is an object with `event`. */
export const kraken: Venue = {
  name: 'kraken',
  read(value) {
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

function pairOf(text: string): MarketSymbol | undefined {
  const [, base, quote] = /^([A-Z0-9]{2,12})\/([A-Z0-9]{2,12})$/.exec(text) ?? [];
  return base === undefined || quote === undefined ? undefined : { base, quote };
}
