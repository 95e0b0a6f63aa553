import type { OrderId } from '../../shared/domain/order.ts';

const closes = new Set<OrderId>();

/** Notes that this page closes the order, so that the news of it is not told a second time. */
export const noteOwnClose = (id: OrderId): void => {
  closes.add(id);
};

/** The close did not come about; if it does later, that is news. */
export const forgetOwnClose = (id: OrderId): void => {
  closes.delete(id);
};

/** Whether the close was this page's own; told once. */
export const takeOwnClose = (id: OrderId): boolean => closes.delete(id);
