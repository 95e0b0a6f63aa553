import type { OrderId } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { type Change, changed, type OrderLine, type WorkingOrder } from './line-change.ts';

/** The line of a price alert, which is only tapped. */
export interface AlertLine {
  readonly part: 'alert';
  readonly price: Price;
  readonly isWaiting: false;
}

export type ChartLine = AlertLine | OrderLine;

export const isOfOrder = (line: ChartLine): line is OrderLine => line.part !== 'alert';

/** A change of one order that has not taken effect yet; without `change` one that does not concern its lines. */
export interface Draft {
  readonly id: OrderId;
  readonly change?: Change;
  /** It is not sent yet: its lines can still be moved. */
  readonly isOpen?: boolean;
}

/** The lines of orders: entry or target price, stop loss and take profit; entries last, so that they are painted on top. */
export function orderLines(
  orders: readonly WorkingOrder[],
  drafts: readonly Draft[] = [],
): readonly OrderLine[] {
  const entries: OrderLine[] = [];
  const stops: OrderLine[] = [];
  for (const known of orders) {
    const draft = drafts.find(({ id }) => id === known.id);
    const change = draft?.change;
    const order = change ? changed(known, change) : known;
    const add = (to: OrderLine[], part: OrderLine['part'], at: Price | undefined, isWaiting: boolean) => {
      if (at !== undefined)
        to.push({ part, price: at, order, isWaiting, isLocked: draft !== undefined && !draft.isOpen });
    };
    const isTrailing = order.trailPoints !== undefined;
    add(
      stops,
      isTrailing ? 'trailing-stop' : 'stop-loss',
      order.stopLoss,
      waitsFor(change, 'stop-loss', 'trailing-stop'),
    );
    add(stops, 'take-profit', order.takeProfit, waitsFor(change, 'take-profit'));
    if (order.status === 'open') add(entries, 'position', order.openPrice, false);
    else add(entries, 'pending', order.targetPrice, waitsFor(change, 'order-price', 'pending'));
  }
  return [...stops, ...entries];
}

const waitsFor = (change: Change | undefined, ...parts: readonly string[]): boolean =>
  change !== undefined && parts.includes(change.what === 'removal' ? change.part : change.what);

/** Lines of one kind may share a label, and are then dragged together. */
export const kindOf = (line: ChartLine): string =>
  isOfOrder(line) ? `${line.part} ${line.order.side} ${line.order.status} ${line.isWaiting}` : line.part;
