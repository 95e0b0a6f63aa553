import { type Infer, named, number, object } from './schema.ts';

/** An account's money. */

export type WireAccount = Infer<typeof Account>;
export const Account = named(object({ balance: number(), lock_balance: number() }));

export const accountRoutes = {
  getBalance: {
    method: 'GET',
    path: '/v1/api/main/wallet/getBalance',
    session: true,
    answer: object({ balance: number() }),
  },
  getAccount: { method: 'GET', path: '/v1/api/main/account/forexDetail', session: true, answer: Account },
  resetDemoAccount: {
    method: 'GET',
    path: '/v1/api/main/user/resetForexDemoAccount',
    session: true,
    changes: true,
    answer: Account,
  },
} as const;
