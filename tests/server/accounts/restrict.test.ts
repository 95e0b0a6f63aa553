import { expect, it } from 'vitest';
import { form, sharedHttp } from '../http-fixture.ts';

const http = sharedHttp();
const { operator } = http;

const PASSWORD = 'correct horse battery';
const login = (account: string, password = PASSWORD, lang = 'en') =>
  http.ask('/api/user/loginForU', {
    ...form({ account, login_type: '1', password }),
    headers: { ...form({}).headers, lang },
  });

it('a blocked customer is logged out and cannot log in, whatever the way, until that is lifted', async () => {
  const email = 'blocked@example.com';
  const token = await http.enterReal(email, PASSWORD);
  const id = String((await http.send(token, 'getUser')).data.uid);
  expect(await operator.rows('users', 'show', { id })).toMatchObject([{ restriction: 'none' }]);
  expect(
    await operator.rows('users', 'restrict', { id, state: 'blocked', reason: 'court order 12/26' }),
  ).toEqual([{ id: Number(id), restriction: 'blocked', ended_sessions: 1 }]);
  expect((await http.send(token, 'getUser')).code).toBe(999);
  expect(await login(email)).toMatchObject({
    code: 4011,
    data: { reason: 'blocked' },
    msg: 'Your account is blocked. Please contact customer service',
  });
  expect((await login(email, PASSWORD, 'de')).msg).toContain('gesperrt');
  // Who does not know the password learns nothing.
  expect(await login(email, 'wrong password')).toMatchObject({ code: 4010, data: null });
  expect(await operator.rows('users', 'show', { id })).toMatchObject([
    { restriction: 'blocked', sessions: 0 },
  ]);
  await operator.rows('users', 'lift-restriction', { id, reason: 'order lifted' });
  expect((await login(email)).code).toBe(1);
  const steps = await operator.rows('log', 'list', { resource: 'users' });
  expect(steps).toContainEqual(
    expect.objectContaining({ verb: 'restrict', subject: id, detail: 'blocked court order 12/26' }),
  );
  expect(steps).toContainEqual(
    expect.objectContaining({ verb: 'lift-restriction', subject: id, detail: 'order lifted' }),
  );
});

it('a blocked demo account cannot be entered either', async () => {
  const { data } = await http.ask('/api/user/createAccountDemoForU');
  const enter = () => http.ask('/api/user/loginForU', form({ demo_id: data.demo_id }));
  const id = String((await enter()).data.user.uid);
  await operator.rows('users', 'restrict', { id, state: 'blocked', reason: 'abuse' });
  expect(await enter()).toMatchObject({ code: 4011, data: { reason: 'blocked' } });
});

it('a wrong state, a missing reason and an unknown user are refused', async () => {
  const token = await http.enter();
  const id = String((await http.send(token, 'getUser')).data.uid);
  const refused = (values: Record<string, string>) => operator.refused('users', 'restrict', values);
  expect(await refused({ id, state: 'gone', reason: 'x' })).toContain('state is one of');
  expect(await refused({ id, state: 'blocked' })).toContain('reason');
  const nobody = { id: '99999999', state: 'blocked', reason: 'x' };
  expect(await refused(nobody)).toBe('There is no such user.');
});

it('an operator lists orders and closes one, with a reason in the log', async () => {
  const token = await http.enter();
  const uid = String((await http.send(token, 'getUser')).data.uid);
  const forexId = await http.idOf('EURUSD');
  const fields = { type: 1, cont: 0.1, forex_id: forexId, status: 1, multiple: 50 };
  const opened = await http.send(token, 'submitOrder', fields);
  expect(opened.code).toBe(1);
  const [row] = await operator.rows('orders', 'list', { uid });
  expect(row).toMatchObject({ order: opened.data.Id, uid: Number(uid), code: 'EURUSD', status: 'open' });
  expect(await operator.rows('orders', 'list', { code: 'xauusd' })).toEqual([]);
  await operator.rows('instruments', 'mode', { code: 'EURUSD', mode: 'halted' });
  const close = { order: String(row.order), reason: 'delisting' };
  expect(await operator.rows('orders', 'close', close)).toMatchObject([
    { status: 'closed', profit: expect.any(Number) },
  ]);
  expect(await operator.refused('orders', 'close', close)).toBe('This order is closed or cancelled already.');
  expect(await operator.refused('orders', 'close', { ...close, order: '12x' })).toBe(
    'There is no such order.',
  );
  await operator.rows('instruments', 'mode', { code: 'EURUSD', mode: 'open' });
  const { data } = await http.send(token, 'getDeals', { status: 3, page: 1 });
  expect(data.data).toMatchObject([{ Id: row.order, CloseReason: 'operator' }]);
  expect(await operator.rows('log', 'list', { resource: 'orders' })).toContainEqual(
    expect.objectContaining({ verb: 'close', detail: `${row.order} delisting`, outcome: 'done' }),
  );
  expect(await operator.rows('log', 'list', { resource: 'instruments' })).toContainEqual(
    expect.objectContaining({ verb: 'mode', detail: 'EURUSD halted' }),
  );
});
