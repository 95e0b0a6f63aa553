import type { RouteName } from '../../shared/contract/routes.ts';
import { peopleCalls } from '../accounts/account-calls.ts';
import { contentCalls } from '../content/content-calls.ts';
import { orderCalls } from '../exchange/order-calls.ts';
import { identityCalls } from '../identity/identity-calls.ts';
import { leaderCalls } from '../leaders/leader-calls.ts';
import { marketCalls } from '../listings/market-calls.ts';
import { paymentCalls } from '../payments/payment-calls.ts';
import { siteCalls } from '../site/site-calls.ts';
import type { Call } from './call.ts';

/** Every call of the contract, by its name there. */
export const CALLS = {
  ...siteCalls,
  ...peopleCalls,
  ...identityCalls,
  ...leaderCalls,
  ...marketCalls,
  ...orderCalls,
  ...contentCalls,
  ...paymentCalls,
} satisfies { readonly [N in RouteName]: Call<N> };
