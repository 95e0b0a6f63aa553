import { OrderChange, OrderEvent, type orderStoryRoutes } from '../../../../shared/contract/order-story.ts';
import { type CallWords, shape } from './words.ts';

export const orderStoryCalls: CallWords<keyof typeof orderStoryRoutes> = {
  getOrderStory: {
    summary: 'What became of an own order: each change of it, oldest first',
    text:
      'Events are written with the change that they are about and never changed. The steps of a running trailing stop are not among ' +
      'them: the stop that it had reached stands in the next event. The closed part of a position begins with the events of that position. ' +
      'An order with more than 500 events is shown with the newest 500.',
    parameters: { id: '`Id` of the order' },
    refusals: ['notFound'],
  },
};

export const orderStoryShapes = {
  OrderEvent: shape(OrderEvent, {
    seq: 'counts the events of the account from 1',
    id: 'the order, or the position that it was split from',
    at: 'when it was decided; of `triggered`: when the tick came',
    kind:
      '`triggered` is the tick that reached the order, before what it caused; `stops` and `trail` are changes of its stops, `amended` ' +
      'any other; `refused`: reached its price without enough margin; `financed`: the cost of a night was booked',
    by: '`price`: a tick; `exchange`: the state of an order that was placed before events were stored',
    price: 'the `Close` that it was decided on; absent while there was no price',
    ask: 'the ask beside it; the same where there was one price',
    tick_at: 'when that price came',
    source: '`simulated`, `recorded`, or the name of its source',
    before: 'the fields that changed, as they were; empty in the first event of an order',
    after: 'as they are from then on; in the first event of an order all',
  }),
  OrderChange: shape(OrderChange, {
    Status: '0 pending, 1 open, 2 cancelled, 3 closed',
    OrderType: '1 buy, 2 sell',
    Quantity: 'lots',
    Multiple: 'leverage',
    Price: 'of a pending order the price that it waits for, else the opening price',
    OriginPrice: 'opening price; 0 while pending',
    UpdatePrice: 'closing price; 0 before',
    FactProfits: 'profit in USD; 0 before the close',
    CautionMoney: 'margin in USD',
    TradeFee: 'in USD',
    Financing: 'what its nights have cost in USD; absent before the first',
    TargetLossPrice: '0: none',
    TargetProfitPrice: '0: none',
    TrailPoints: 'distance of a trailing stop in points; 0: none',
    CloseReason: 'empty before the close',
    CloseMarginLevel: 'of a stop out, in percent',
  }),
};
