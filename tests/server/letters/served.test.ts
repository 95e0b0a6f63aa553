import { expect, it, vi } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { oneTimeCode } from '../../helpers/one-time.ts';
import { form } from '../http-fixture.ts';
import { sharedCustomers } from '../payments/customers.ts';

const PASSWORD = 'correct horse battery';
const NEW = 'another horse entirely';
const { http, operator, send, destination } = sharedCustomers();

it('an owner is told of what happens to the account, in letters that have no secret', async () => {
  const email = 'ann@example.com';
  const token = await http.enterReal(email, PASSWORD);
  const { uid } = (await send(token, 'getUser')).data;
  const told = async (): Promise<readonly string[]> =>
    (await operator.rows('outbox', 'list'))
      .filter(({ to }) => to === email)
      .map(({ subject }) => String(subject).replace('Pipstream: ', ''));
  const isTold = (subject: string) => vi.waitFor(async () => expect(await told()).toContain(subject), 5_000);
  const login = (fields: Readonly<Record<string, string>>, lang = 'en') =>
    http.ask('/api/user/loginForU', {
      ...form({ account: email, login_type: '1', password: PASSWORD, ...fields }),
      headers: { ...form({}).headers, lang, 'user-agent': 'curl/8.1' },
    });

  expect(await told()).toEqual([]);
  expect((await login({})).code).toBe(CODE.success);
  await isTold('Log-in from a new place');

  const to = await destination(token);
  await isTold('Payout address added');
  await operator.rows('balance', 'adjust', { uid: String(uid), amount: '500', memo: 'Gift' });
  expect((await send(token, 'draw', { ...to, number: '100', cid: 'draw-00001' })).code).toBe(CODE.success);
  await isTold('Withdrawal requested');

  const { secret } = (await send(token, 'beginTotp', { password: PASSWORD })).data;
  const confirmed = await send(token, 'confirmTotp', { code: oneTimeCode(secret) });
  await isTold('Second factor changed');
  // A thief's page is in a language that the owner does not read.
  await login({ factor_type: 'totp', factor: '123' }, 'th');
  await isTold('Failed log-in attempts');

  const [recovery = ''] = confirmed.data.recovery_codes;
  const amended = { old_password: PASSWORD, new_password: NEW, factor_type: 'recovery', factor: recovery };
  expect((await send(token, 'amendPassword', amended)).code).toBe(CODE.success);
  await isTold('Password changed');
  await isTold('Recovery code used');

  const texts = JSON.stringify(await operator.rows('outbox', 'list'));
  for (const secretText of [PASSWORD, NEW, secret, recovery, token, '127.0.0.1', 'http'])
    expect(texts).not.toContain(secretText);
});
