import type { ClosedOrder, OrderId } from '../../../shared/domain/order.ts';

/** What the detail popup shows. Working orders by their id alone: when the order goes, so does the popup. */
export type Opened =
  | { readonly status: 'none' }
  | { readonly status: 'working'; readonly id: OrderId }
  | { readonly status: 'closed'; readonly order: ClosedOrder };
