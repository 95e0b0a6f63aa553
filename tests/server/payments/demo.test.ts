import { describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { ROUTES, type RouteName } from '../../../shared/contract/routes.ts';
import { sharedCustomers } from './customers.ts';

const { http, send } = sharedCustomers();

describe('a demo account', () => {
  const REAL = (Object.keys(ROUTES) as RouteName[]).filter(
    (name) => 'real' in ROUTES[name] && /Deposit|[dD]raw/.test(name),
  );

  // spec: 6.4
  it.each(REAL)('is refused %s', async (name) => {
    expect((await send(await http.enter(), name)).code).toBe(CODE.notForDemo);
  });

  // spec: 6.3 7.33
  it('reads its statement and resets', async () => {
    const token = await http.enter();
    expect((await send(token, 'getLedger', { page: 1 })).data).toMatchObject({
      list: [{ Value: 100_000, MemoTran: 'Opening balance' }],
      total: 1,
    });
    await send(token, 'submitOrder', {
      type: 1,
      cont: 1,
      forex_id: await http.idOf('EURUSD'),
      status: 1,
      multiple: 100,
    });
    expect((await send(token, 'resetDemoAccount')).data).toEqual({ balance: 100_000, lock_balance: 0 });
    const { list } = (await send(token, 'getLedger', { page: 1 })).data;
    expect(list[0].MemoTran).toBe('Demo account reset');
  });
});
