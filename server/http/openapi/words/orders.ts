import { CID, PAGE, type WordsOf } from './words.ts';

export const orderWords: WordsOf<
  'submitOrder' | 'getDeals' | 'closeOrder' | 'cancelOrder' | 'setStops' | 'getLeaders'
> = {
  submitOrder: {
    summary: 'Places an order: at the market, or pending until its price is reached',
    text:
      'A market order is filled at the price now. With `seen_price`, `seen_at` and `deviation` it is refused (4107, ' +
      '`data.price`: the price now) when the price has moved further than the user allowed, or what they saw is too old.',
    parameters: {
      type: '1 buy, 2 sell',
      cont: 'lots: a multiple of `Pip`, at least `ForexMinCont`',
      forex_id: '`Id` of the instrument',
      status: '1 market, 0 pending',
      target_price: 'of a pending order alone: the price that it waits for',
      stop_loss_price: 'closes the position at a loss; 0 or absent: none',
      target_profit_price: 'closes the position at a profit; 0 or absent: none',
      multiple: "one of the instrument's `HasForexMultiple`",
      cid: CID,
      seen_price: 'of a market order: the `Close` that the user saw',
      seen_at: 'its `Time`, epoch milliseconds',
      deviation: 'how many points (of the last decimal) the price may have moved since',
    },
    refusals: [
      'notFound',
      'marketClosed',
      'notEnoughMargin',
      'noMultiple',
      'badVolume',
      'wrongSidePrice',
      'priceMoved',
      'cidReused',
      'tooMany',
    ],
  },
  getDeals: {
    summary: 'Own orders: pending, open, or closed',
    parameters: { status: '0 dealing (pending), 1 holding (open), 3 history (closed)', page: PAGE },
  },
  closeOrder: {
    summary: 'Closes a position at the market, all of it or a part',
    text: 'A part gets a number of its own; the rest keeps its number and its share of the margin.',
    parameters: { id: '`Id` of the order', cont: 'lots to close; absent: all', cid: CID },
    refusals: ['notFound', 'conflict', 'marketClosed', 'badVolume', 'cidReused'],
  },
  cancelOrder: {
    summary: 'Cancels a pending order',
    parameters: { id: '`Id` of the order' },
    refusals: ['notFound', 'conflict'],
  },
  setStops: {
    summary: 'Sets or removes stop loss and take profit of an order',
    parameters: {
      id: '`Id` of the order',
      target_profit_price: '0 removes it',
      stop_loss_price: '0 removes it',
    },
    refusals: ['notFound', 'conflict', 'marketClosed', 'wrongSidePrice'],
  },
  getLeaders: {
    summary: 'The traders whose orders can be looked up to, with figures from their orders',
    parameters: {},
  },
};
