import type { RouteName } from '../../shared/contract/routes.ts';
import type { Call } from './call.ts';
import { contentCalls } from './calls/content.ts';
import { faultCalls } from './calls/faults.ts';
import { identityCalls } from './calls/identity.ts';
import { leaderCalls } from './calls/leaders.ts';
import { marketCalls } from './calls/market.ts';
import { orderCalls } from './calls/orders.ts';
import { paymentCalls } from './calls/payments.ts';
import { peopleCalls } from './calls/people.ts';
import { siteCalls } from './calls/site.ts';

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
  ...faultCalls,
} satisfies { readonly [N in RouteName]: Call<N> };
