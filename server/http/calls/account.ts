import { moneyToWire } from '../../../shared/money.ts';
import { ok } from '../../../shared/result.ts';
import { wireAccount } from '../../wire/orders.ts';
import { badParameter, call } from '../call.ts';
import { choice, maybe, text } from '../fields.ts';

/** Bounds against abuse, not rules: the accounts room has the rules. */
const MAX_NAME_LENGTH = 254;
const MAX_PASSWORD_LENGTH = 256;
const MAX_DEMO_ID_LENGTH = 128;

export const accountCalls = {
  createDemoAccount: call('createDemoAccount', {}, async ({ accounts }) => {
    const { demoId } = await accounts.createDemo();
    return ok({ demo_id: demoId });
  }),

  /** Either a demo id alone, or an account with its password and kind. */
  login: call(
    'login',
    {
      demo_id: maybe(text(1, MAX_DEMO_ID_LENGTH)),
      account: maybe(text(1, MAX_NAME_LENGTH)),
      password: maybe(text(1, MAX_PASSWORD_LENGTH)),
      login_type: maybe(choice(['1', '2'])),
    },
    async ({ accounts }, { demo_id, account, password, login_type }) => {
      if (demo_id !== undefined) {
        const surplus = Object.entries({ account, password, login_type }).find(
          ([, value]) => value !== undefined,
        );
        return surplus ? badParameter(surplus[0]) : accounts.loginDemo(demo_id);
      }
      if (account === undefined) return badParameter('account');
      if (password === undefined) return badParameter('password');
      if (login_type === undefined) return badParameter('login_type');
      return accounts.login(login_type === '1' ? 'email' : 'mobile', account, password);
    },
  ),

  getUser: call('getUser', {}, (_services, _values, { session }) => ok(session.user)),

  getBalance: call('getBalance', {}, async ({ exchange }, _values, { session }) => {
    const { balance } = await exchange.figures(session.accountId);
    return ok({ balance: moneyToWire(balance) });
  }),

  getAccount: call('getAccount', {}, async ({ exchange }, _values, { session }) =>
    ok(wireAccount(await exchange.figures(session.accountId))),
  ),

  resetDemoAccount: call('resetDemoAccount', {}, async ({ exchange }, _values, { session }) => {
    const reset = await exchange.resetDemo(session.accountId);
    return reset.ok ? ok(wireAccount(reset.value)) : reset;
  }),
};
