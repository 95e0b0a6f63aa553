import { expect, it, vi } from 'vitest';
import { ownerName } from '../../../server/operators/operators.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { form } from '../http-fixture.ts';
import { sharedCustomers } from '../payments/customers.ts';

const PASSWORD = 'correct horse battery';
const { http, operator, send, destination } = sharedCustomers();

const login = (email: string, password: string) =>
  http.ask('/api/user/loginForU', {
    ...form({ account: email, password, login_type: '1' }),
    headers: { ...form({}).headers, 'user-agent': 'curl/8.1' },
  });

/** The events of a user, once there are so many rows. */
async function eventsOf(uid: number, rows: number) {
  const list = () => operator.rows('security', 'list', { uid: String(uid) });
  await vi.waitFor(async () => expect(await list()).toHaveLength(rows), 5_000);
  return list();
}

it('an operator reads what happened to an account, from whom, and how often', async () => {
  await http.enterReal('ann@example.com', PASSWORD);
  for (let i = 0; i < 6; i++) await login('ann@example.com', `wrong guess ${i}`);
  expect((await login('ann@example.com', PASSWORD)).code).toBe(CODE.tooMany);
  const token = await http.enterReal('bob@example.com', PASSWORD);
  const { uid } = (await send(token, 'getUser')).data;
  const first = (await login('bob@example.com', PASSWORD)).data.token;
  const to = await destination(token);
  await operator.rows('balance', 'adjust', { uid: String(uid), amount: '500', memo: 'Gift' });
  const cid = 'draw-00001';
  const draw = (await send(token, 'draw', { ...to, number: '100', cid })).data;
  await send(token, 'draw', { ...to, number: '100', cid });
  await send(token, 'deleteDrawMethod', { id: to.draw_method_id });
  const sessions = (await send(token, 'getSessions')).data.list;
  const other = sessions.find((one: { is_current: number }) => one.is_current === 0).id;
  await send(token, 'endSession', { id: other });
  const fields = { new_password: 'another horse entirely', old_password: PASSWORD };
  await send(token, 'amendPassword', { ...fields, old_password: 'not the password' });
  expect((await send(token, 'amendPassword', fields)).code).toBe(CODE.success);
  await send(token, 'logout');
  await operator.rows('users', 'end-sessions', { id: String(uid) });

  const method = `method ${to.draw_method_id}`;
  const happened = await eventsOf(uid, 12);
  expect(happened.map(({ kind, detail }) => [kind, detail])).toEqual(
    expect.arrayContaining([
      ['login', ''],
      ['payout_added', method],
      ['operator_step', `balance adjust ${uid} by ${ownerName()}`],
      ['operator_step', `payout-addresses release ${to.draw_method_id} by ${ownerName()}`],
      ['withdrawal_requested', `withdrawal ${draw.id}`],
      ['payout_removed', method],
      ['session_ended', `session ${other}`],
      ['proof_wrong', 'password'],
      ['password_changed', ''],
      ['logout', ''],
      ['operator_step', `users end-sessions ${uid} by ${ownerName()}`],
    ]),
  );
  const byCurl = happened.find(({ device }) => device === 'curl');
  expect(byCurl).toMatchObject({ kind: 'login', network: '127.0.0.1', count: 1 });
  const text = JSON.stringify(happened);
  for (const secret of [token, first, PASSWORD, 'bob@example.com']) expect(text).not.toContain(secret);

  const wrong = await operator.rows('security', 'list', { kind: 'login_wrong' });
  expect(wrong).toMatchObject([{ kind: 'login_wrong', device: 'curl', network: '127.0.0.1' }]);
  const locked = await operator.rows('security', 'list', { kind: 'login_locked' });
  expect([wrong, locked].flat().reduce((sum, { count }) => sum + count, 0)).toBe(7);
  expect(locked[0].uid).not.toBeNull();
});

it('wrong codes for a forgotten password or a new account are recorded, the former at their account', async () => {
  const token = await http.enterReal('dora@example.com', PASSWORD);
  const { uid } = (await send(token, 'getUser')).data;
  const wanted = { type: '1', new_password: PASSWORD, secondary_password: PASSWORD, auth_code: '000000' };
  for (const account of ['dora@example.com', 'nobody@example.com'])
    await http.ask('/api/user/forget_password', form({ ...wanted, account }));
  const joins = { type: '1', account: 'new@example.com', password: PASSWORD, re_password: PASSWORD };
  await http.ask('/api/user/register', form({ ...joins, sms_code: '000000' }));
  const codes = async () =>
    (await operator.rows('security', 'list', { kind: 'proof_wrong' })).filter(
      ({ detail }) => detail === 'code',
    );
  const counted = async () => (await codes()).reduce((sum, { count }) => sum + count, 0);
  await expect.poll(counted).toBe(3);
  const known = (await codes()).filter((event) => event.uid === uid);
  expect(known).toMatchObject([{ network: '127.0.0.1', count: 1 }]);
});

it('a logout is recorded once, from whom, although the app sends it on its socket and as a call', async () => {
  const token = await http.enterReal('eve@example.com', PASSWORD);
  const { uid } = (await send(token, 'getUser')).data;
  const socket = await http.socket({ 'user-agent': 'curl/8.1' });
  socket.send({ cmd: 'login', params: { token } });
  await socket.ack('login');
  socket.send({ cmd: 'logout' });
  await socket.ack('logout');
  expect((await send(token, 'logout')).code).toBe(CODE.sessionExpired);
  const events = await eventsOf(uid, 2);
  const [logout] = events.filter(({ kind }) => kind === 'logout');
  expect(logout).toMatchObject({ network: '127.0.0.1', device: 'curl', count: 1 });
});

it('an operator who changes where users pay to is recorded, whichever list it is', async () => {
  const [coin] = await operator.rows('deposit-coins', 'list');
  await operator.rows('deposit-coins', 'change', { id: String(coin.id), usd_price: '1.01' });
  const [bank] = await operator.rows('deposit-banks', 'list');
  await operator.rows('deposit-banks', 'remove', { id: String(bank.id) });
  const details = async () =>
    (await operator.rows('security', 'list', { kind: 'operator_step' })).map(({ detail }) => detail);
  await vi.waitFor(
    async () =>
      expect(await details()).toEqual(
        expect.arrayContaining([
          `deposit-coins change ${coin.id} by ${ownerName()}`,
          `deposit-banks remove ${bank.id} by ${ownerName()}`,
        ]),
      ),
    5_000,
  );
});

it('an operator narrows the list, and reads which value is wrong', async () => {
  expect(await operator.rows('security', 'list', { since: '2999-01-01' })).toEqual([]);
  expect(await operator.rows('security', 'list', { limit: '1' })).toHaveLength(1);
  expect(await operator.refused('security', 'list', { uid: '12' })).toMatch(/^uid is a number/);
  expect(await operator.refused('security', 'list', { since: 'yesterday' })).toMatch(/^since is a time/);
  expect(await operator.refused('security', 'list', { limit: '0' })).toMatch(/^limit is a whole number/);
  const typed = operator.ask('security', 'list', { kind: 'logins' });
  expect(await typed).toMatchObject({ ok: false, error: { kind: 'usage' } });
});
