import { useEffect, useMemo, useState } from 'react';
import type { OrderId } from '../../../shared/domain/order.ts';
import { later } from '../../clock.ts';
import { newestFirst } from './order-model.ts';

/** A row of working orders. One that is closed, cancelled or filled keeps its row, so that none moves under a finger. */
export interface SteadyRow<T> {
  readonly order: T;
  readonly isOpen: boolean;
}

type Identified = { readonly id: OrderId };

/** The rows for the orders as they are now: known ones keep their places, new ones come last. */
export function nextRows<T extends Identified>(
  rows: readonly SteadyRow<T>[],
  orders: readonly T[],
): readonly SteadyRow<T>[] {
  const open = new Map<OrderId, T>(orders.map((one) => [one.id, one]));
  const known = new Set(rows.map(({ order }) => order.id));
  const kept = rows.map((row) => {
    const now = open.get(row.order.id);
    const isSame = now === undefined ? !row.isOpen : row.isOpen && now === row.order;
    return isSame ? row : { order: now ?? row.order, isOpen: now !== undefined };
  });
  const added = orders.filter(({ id }) => !known.has(id)).map((order) => ({ order, isOpen: true }));
  const isSame = added.length === 0 && kept.every((row, at) => row === rows[at]);
  return isSame ? rows : [...kept, ...added];
}

/** After so long without a touch, rows may move. */
const CALM_MS = 2_000;

/**
 * The rows of a list, newest first.
 * @param isSteady a tap acts without a question, and must not meet a row that took another's place: rows go and new ones
 * come to the top only while nothing is touched
 */
export function useSteadyRows<T extends Identified>(
  orders: readonly T[],
  isSteady: boolean,
): readonly SteadyRow<T>[] {
  const sorted = useMemo(() => newestFirst(orders), [orders]);
  const fresh = useMemo(() => nextRows<T>([], sorted), [sorted]);
  const [rows, setRows] = useState(fresh);
  const now = isSteady ? nextRows(rows, sorted) : fresh;
  if (now !== rows) setRows(now);
  const isSettled = now.every(({ order }, at) => order.id === sorted[at]?.id);
  useEffect(() => {
    if (isSettled) return;
    const settle = (): void => setRows([]);
    let cancel = later(CALM_MS, settle);
    const wait = (): void => {
      cancel();
      cancel = later(CALM_MS, settle);
    };
    window.addEventListener('pointerdown', wait, true);
    return () => {
      cancel();
      window.removeEventListener('pointerdown', wait, true);
    };
  }, [isSettled]);
  return now;
}
