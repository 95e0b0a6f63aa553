import { ORDER_STATUS } from '../../shared/contract/wire.ts';
import { type Fields, isFields } from '../../shared/json.ts';

/** The account as a recording's private frames tell it; rows stay as they were on the wire. */
export interface OrderFold {
  /** @returns false for data of another shape */
  takeTrades(data: unknown, isSnapshot: boolean): boolean;
  takeClosed(data: unknown): boolean;
  /** From an answer with the account's figures. */
  takeAccount(data: unknown): void;
  /** Nobody is signed in any more. */
  forget(): void;
  /** Rising by id; undefined while nobody's orders are known. */
  orders(): readonly Fields[] | undefined;
  balance(): number | undefined;
  lockBalance(): number | undefined;
}

export function createOrderFold(): OrderFold {
  let held: Map<number, Fields> | undefined;
  /** Ids seen closing: a row of theirs that is still on its way must not bring them back. */
  const gone = new Set<number>();
  let balance: number | undefined;
  let lockBalance: number | undefined;

  function takeAccount(data: unknown): void {
    if (!isFields(data)) return;
    if (typeof data['balance'] === 'number') balance = data['balance'];
    if (typeof data['lock_balance'] === 'number') lockBalance = data['lock_balance'];
  }

  function put(row: Fields): void {
    const id = Number(row['Id']);
    const isWorking = row['Status'] === ORDER_STATUS.pending || row['Status'] === ORDER_STATUS.open;
    if (!isWorking) {
      gone.add(id);
      held?.delete(id);
    } else if (!gone.has(id)) held?.set(id, row);
  }

  return {
    takeTrades(data, isSnapshot) {
      if (!isFields(data) || !Array.isArray(data['orders']) || !data['orders'].every(isRow)) return false;
      if (isSnapshot) gone.clear();
      if (isSnapshot || held === undefined) held = new Map();
      for (const row of data['orders']) put(row);
      takeAccount(data['account']);
      return true;
    },
    takeClosed(data) {
      const ids = isFields(data) ? data['ids'] : undefined;
      if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'number')) return false;
      for (const id of ids) {
        gone.add(id);
        held?.delete(id);
      }
      return true;
    },
    takeAccount,
    forget() {
      held = undefined;
      gone.clear();
      balance = undefined;
      lockBalance = undefined;
    },
    orders: () => held && [...held].sort(([a], [b]) => a - b).map(([, row]) => row),
    balance: () => balance,
    lockBalance: () => lockBalance,
  };
}

const isRow = (value: unknown): value is Fields =>
  isFields(value) && typeof value['Id'] === 'number' && typeof value['Status'] === 'number';
