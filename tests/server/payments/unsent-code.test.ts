import { expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { tronAddress } from '../../helpers/payout.ts';
import { sharedCustomers } from './customers.ts';

const { http, send } = sharedCustomers();

// spec: 7.44 7.90
it('a payout address that is saved within a minute of another code says when its code can be asked for', async () => {
  const token = await http.enterReal();
  const currency = (await send(token, 'getDrawCurrencies', { type: 1 })).data.list[0];
  const bind = (n: number) =>
    send(token, 'bindDrawMethod', { type: 1, draw_id: currency.id, dc_address: tronAddress(n) });
  expect((await bind(1)).data).not.toHaveProperty('code_wait_s');
  const second = await bind(2);
  expect(second).toMatchObject({ code: CODE.success, data: { is_confirmed: 0 } });
  const waitS = second.data.code_wait_s;
  expect(waitS).toBeGreaterThan(0);
  expect(waitS).toBeLessThanOrEqual(60);
  const early = await send(token, 'sendDrawMethodCode', { id: second.data.id });
  expect(early.code).toBe(CODE.tooMany);
  expect(Math.abs(early.data.retry_after_s - waitS)).toBeLessThanOrEqual(5);
  const { list } = (await send(token, 'getDrawMethods', { draw_type: 1 })).data;
  expect(list.every((one: object) => !('code_wait_s' in one))).toBe(true);
});
