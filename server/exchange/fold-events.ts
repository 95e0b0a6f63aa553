import type { Selectable } from 'kysely';
import { encodeOrder } from '../../shared/contract/order-row.ts';
import { OrderChange, type WireOrderEvent } from '../../shared/contract/order-story.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import { type Price, priceToWire } from '../../shared/domain/price.ts';
import type { Schema } from '../store/schema.ts';
import { NO_ORDER_ROW, type OrderColumns, toOrder } from './order-repository.ts';

/** The journal read again: what an order was before and after each of its events. Pure. */

export type StoredEvent = Selectable<Schema['order_events']>;
type Changes = Partial<Omit<OrderColumns, 'id' | 'account_id'>>;

/**
 * What an event has to say of an order's row: the columns that are others now. The stop of a running trail is said each time,
 * since its steps have no events.
 */
export function changesOf(before: OrderColumns | undefined, after: OrderColumns): Changes {
  const isTrailing = before !== undefined && before.trail_points !== null;
  const { id: _, account_id: __, ...columns } = after;
  const changed = Object.entries(columns).filter(([column, value]) => {
    if (isTrailing && (column === 'stop_loss' || column === 'prices_at')) return true;
    return value !== (before?.[column as keyof Changes] ?? null);
  });
  return Object.fromEntries(changed);
}

/** The row after an event. */
export const rowAfter = (before: OrderColumns | undefined, event: StoredEvent): OrderColumns => ({
  ...(before ?? NO_ORDER_ROW),
  id: event.order_id,
  account_id: event.account_id,
  ...(JSON.parse(event.changes) as Changes),
});

/** An event with the order before and after it; before the first one there was none. */
export interface ToldEvent {
  readonly event: StoredEvent;
  readonly before: OrderColumns | undefined;
  readonly after: OrderColumns;
}

/** The position that a new order is a part of. */
export const splitFrom = ({ changes }: StoredEvent): OrderId | undefined =>
  (JSON.parse(changes) as Changes).split_from ?? undefined;

/** Whether it is a tick, or changed what the order's owner sees. */
export const isTold = ({ kind, changes }: StoredEvent): boolean =>
  kind === 'triggered' || Object.keys(JSON.parse(changes) as Changes).some((column) => !UNSEEN.has(column));

const UNSEEN: ReadonlySet<string> = new Set(['prices_at', 'financed_at']);

/** Events as they are sent, with the values before and after each. */
export const wireStory = (story: readonly ToldEvent[]): readonly WireOrderEvent[] => story.map(wireEvent);

function wireEvent({ event, before, after }: ToldEvent): WireOrderEvent {
  const wirePrice = (points: Price | null) =>
    points === null ? undefined : priceToWire(points, after.precision);
  const price = wirePrice(event.price);
  return {
    seq: event.seq,
    id: event.order_id,
    at: iso(event.at),
    kind: event.kind,
    by: event.caused_by,
    ...(price === undefined ? {} : { price, ask: wirePrice(event.ask) ?? price }),
    ...(event.tick_at === null ? {} : { tick_at: iso(event.tick_at) }),
    ...(event.source === null ? {} : { source: event.source }),
    ...differences(before, after),
  };
}

/** The fields that an event changed, and of the first one all. */
function differences(
  before: OrderColumns | undefined,
  after: OrderColumns,
): Pick<WireOrderEvent, 'before' | 'after'> {
  const [was, is] = [
    before && encodeOrder(toOrder(before), undefined),
    encodeOrder(toOrder(after), undefined),
  ];
  const names = CHANGE_NAMES.filter((name) => was?.[name] !== is[name]);
  const pick = (from: typeof is) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { before: was === undefined ? {} : pick(was), after: pick(is) };
}

const CHANGE_NAMES = Object.keys(OrderChange.properties) as (keyof typeof OrderChange.properties)[];

const iso = (ms: number): string => new Date(ms).toISOString();
