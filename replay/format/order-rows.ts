import { ORDER_STATUS } from '../../shared/contract/order-row.ts';
import { orderId } from '../../shared/domain/order.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import { createWorkingSet, type WorkingSet } from '../../shared/stream/working-set.ts';

/** An order as the wire has it; only what decides whether it works is checked. */
export interface OrderRow extends Fields {
  readonly Id: number;
  readonly Status: number;
}

export const isOrderRow = (value: unknown): value is OrderRow =>
  isFields(value) && typeof value['Id'] === 'number' && typeof value['Status'] === 'number';

export const isWorkingRow = ({ Status }: OrderRow): boolean =>
  Status === ORDER_STATUS.pending || Status === ORDER_STATUS.open;

export const createOrderRows = (): WorkingSet<OrderRow> =>
  createWorkingSet(({ Id }) => orderId(Id), isWorkingRow);
