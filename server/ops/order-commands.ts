import { CODE } from '../../shared/contract/codes.ts';
import { moneyToWire } from '../../shared/domain/money.ts';
import { type Order, type OrderId, orderId } from '../../shared/domain/order.ts';
import { priceToWire } from '../../shared/domain/price.ts';
import { volumeToWire } from '../../shared/domain/volume.ts';
import { err, ok, type Refusal } from '../../shared/result.ts';
import { accountOfText, uidOf } from '../accounts/user.ts';
import { idOf, isoOf } from '../command-values.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { orderRepository } from '../exchange/order-repository.ts';
import type { OrderRecord } from '../exchange/state.ts';
import type { Resource } from '../resource.ts';
import type { Store } from '../store/store.ts';
import { story } from './order-story.ts';

interface OrderDeps {
  readonly exchange: Pick<Exchange, 'closeByOperator' | 'mark'>;
  readonly store: Pick<Store, 'read'>;
}

const MAX_ROWS = 1_000;
const optional = true;

export const orders: Resource<OrderDeps> = {
  help: 'Open positions and pending orders',
  usual: 'list',
  verbs: {
    list: {
      help: `Of a user, in an instrument, or all; the oldest first, at most ${MAX_ROWS}`,
      parameters: {
        uid: { help: 'Only those of this user', optional },
        code: { help: 'Only those in this instrument, as in EURUSD', optional },
      },
      async run({ exchange, store }, { uid, code }) {
        const account = accountOfText(uid);
        if (uid !== undefined && account === undefined) return err('There is no such user.');
        const found = await orderRepository(store.read).workingIn(
          { account, code: code?.toUpperCase() },
          MAX_ROWS,
        );
        return ok({ rows: found.map((record) => ({ ...row(record), ...marked(exchange, record.order) })) });
      },
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
          rows: [{ ...facts, ...ended(order) }],
          changed: {
            before: { status: order.status === 'closed' ? 'open' : 'pending' },
            after: { uid, code, side, lots, status, ...ended(order) },
          },
        });
      },
    },
  },
};

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

/** Price and profit of its end; null where it was not open. */
const ended = (order: Order) => ({
  closed_at: order.status === 'closed' ? priceToWire(order.closePrice, order.precision) : null,
  profit: order.status === 'closed' ? moneyToWire(order.realisedPnl) : null,
});

/** Price and profit now; null while unknown. */
function marked({ mark }: OrderDeps['exchange'], order: Order) {
  const now = mark(order);
  return {
    now: now === undefined ? null : priceToWire(now.price, order.precision),
    profit: now === undefined || order.status !== 'open' ? null : moneyToWire(now.pnl),
  };
}
