import type { RouteName } from '../../shared/contract/routes.ts';
import type { Call } from './call.ts';
import { accountCalls } from './calls/account.ts';
import { marketCalls } from './calls/market.ts';
import { orderCalls } from './calls/orders.ts';
import { siteCalls } from './calls/site.ts';

/** Every call of the contract, by its name there. */
export const CALLS = {
  ...siteCalls,
  ...accountCalls,
  ...marketCalls,
  ...orderCalls,
} satisfies { readonly [N in RouteName]: Call<N> };
