import { fieldsOf, textOf } from '../../shared/json.ts';
import { dropped, isTime, type MarketSymbol, timeOf, type Venue, type VenueBody } from './venue.ts';

type Fields = Readonly<Record<string, unknown>>;
type Read = (data: Fields, symbol: MarketSymbol) => VenueBody;

/** Quote currencies at the end of symbols, the longer first: `ETHBTC` is ETH in BTC, `BTCUSDT` BTC in USDT. */
const QUOTES = [
  'FDUSD',
  'USDT',
  'USDC',
  'BUSD',
  'TUSD',
  'USD',
  'EUR',
  'GBP',
  'TRY',
  'JPY',
  'BTC',
  'ETH',
  'BNB',
];
/** Letters of any script. What follows the underscore is the contract of a future: `BTCUSD_PERP`, `BTCUSD_240927`. */
const SYMBOL = /^([\p{Lu}\p{Lo}\p{Nd}]{2,20})(?:_([A-Z0-9]{1,10}))?$/u;

/** A venue of Binance: frames `{stream, data}` or `data` alone, told apart by `data.e`. */
function binanceVenue(name: string, hosts: RegExp): Venue {
  return {
    name,
    hosts,
    read(value) {
      const frame = fieldsOf(value);
      const stream = textOf(frame['stream']);
      const data = stream === '' ? frame : fieldsOf(frame['data']);
      const what = textOf(data['e']) || nameless(stream, data);
      const name = textOf(data['s']);
      const symbol = symbolOf(name);
      const read = Object.hasOwn(READS, what) ? READS[what as keyof typeof READS] : undefined;
      const body: VenueBody =
        read === undefined
          ? { kind: 'ignored', what }
          : symbol === undefined
            ? dropped(name, `${what} with a symbol of no known form`)
            : read(data, symbol);
      return [{ ...body, ...timeOf(data['E']) }];
    },
  };
}

/** A spot book ticker has neither a type nor a time. */
function nameless(stream: string, data: Fields): string {
  if (stream !== '') return stream.replace(/^[^@]*@/, '');
  if ('u' in data && 'b' in data && 'a' in data) return 'bookTicker';
  return 'result' in data ? 'answer to a command' : 'frame of no known kind';
}

function symbolOf(text: string): MarketSymbol | undefined {
  const [, pair, contract] = SYMBOL.exec(text) ?? [];
  return pair === undefined
    ? undefined
    : { ...splitPair(pair), ...(contract === undefined ? {} : { contract }) };
}

/** The two currencies of a pair that is written without anything between them. */
export function splitPair(pair: string): Pick<MarketSymbol, 'base' | 'quote'> {
  const quote = QUOTES.find((one) => pair.endsWith(one) && pair.length > one.length);
  return quote === undefined ? { base: pair, quote: '' } : { base: pair.slice(0, -quote.length), quote };
}

const readTrade =
  (kind: 'trade' | 'aggTrade'): Read =>
  (data, symbol) =>
    isTime(data['T'])
      ? { kind, symbol, price: textOf(data['p']), timeMs: data['T'] }
      : { kind: 'ignored', what: `${kind} without a time` };

const readBookTicker: Read = (data, symbol) => ({
  kind: 'book',
  symbol,
  price: textOf(data['b']),
  ask: textOf(data['a']),
});

const readKline: Read = (data, symbol) => {
  const { t, i, o, h, l, c, n } = fieldsOf(data['k']);
  if (i !== '1m') return { kind: 'ignored', what: `kline of ${textOf(i) || 'no period'}` };
  const trades = typeof n === 'number' && n >= 0 ? n : 0;
  if (!isTime(t)) return { kind: 'ignored', what: 'kline without a time' };
  return {
    kind: 'candle',
    symbol,
    timeS: Math.floor(t / 60_000) * 60,
    prices: [textOf(o), textOf(h), textOf(l), textOf(c)],
    trades,
  };
};

const READS = {
  trade: readTrade('trade'),
  aggTrade: readTrade('aggTrade'),
  kline: readKline,
  bookTicker: readBookTicker,
};

export const binanceSpot = binanceVenue('binance-spot', /^(?:data-)?stream\./);
/** Of both kinds: margined in dollars (`fstream`) and in coins (`dstream`). */
export const binanceFutures = binanceVenue('binance-futures', /^[fd]stream\./);
