import type { RouteName } from '../../shared/contract/routes.ts';

/**
 * The calls that another process answers where a gateway has no dealing of its own: `account` is the dealer of the
 * account's shard, which alone writes what its chains link (postings, replies); `common` judges the alerts.
 */
export const CROSSING = {
  submitOrder: 'account',
  closeOrder: 'account',
  cancelOrder: 'account',
  setStops: 'account',
  amendOrder: 'account',
  getOrderOutcome: 'account',
  resetDemoAccount: 'account',
  submitCoinDeposit: 'account',
  submitWireDeposit: 'account',
  draw: 'account',
  getPaymentOutcome: 'account',
  sendChat: 'account',
  addAlert: 'common',
  setAlert: 'common',
  deleteAlert: 'common',
} as const satisfies Partial<Record<RouteName, 'account' | 'common'>>;

export type CrossingName = keyof typeof CROSSING;

export const isCrossing = (name: RouteName): name is CrossingName => Object.hasOwn(CROSSING, name);
