import { CODE } from '../../shared/contract/codes.ts';
import { moneyToWire } from '../../shared/domain/money.ts';
import { type Order, type OrderId, type OrderStatus, orderId } from '../../shared/domain/order.ts';
import { priceToWire } from '../../shared/domain/price.ts';
import { volumeToWire } from '../../shared/domain/volume.ts';
import { err, ok, type Refusal, type Result } from '../../shared/result.ts';
import { accountOfText, uidOf } from '../accounts/user.ts';
import { idOf, isoOf, isoOrNull, readWhole } from '../command-values.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { orderRepository } from '../exchange/order-repository.ts';
import type { OrderRecord } from '../exchange/state.ts';
import type { OperatorAnswer, Resource, Values } from '../resource.ts';
import type { Store } from '../store/store.ts';
import { story } from './order-story.ts';

interface OrderDeps {
  readonly exchange: Pick<Exchange, 'closeByOperator' | 'mark'>;
  readonly store: Pick<Store, 'read'>;
}

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 10_000;
const optional = true;
const WORKING = ['pending', 'open'] as const;

const filter = {
  uid: { help: 'Only those of this user', optional },
  code: { help: 'Only those in this instrument, as in EURUSD', optional },
  limit: { help: `Number of rows, ${DEFAULT_LIMIT} by default`, optional },
} as const;

export const positions: Resource<OrderDeps> = {
  help: 'Open positions, with their price and floating result now',
  usual: 'list',
  verbs: {
    list: {
      help: 'Of a user, in an instrument, or all; newest first',
      parameters: filter,
      run: (deps, values) => listed(deps, values, ['open']),
    },
  },
};

export const orders: Resource<OrderDeps> = {
  help: 'Positions and pending orders, working and ended',
  usual: 'list',
  verbs: {
    list: {
      help: 'Of a user, in an instrument, or all; newest first',
      parameters: {
        ...filter,
        open: { help: 'Only those that work: open positions and pending orders', optional, isFlag: true },
      },
      run: (deps, values) => listed(deps, values, values['open'] === undefined ? undefined : WORKING),
    },
    story,
    close: {
      help: 'Closes a position at the last price, in a halt too, or cancels a pending order; the owner sees by whom',
      isSecurityEvent: true,
      crosses: true,
      parameters: {
        order: { help: 'The number in the list', logged: true },
        reason: { help: 'Why, for the log; no personal data', logged: true },
      },
      async run({ exchange, store }, { order: number }) {
        const id: OrderId = orderId(idOf(number));
        const account = await orderRepository(store.read).accountOf(id);
        if (account === undefined) return err('There is no such order.');
        const done = await exchange.closeByOperator(account, id);
        if (!done.ok) return err(sentence(done.error));
        const order = done.value;
        const facts = row({ accountId: account, order });
        const { uid, code, side, lots, status } = facts;
        return ok({
          rows: [{ ...facts, ...closed(order) }],
          changed: {
            before: { status: order.status === 'closed' ? 'open' : 'pending' },
            after: { uid, code, side, lots, status, ...closed(order) },
          },
        });
      },
    },
  },
};

async function listed(
  { exchange, store }: OrderDeps,
  { uid, code, limit = String(DEFAULT_LIMIT) }: Values,
  statuses: readonly OrderStatus[] | undefined,
): Promise<Result<OperatorAnswer, string>> {
  const count = readWhole('limit', limit, MAX_LIMIT);
  if (!count.ok) return count;
  const account = accountOfText(uid);
  if (uid !== undefined && account === undefined) return err('There is no such user.');
  const wanted = { account, code: code?.toUpperCase(), ...(statuses && { statuses }) };
  const { list, total } = await orderRepository(store.read).listed(wanted, count.value);
  const more = total - list.length;
  return ok({
    rows: list.map((record) => {
      const { closed_at, ...now } = marked(exchange, record.order);
      const end = statuses === undefined ? { closed_at, ended: endedAt(record) } : {};
      return { ...row(record), ...now, ...end };
    }),
    ...(more > 0 ? { note: `${more} more, older ones: --limit shows up to ${MAX_LIMIT}.` } : {}),
  });
}

const sentence = ({ code }: Refusal): string =>
  code === CODE.conflict || code === CODE.notFound
    ? 'This order is closed or cancelled already.'
    : 'There is no price to close it at.';

const row = ({ accountId, order }: Pick<OrderRecord, 'accountId' | 'order'>) => ({
  order: order.id,
  uid: uidOf(accountId),
  code: order.code,
  side: order.side,
  lots: volumeToWire(order.volume),
  status: order.status,
  since: isoOf(order.createdAt),
  price: priceToWire('targetPrice' in order ? order.targetPrice : order.openPrice, order.precision),
});

/** When it ended; null where it has not. */
const endedAt = ({ order, cancelled }: OrderRecord): string | null =>
  isoOrNull(order.status === 'closed' ? order.closedAt : cancelled?.at);

/** Price and profit of its end; null where it was not open. */
const closed = (order: Order) => ({
  closed_at: order.status === 'closed' ? priceToWire(order.closePrice, order.precision) : null,
  profit: order.status === 'closed' ? moneyToWire(order.realisedPnl) : null,
});

/** Price and profit now, or those of its end; null while unknown. */
function marked({ mark }: OrderDeps['exchange'], order: Order) {
  if (order.status === 'closed') return { now: null, ...closed(order) };
  const now = mark(order);
  return {
    now: now === undefined ? null : priceToWire(now.price, order.precision),
    closed_at: null,
    profit: now === undefined || order.status !== 'open' ? null : moneyToWire(now.pnl),
  };
}
