import { CODE } from '../../shared/contract/codes.ts';
import { encodeOrder } from '../../shared/contract/encode.ts';
import type { WireOrder } from '../../shared/contract/wire.ts';
import { type Instrument, instrumentId } from '../../shared/domain/instrument.ts';
import { moneyToWire } from '../../shared/domain/money.ts';
import { orderId } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import { badParameter, call } from '../http/call.ts';
import { choice, cid, decimal, integer, maybe } from '../http/fields.ts';
import type { AnsweredOrder, NewOrder } from './exchange.ts';
import { wireOrder } from './order-encoder.ts';
import { readLots, readPrices } from './order-fields.ts';

const MAX_PAGE = 1_000_000;
const MAX_MULTIPLE = 10_000;
const MAX_DEVIATION_POINTS = 1_000_000;
/** `status` of the listings: 0 dealing, 1 holding, 3 history. */
const LISTED = { '0': 'pending', '1': 'open', '3': 'closed' } as const;

export const orderCalls = {
  submitOrder: call(
    'submitOrder',
    {
      type: choice(['1', '2']),
      cont: decimal(),
      forex_id: integer(1),
      status: choice(['0', '1']),
      target_price: maybe(decimal()),
      stop_loss_price: maybe(decimal()),
      target_profit_price: maybe(decimal()),
      multiple: integer(0, MAX_MULTIPLE),
      cid: maybe(cid()),
      seen_price: maybe(decimal()),
      seen_at: maybe(integer(0)),
      deviation: maybe(integer(0, MAX_DEVIATION_POINTS)),
    },
    async ({ market, exchange }, values, { session }) => {
      const instrument = market.instrument(instrumentId(values.forex_id));
      if (instrument === undefined) return err(refusal(CODE.notFound));
      const order = readOrder(values, instrument);
      if (!order.ok) return order;
      return answer(await exchange.submit(session.accountId, order.value));
    },
  ),

  getDeals: call(
    'getDeals',
    { status: choice(['0', '1', '3']), page: integer(1, MAX_PAGE) },
    async ({ exchange }, { status, page }, { session }) => {
      const deals = await exchange.deals(session.accountId, LISTED[status], page);
      return ok({
        data: deals.orders.map((order) => wireOrder(exchange, order)),
        total: deals.total,
        balance: moneyToWire(deals.balance),
        all_fact_profits: moneyToWire(deals.profits),
      });
    },
  ),

  closeOrder: call(
    'closeOrder',
    { id: integer(1), cont: maybe(decimal()), cid: maybe(cid()) },
    async ({ exchange }, values, { session }) => {
      const lots = values.cont === undefined ? ok(undefined) : readLots('cont', values.cont);
      if (!lots.ok) return lots;
      return answer(await exchange.close(session.accountId, orderId(values.id), values.cid, lots.value));
    },
  ),

  cancelOrder: call('cancelOrder', { id: integer(1) }, async ({ exchange }, { id }, { session }) =>
    answer(await exchange.cancel(session.accountId, orderId(id))),
  ),

  setStops: call(
    'setStops',
    { id: integer(1), target_profit_price: decimal(), stop_loss_price: decimal() },
    async ({ exchange }, { id, target_profit_price, stop_loss_price }, { session }) => {
      const orders = await exchange.working(session.accountId);
      const order = orders.find((one) => one.id === id);
      // How fine a price may be is the instrument's; without the order any precision does, since it is refused below.
      const prices = readPrices({ target_profit_price, stop_loss_price }, order?.precision ?? 8);
      if (!prices.ok) return prices;
      const { stop_loss_price: stopLoss, target_profit_price: takeProfit } = prices.value;
      return answer(await exchange.setStops(session.accountId, orderId(id), stopsOf(stopLoss, takeProfit)));
    },
  ),
};

interface OrderTexts {
  readonly type: '1' | '2';
  readonly cont: string;
  readonly status: '0' | '1';
  readonly target_price?: string | undefined;
  readonly stop_loss_price?: string | undefined;
  readonly target_profit_price?: string | undefined;
  readonly multiple: number;
  readonly cid?: string | undefined;
  readonly seen_price?: string | undefined;
  readonly seen_at?: number | undefined;
  readonly deviation?: number | undefined;
}

function readOrder(texts: OrderTexts, instrument: Instrument): Result<NewOrder> {
  const lots = readLots('cont', texts.cont);
  if (!lots.ok) return lots;
  const { target_price, stop_loss_price, target_profit_price, seen_price } = texts;
  const prices = readPrices(
    { target_price, stop_loss_price, target_profit_price, seen_price },
    instrument.precision,
  );
  if (!prices.ok) return prices;
  const kind = readKind(texts, prices.value.target_price, prices.value.seen_price);
  if (!kind.ok) return kind;
  return ok({
    ...(texts.cid === undefined ? {} : { cid: texts.cid }),
    instrumentId: instrument.id,
    side: texts.type === '1' ? 'buy' : 'sell',
    volume: lots.value,
    multiple: texts.multiple,
    ...stopsOf(prices.value.stop_loss_price, prices.value.target_profit_price),
    kind: kind.value,
  });
}

/** A target belongs to a pending order, what the user saw to a market order; the other's is refused, not ignored. */
function readKind(
  { status, seen_at, deviation }: OrderTexts,
  target: Price | undefined,
  seen: Price | undefined,
): Result<NewOrder['kind']> {
  if (status === '0') {
    if (target === undefined) return badParameter('target_price');
    if (seen !== undefined) return badParameter('seen_price');
    if (seen_at !== undefined) return badParameter('seen_at');
    if (deviation !== undefined) return badParameter('deviation');
    return ok({ type: 'pending', targetPrice: target });
  }
  if (target !== undefined) return badParameter('target_price');
  return ok({
    type: 'market',
    ...(seen === undefined ? {} : { seenPrice: seen }),
    ...(seen_at === undefined ? {} : { seenAt: timestampMs(seen_at) }),
    ...(deviation === undefined ? {} : { deviationPoints: deviation }),
  });
}

const stopsOf = (stopLoss: Price | undefined, takeProfit: Price | undefined) => ({
  ...(stopLoss === undefined ? {} : { stopLoss }),
  ...(takeProfit === undefined ? {} : { takeProfit }),
});

/** With the price and profit of the answer's moment, not of now: a repeated call gets the very same. */
const answer = (outcome: Result<AnsweredOrder>): Result<WireOrder> =>
  outcome.ok ? ok(encodeOrder(outcome.value, outcome.value.mark)) : outcome;
