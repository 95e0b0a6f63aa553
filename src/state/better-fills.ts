/*
 * By how many points orders of this device were filled better than at the price on the screen at their tap. Equal and worse
 * fills are not noted.
 */
import { computed, signal } from '@preact/signals-react';
import type { ClosedOrder, Order } from '../../shared/domain/order.ts';
import { fieldsOf, parseJson } from '../../shared/json.ts';
import { lasting } from '../link/storage.ts';
import type { Intent } from './order-intents.ts';
import { replaySource } from './replay-source.ts';
import { accountId } from './session.ts';

/** The newest. */
const MOST_KEPT = 200;
const keyOf = (account: number | undefined): string => `better.${account}`;

/** Points by order and fill, for example `5 open`. */
const read = () => fieldsOf(parseJson(lasting.get(keyOf(accountId.value)) ?? ''));
const changes = signal(0);
const known = computed(() => {
  void changes.value;
  return read();
});

type Dealt = Pick<Order, 'id' | 'side'> & Partial<Pick<ClosedOrder, 'openPrice' | 'closePrice'>>;

/** Points to the customer's advantage between the price at the tap and that of its fill; zero when there are none. */
export function pointsBetter(what: Intent['what'], { side, openPrice, closePrice }: Dealt): number {
  const isClose = what.kind === 'close';
  const kind = isClose ? undefined : what.request.kind;
  const seen = isClose ? what.seenPrice : kind?.type === 'market' ? kind.seenPrice : undefined;
  const fill = isClose ? closePrice : openPrice;
  if (seen === undefined || fill === undefined) return 0;
  return Math.max(0, isClose === (side === 'buy') ? fill - seen : seen - fill);
}

/** @param uid the account at the tap: of another one that has signed in since nothing is noted */
export function noteFill(uid: number | undefined, what: Intent['what'], order: Dealt): void {
  const points = pointsBetter(what, order);
  if (points === 0 || uid === undefined || uid !== accountId.peek()) return;
  const fill = `${order.id} ${what.kind === 'close' ? 'closed' : 'open'}`;
  const all = Object.entries({ ...read(), [fill]: points });
  lasting.set(keyOf(uid), JSON.stringify(Object.fromEntries(all.slice(-MOST_KEPT))));
  changes.value++;
}

/** What is known of an order's last fill, of a closed one its close; zero when nothing is. */
export const betterBy = ({ id, status }: Pick<Order, 'id' | 'status'>): number =>
  replaySource.value ? 0 : Number(known.value[`${id} ${status}`] ?? 0);

export const forgetFills = (account: number): void => lasting.remove(keyOf(account));
