import { candleOf, type Protocol } from './fake-venue.ts';

/*
 * Four venues. What REST answers is written by hand: https://developers.binance.com/docs (exchangeInfo, klines),
 * https://www.gate.com/docs/developers/apiv4 (currency_pairs, candlesticks), https://www.bitstamp.net/api (markets, order_book, ohlc).
 */

type Json = Readonly<Record<string, unknown>>;
const text = (value: unknown): string => String(value);

/** The minutes that a request is answered with. */
function minutes(fromMs: number, toMs: number, limit: number): readonly number[] {
  const first = Math.ceil(fromMs / 60_000) * 60_000;
  const all: number[] = [];
  for (let ms = first; ms <= Math.min(toMs, Date.now()) && all.length < limit; ms += 60_000) all.push(ms);
  return all;
}

const klines = (query: URLSearchParams) =>
  minutes(
    Number(query.get('startTime') ?? 0),
    Number(query.get('endTime') ?? Date.now()),
    Number(query.get('limit') ?? 500),
  ).map((ms) => {
    const [open, high, low, close, volume] = candleOf(ms).map(text);
    return [ms, open, high, low, close, volume, ms + 59_999, '0', 1, '0', '0', '0'];
  });

const pairOf = (id: string) => ({ symbol: id, baseAsset: id.replace(/USDT$/, ''), quoteAsset: 'USDT' });

/** The ids of a frame `{"stream":"btcusdt@bookTicker","data":{…}}` of a combined stream; a raw stream has the data only. */
const binance = (rest: Protocol['rest'], urls: Protocol['urls'], options: object): Protocol => ({
  urls,
  options,
  rest,
  hear: ({ method, params, id }) => ({
    answers: [{ result: null, id }],
    channels: method === 'SUBSCRIBE' ? (params as string[]) : [],
  }),
  tell: ({ stream, data }) => ({ channel: text(stream), frame: data as Json }),
});

export const binanceSpot: Protocol = binance(
  (path, query) => {
    if (path === '/api/v3/klines') return klines(query);
    if (path !== '/api/v3/exchangeInfo') return undefined;
    const symbol = {
      ...pairOf('BTCUSDT'),
      status: 'TRADING',
      baseAssetPrecision: 8,
      quotePrecision: 8,
      quoteAssetPrecision: 8,
      isSpotTradingAllowed: true,
      permissions: [],
      permissionSets: [['SPOT']],
      filters: [
        {
          filterType: 'PRICE_FILTER',
          minPrice: '0.01000000',
          maxPrice: '1000000.00000000',
          tickSize: '0.01000000',
        },
        { filterType: 'LOT_SIZE', minQty: '0.00001000', maxQty: '9000.00000000', stepSize: '0.00001000' },
      ],
    };
    return {
      timezone: 'UTC',
      serverTime: Date.now(),
      rateLimits: [],
      exchangeFilters: [],
      symbols: [symbol],
    };
  },
  (http, ws) => ({ public: `${http}/api/v3`, ws: { spot: `${ws}/ws` } }),
  { fetchMarkets: { types: ['spot'] } },
);

export const binanceFutures: Protocol = binance(
  (path, query) => {
    if (path === '/fapi/v1/klines') return klines(query);
    if (path !== '/fapi/v1/exchangeInfo') return undefined;
    const symbols = ['SUSHIUSDT', 'AKROUSDT', 'KEEPUSDT', 'CTKUSDT'].map((id) => ({
      ...pairOf(id),
      pair: id,
      contractType: 'PERPETUAL',
      status: 'TRADING',
      marginAsset: 'USDT',
      deliveryDate: 4_133_404_800_000,
      onboardDate: 1_569_398_400_000,
      pricePrecision: 5,
      quantityPrecision: 0,
      filters: [
        { filterType: 'PRICE_FILTER', minPrice: '0.00001', maxPrice: '100000', tickSize: '0.00001' },
        { filterType: 'LOT_SIZE', minQty: '1', maxQty: '10000000', stepSize: '1' },
      ],
    }));
    return { timezone: 'UTC', serverTime: Date.now(), rateLimits: [], exchangeFilters: [], symbols };
  },
  (http, ws) => ({ fapiPublic: `${http}/fapi/v1`, ws: { future: `${ws}/ws` } }),
  {},
);

export const gate: Protocol = {
  urls: (http, ws) => ({
    public: { spot: `${http}/api/v4`, margin: `${http}/api/v4` },
    spot: `${ws}/ws/v4/`,
  }),
  options: { fetchMarkets: { types: ['spot'] } },
  rest(path, query) {
    if (path === '/api/v4/spot/candlesticks')
      return minutes(Number(query.get('from')) * 1_000, Number(query.get('to')) * 1_000, 1_000).map((ms) => {
        const [open, high, low, close, volume] = candleOf(ms).map(text);
        return [text(ms / 1_000), '0', close, high, low, open, volume, 'true'];
      });
    const pairs = ['NEO_BTC', 'OMG_USDT', 'DIS_USDT', 'ZKS_ETH', 'FAST_USDT', 'NANO_USDT'].map((id) => ({
      id,
      base: id.split('_')[0],
      quote: id.split('_')[1],
      fee: '0.2',
      min_base_amount: '0.001',
      min_quote_amount: '1',
      amount_precision: 3,
      precision: 7,
      trade_status: 'tradable',
      sell_start: 0,
      buy_start: 0,
    }));
    if (path === '/api/v4/spot/currency_pairs') return pairs;
    return /^\/api\/v4\/(margin\/currency_pairs|spot\/currencies)$/.test(path) ? [] : undefined;
  },
  hear({ id, channel, event, payload }) {
    const result = { status: 'success' };
    return {
      answers: [{ time: Math.floor(Date.now() / 1_000), id, channel, event, error: null, result }],
      channels: event === 'subscribe' ? (payload as string[]).map((pair) => `${channel} ${pair}`) : [],
    };
  },
  tell(frame) {
    const { currency_pair: pair } = (frame['result'] ?? {}) as Json;
    if (frame['event'] !== 'update' || pair === undefined) return undefined;
    return { channel: `${frame['channel']} ${pair}`, frame };
  },
};

type Side = Map<string, string>;

/** The book of a pair after the frames that were sent, from levels that no frame of the capture has. */
export function bookOf(pair: string, frames: readonly Json[]) {
  const [bids, asks]: [Side, Side] = [new Map([['0.00000100', '5']]), new Map([['90000.00', '5']])];
  let [timestamp, microtimestamp] = ['1641343690', '1641343690000000'];
  for (const { channel, data } of frames) {
    if (channel !== `diff_order_book_${pair}`) continue;
    const diff = data as { timestamp: string; microtimestamp: string; bids: string[][]; asks: string[][] };
    ({ timestamp, microtimestamp } = diff);
    for (const [side, levels] of [
      [bids, diff.bids],
      [asks, diff.asks],
    ] as const)
      for (const [price = '', amount = ''] of levels)
        if (Number(amount) === 0) side.delete(price);
        else side.set(price, amount);
  }
  const sorted = (side: Side, sign: number) =>
    [...side].toSorted(([a], [b]) => sign * (Number(a) - Number(b)));
  return { timestamp, microtimestamp, bids: sorted(bids, -1), asks: sorted(asks, 1) };
}

export const bitstamp: Protocol = {
  urls: (http, ws) => ({ public: `${http}/api`, private: `${http}/api`, ws }),
  rest(path, query, sent) {
    const [, resource, pair = ''] = /^\/api\/v2\/(\w+)\/(?:(\w+)\/)?$/.exec(path) ?? [];
    if (resource === 'markets')
      return ['BAT/BTC', 'ETH/USD', 'XRP/EUR'].map((name) => ({
        name,
        market_symbol: name.replace('/', '').toLowerCase(),
        base_currency: name.split('/')[0],
        base_decimals: 8,
        counter_currency: name.split('/')[1],
        counter_decimals: name === 'BAT/BTC' ? 8 : name === 'XRP/EUR' ? 5 : 2,
        minimum_order_value: '10',
        trading: 'Enabled',
        instant_order_counter_decimals: 2,
        instant_and_market_orders: 'Enabled',
        description: name,
        market_type: 'SPOT',
      }));
    if (resource === 'order_book') return bookOf(pair, sent);
    if (resource !== 'ohlc') return resource === 'currencies' ? [] : undefined;
    const [from, to] = ['start', 'end'].map((name) => Number(query.get(name)) * 1_000);
    const ohlc = minutes(from ?? 0, to ?? 0, 1_000).map((ms) => {
      const [open, high, low, close, volume] = candleOf(ms).map(text);
      return { timestamp: text(ms / 1_000), open, high, low, close, volume };
    });
    return { data: { pair, ohlc } };
  },
  hear({ event, data }) {
    const { channel } = data as { channel: string };
    if (event !== 'bts:subscribe') return { answers: [], channels: [] };
    return { answers: [{ event: 'bts:subscription_succeeded', channel, data: {} }], channels: [channel] };
  },
  tell: (frame) => (frame['event'] === 'data' ? { channel: text(frame['channel']), frame } : undefined),
};
