import { computed, effect } from '@preact/signals-react';
import type { OrderId, Position } from '../../shared/domain/order.ts';
import { lasting } from '../link/storage.ts';
import { working } from './account.ts';
import { firstFill } from './first-fill.ts';
import { loadHistory } from './orders.ts';
import { saysReplay } from './replay-source.ts';
import { accountId } from './session.ts';

/*
 * The first fill of an account: its only position, while it has no closed order. It is shown until it is answered: by a tap, a
 * stop loss, the next order or its close. That is remembered on this device.
 */

const keyOf = (uid: number): string => `first-fill.${uid}`;

const held = computed<readonly Position[]>(() => {
  const orders = working.value;
  return orders.status === 'ready' ? orders.positions : [];
});

/** What is known of an account: `id` of its first fill, undefined until its history was read. */
let known: { readonly uid: number; readonly id: OrderId | undefined } | undefined;

export function answerFirstFill(): void {
  const uid = accountId.peek();
  if (uid !== undefined) lasting.set(keyOf(uid), 'answered');
  firstFill.value = undefined;
}

/** Keeps `firstFill` until the returned function is called. */
export const followFirstFill = (): (() => void) =>
  effect(() => {
    const uid = accountId.value;
    const [only, ...others] = held.value;
    firstFill.value = undefined;
    if (uid === undefined || saysReplay() || lasting.get(keyOf(uid)) !== null) return;
    if (known?.uid !== uid) known = undefined;
    const isSame = known?.id === undefined || known.id === only?.id;
    if (others.length > 0 || only?.stopLoss !== undefined || !isSame) return answerFirstFill();
    if (known?.id !== undefined) firstFill.value = only;
    else if (only !== undefined && known === undefined) void read(uid, only.id);
  });

async function read(uid: number, id: OrderId): Promise<void> {
  known = { uid, id: undefined };
  const history = await loadHistory(1);
  if (known?.uid !== uid || accountId.peek() !== uid) return;
  if (!history.ok) known = undefined;
  else if (history.value.total > 0) answerFirstFill();
  else {
    known = { uid, id };
    const [only] = held.peek();
    firstFill.value = only?.id === id ? only : undefined;
  }
}
