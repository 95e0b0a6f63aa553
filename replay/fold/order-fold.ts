import { orderId } from '../../shared/domain/order.ts';
import { type Fields, fieldsOf, isFields } from '../../shared/json.ts';
import { createOrderRows, isOrderRow, isWorkingRow } from '../format/order-rows.ts';

/** The account as a recording's private frames state it. Rows stay as they were on the wire. */
export interface OrderFold {
  /** @returns false for data of another shape */
  takeTrades(data: unknown, isSnapshot: boolean): boolean;
  /** @returns false for data of another shape */
  takeClosed(data: unknown): boolean;
  /** Takes an answer with the account's figures. */
  takeAccount(data: unknown): void;
  /** The session ended. */
  forget(): void;
  /** By rising id; undefined while the orders are unknown. */
  orders(): readonly Fields[] | undefined;
  balance(): number | undefined;
  lockBalance(): number | undefined;
  /** Ids that were seen closing since the last snapshot. */
  closedIds(): readonly number[];
}

export function createOrderFold(): OrderFold {
  const set = createOrderRows();
  let isKnown = false;
  let balance: number | undefined;
  let lockBalance: number | undefined;
  const closed = new Set<number>();

  function takeAccount(data: unknown): void {
    const account = fieldsOf(data);
    if (typeof account['balance'] === 'number') balance = account['balance'];
    if (typeof account['lock_balance'] === 'number') lockBalance = account['lock_balance'];
  }

  return {
    takeTrades(data, isSnapshot) {
      if (!isFields(data) || !Array.isArray(data['orders']) || !data['orders'].every(isOrderRow))
        return false;
      if (isSnapshot) closed.clear();
      if (isSnapshot) set.replaceAll(data['orders']);
      else set.change(data['orders']);
      for (const row of data['orders']) if (!isWorkingRow(row)) closed.add(row.Id);
      isKnown = true;
      takeAccount(data['account']);
      return true;
    },
    takeClosed(data) {
      const { ids } = fieldsOf(data);
      if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'number')) return false;
      set.remove(ids.map(orderId));
      for (const id of ids) closed.add(id);
      return true;
    },
    takeAccount,
    forget() {
      set.clear();
      closed.clear();
      isKnown = false;
      balance = undefined;
      lockBalance = undefined;
    },
    orders: () => (isKnown ? set.rows().toSorted((a, b) => a.Id - b.Id) : undefined),
    balance: () => balance,
    lockBalance: () => lockBalance,
    closedIds: () => [...closed],
  };
}
