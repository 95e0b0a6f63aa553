import { describe, expect, it, vi } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { form, sharedHttp } from '../http-fixture.ts';

const http = sharedHttp();

const { operator } = http;
const userOf = async (token: string) => (await http.send(token, 'getUser')).data;

describe('an operator', () => {
  it('finds users by a part of e-mail or phone, newest first', async () => {
    await http.enter();
    await http.enterReal('first@example.com');
    await http.enterReal('second@example.com');
    const all = await operator.rows('users', 'list');
    expect(all.map(({ email, kind }) => [email, kind])).toEqual([
      ['second@example.com', 'real'],
      ['first@example.com', 'real'],
      ['', 'demo'],
    ]);
    const found = await operator.rows('users', 'list', { search: 'FIRST@' });
    expect(found.map(({ email }) => email)).toEqual(['first@example.com']);
    const answer = await operator.ask('users', 'list', { page: '2' });
    expect(answer).toMatchObject({ ok: true, value: { rows: [], note: 'Page 2 of 1; 3 in all.' } });
    expect(await operator.refused('users', 'list', { page: '0' })).toBe('page is a whole number from 1.');
  });

  it('sees a user with balance, sessions and invited users, and no secret', async () => {
    const token = await http.enter();
    const { uid, invite_code } = await userOf(token);
    const answer = await operator.ask('users', 'show', { id: String(uid) });
    expect(answer).toMatchObject({
      value: {
        rows: [
          { id: uid, kind: 'demo', invite_code, invited: 0, invited_by: null, balance: 100_000, sessions: 1 },
        ],
        note: expect.stringMatching(/^an unknown device, seen 20\S+Z$/),
      },
    });
    expect(JSON.stringify(answer)).not.toContain(token);
    for (const id of ['1', '99999999', '-1', 'me', '10000000'])
      expect(await operator.refused('users', 'show', { id })).toBe('There is no such user.');
  });

  it('logs one out everywhere, sockets too', async () => {
    const [token, other] = [await http.enterReal(), await http.enterReal()];
    const { uid } = await userOf(token);
    const socket = await http.loggedIn(token);
    expect(await operator.rows('users', 'end-sessions', { id: String(uid) })).toEqual([
      { id: uid, ended: 1 },
    ]);
    expect((await socket.ack('login')).code).toBe(CODE.sessionExpired);
    expect(await userOf(other)).toMatchObject({ is_demo: 0 });
    expect(await operator.refused('users', 'end-sessions', { id: '99999999' })).toBe(
      'There is no such user.',
    );
  });

  it('finds undelivered letters in the outbox', async () => {
    expect(await operator.rows('outbox', 'list')).toEqual([]);
    await http.ask('/api/notify/send_sms', form({ to: '+85261234567', type: '1' }));
    await vi.waitFor(async () => expect(await operator.rows('outbox', 'list')).toHaveLength(1));
    const [row] = await operator.rows('outbox', 'list', { limit: '5' });
    expect(row).toMatchObject({ channel: 'sms', to: '+85261234567', state: 'waiting' });
    expect(row.text).toMatch(/\d{6}/);
    expect(await operator.refused('outbox', 'list', { limit: '0' })).toContain('limit');
  });

  it('unlocks an account: its wrong passwords and the codes sent to it are forgotten', async () => {
    const email = 'locked@example.com';
    const { uid } = await userOf(await http.enterReal(email));
    const login = (password: string) =>
      http.ask('/api/user/loginForU', form({ account: email, login_type: '1', password }));
    for (let i = 0; i < 10; i++) await login(`wrong ${i}`);
    expect((await login('correct horse battery')).code).toBe(CODE.tooMany);
    const send = () => http.ask('/api/notify/send_email', form({ to: email, type: '2' }));
    expect((await send()).code).toBe(CODE.success);
    expect((await send()).code).toBe(CODE.tooMany);
    expect(await operator.rows('users', 'unlock', { id: String(uid) })).toEqual([
      { id: uid, wrong_passwords: 5, wrong_proofs: 0, codes: 1 },
    ]);
    expect((await login('correct horse battery')).code).toBe(CODE.success);
    expect((await send()).code).toBe(CODE.success);
    expect(await operator.refused('users', 'unlock', { id: '99999999' })).toBe('There is no such user.');
  });
});
