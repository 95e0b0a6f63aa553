import { computed, type ReadonlySignal } from '@preact/signals-react';
import { type Money, ZERO_MONEY } from '../../../shared/domain/money.ts';
import { figures } from '../../state/account.ts';

/** What the exchange lets go of: the balance, less what open positions need; undefined while that is not known. */
export const available: ReadonlySignal<Money | undefined> = computed(() => {
  const balance = figures.balance.value;
  const free = figures.freeMargin.value;
  if (balance === undefined || free === undefined) return undefined;
  const least = balance < free ? balance : free;
  return least > 0 ? least : ZERO_MONEY;
});
